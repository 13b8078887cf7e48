package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/internal/spelling"
	"github.com/exactile/exactile/internal/words"
)

// Misusef returns an error for a wrong command line.
func Misusef(format string, args ...any) error {
	return WithStatus(Misuse, fmt.Errorf(format, args...))
}

// OneOf returns an error if value is none of the names. what is the start of the error text, a
// format with one %q for the value.
func OneOf(what, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return Misusef("%s: want one of %s%s",
		fmt.Sprintf(what, value), strings.Join(names, ", "), spelling.Hint(value, names))
}

// Exactly checks that there is an argument for each of the names.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(names) == 0:
			return Misusef("%s takes no arguments, only flags; what is %q?", cmd.Name(), args[0])
		}
		return Misusef("%s takes %s, not %s",
			cmd.Name(), strings.Join(names, " and "), words.Plural(len(args), "argument"))
	}
}

// AtLeastOne checks that there are arguments; name describes them in the error.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Misusef("%s takes at least one %s", cmd.Name(), name)
		}
		return nil
	}
}

// A FlagUse is a flag with the formats that use it.
type FlagUse struct {
	flag    string
	formats []string
}

// UsedBy returns the use of a flag that only these formats use.
func UsedBy(flag string, formats ...string) FlagUse { return FlagUse{flag, formats} }

// CheckUses returns an error if a flag was given that the format does not use.
func CheckUses(cmd *cobra.Command, format string, uses ...FlagUse) error {
	for _, u := range uses {
		if cmd.Flags().Changed(u.flag) && !slices.Contains(u.formats, format) {
			return Misusef("--%s means nothing to -f %s", u.flag, format)
		}
	}
	return nil
}

// wanted describes the values of flags, by their type in pflag.
var wanted = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number",
	"uint64":  "a whole number, not below zero",
	"float64": "a number", "duration": "a time with its unit, such as 10s, 5m or 1h30m",
}

// FlagError turns an error of the flag parser into a usage error, which suggests the flag that
// was probably meant and where to find help.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { // also those of all verbs
			if !f.Hidden {
				flags = append(flags, "--"+f.Name)
			}
		})
		name := "--" + unknown.GetSpecifiedName()
		err = fmt.Errorf("unknown flag %s%s", name, spelling.Hint(name, flags))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		name := "--" + flag.Name
		if flag.Shorthand != "" {
			name = "-" + flag.Shorthand
		}
		if want, known := wanted[flag.Value.Type()]; known {
			err = fmt.Errorf("%s %q: want %s", name, invalid.GetValue(), want)
		}
	}
	return WithStatus(Misuse, err)
}

// A NameList is the value of a flag that takes names, separated by commas, and may be repeated:
// each use adds names, and the first use replaces the default.
type NameList struct {
	flag  string // for messages: "-b"
	lists []string
	given bool
}

// BackendsUsage is the usage of -b if it is a [NameList].
const BackendsUsage = "`BACKENDS`, separated by commas; may be repeated; see exactile list"

// Add defines the flag.
func (l *NameList) Add(flags *pflag.FlagSet, name, shorthand, preset, usage string) {
	l.flag = "--" + name
	if shorthand != "" {
		l.flag = "-" + shorthand
	}
	if preset != "" {
		l.lists = []string{preset}
	}
	flags.VarP(l, name, shorthand, usage)
}

// Set implements pflag.Value.
func (l *NameList) Set(list string) error {
	if !l.given {
		l.lists, l.given = nil, true
	}
	l.lists = append(l.lists, list)
	return nil
}

func (l *NameList) String() string { return strings.Join(l.lists, ",") }

// Type implements pflag.Value: with "string", help shows the default as typed.
func (l *NameList) Type() string { return "string" }

// Names returns the names; an empty or repeated name is a usage error.
func (l *NameList) Names() ([]string, error) {
	var names []string
	for _, list := range l.lists {
		for name := range strings.SplitSeq(list, ",") {
			switch name = strings.TrimSpace(name); {
			case name == "":
				return nil, Misusef("%s %q has an empty name", l.flag, list)
			case slices.Contains(names, name):
				return nil, Misusef("%s names %s twice", l.flag, name)
			}
			names = append(names, name)
		}
	}
	return names, nil
}

// A single is the value of a flag that takes one value. Two different values are a usage
// error: to use only the last would silently ignore the other.
type single struct {
	value  *string
	advice string // what takes several values; "": nothing
	given  bool
}

// AddSingle defines a flag that takes one value.
func AddSingle(flags *pflag.FlagSet, value *string, name, shorthand, preset, usage, advice string) {
	*value = preset
	flags.VarP(&single{value: value, advice: advice}, name, shorthand, usage)
}

// Set implements pflag.Value.
func (s *single) Set(text string) error {
	if s.given && text != *s.value {
		err := fmt.Errorf("it was given before as %q", *s.value)
		if s.advice != "" {
			err = errors.New(err.Error() + "; " + s.advice)
		}
		return err
	}
	*s.value, s.given = text, true
	return nil
}

func (s *single) String() string {
	if s.value == nil { // pflag calls this on a zero value
		return ""
	}
	return *s.value
}

// Type implements pflag.Value.
func (s *single) Type() string { return "string" }

// choices is the annotation of a flag with its possible values.
const choices = "exactile_choices"

// SetChoices sets the possible values of a flag, for shell completion.
func SetChoices(flags *pflag.FlagSet, flag string, values ...string) {
	_ = flags.SetAnnotation(flag, choices, values) // it cannot fail: the flag exists
}

// Choices returns the values that [SetChoices] set.
func Choices(flag *pflag.Flag) []string { return flag.Annotations[choices] }
