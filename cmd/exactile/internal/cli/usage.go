package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
		fmt.Sprintf(what, value), strings.Join(names, ", "), text.Hint(value, names))
}

// Exactly checks that there is an argument for each of the names.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(names) == 0:
			return Misusef("%s takes no arguments, only flags: remove %q", cmd.Name(), args[0])
		}
		return Misusef("%s takes %s, not %s",
			cmd.Name(), strings.Join(names, " and "), text.Plural(len(args), "argument"))
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

// usedBy is the annotation of a flag with the formats that use it.
const usedBy = "exactile_used_by"

// UsedBy states that only these formats use a flag.
func UsedBy(flags *pflag.FlagSet, flag string, formats ...string) {
	_ = flags.SetAnnotation(flag, usedBy, formats) // it cannot fail: the flag exists
}

// CheckUses returns an error if a flag was given that the format does not use.
func CheckUses(flags *pflag.FlagSet, format string) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		formats, some := f.Annotations[usedBy]
		if err == nil && some && !slices.Contains(formats, format) {
			err = Misusef("--%s has no effect with -f %s", f.Name, format)
		}
	})
	return err
}

// valueDescriptions describes the values of flags, by their type in pflag.
var valueDescriptions = map[string]wantError{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number",
	"uint64":  "a whole number, not below zero",
	"float64": "a number", "duration": "a time with its unit, such as 10s, 5m or 1h30m",
}

// A wantError describes the value that a flag must have.
type wantError string

func (e wantError) Error() string { return "want " + string(e) }

const savesOften = "is gone: --checkpoint alone loses half a minute of work at most"

// Former are the flags that are no more, by verb and name, with what to do instead.
var Former = map[string]string{
	"count --checkpoint-every": savesOften,
	"plan -n":                  "is called --units now",
	"solve --checkpoint-every": savesOften,
	"work --index":             "is called --first-unit now",
	"certify --list":           "is called --full-list now",
	"certify --lrat": "is gone: use --drat, and drat-trim makes LRAT of it; " +
		"see \"exactile help certificates\"",
	"compare --by":   "is called --rank-by now",
	"decode --ascii": "is gone: -f text draws with letters alone",
	"decode --proof": "is called --check-proof now",
	"show --ascii":   "is gone: -f text draws with letters alone",
	"solve --ascii":  "is gone: -f text draws with letters alone",
}

// FlagError turns an error of the flag parser into a usage error, which suggests the flag that
// was probably meant and where to find help.
func FlagError(c *Console, cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		short, name := unknown.GetSpecifiedShortnames() != "", unknown.GetSpecifiedName()
		written := "--" + name
		if short {
			written = "-" + name
		}
		if instead := Former[cmd.Name()+" "+written]; instead != "" {
			err = fmt.Errorf("%s %s", written, instead)
		} else if !short {
			err = fmt.Errorf("unknown flag %s%s", written, c.flagHint(cmd, name))
		}
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		var want wantError
		if errors.As(err, &want) || valueDescriptions[invalid.GetFlag().Value.Type()] != "" {
			want = cmp.Or(want, valueDescriptions[invalid.GetFlag().Value.Type()])
			err = fmt.Errorf("%s %q: %w", flagName(invalid.GetFlag()), invalid.GetValue(), want)
		}
	}
	return WithStatus(Misuse, err)
}

// flagHint is the hint for an unknown flag: other verbs that have it, or the one that was probably
// meant.
func (c *Console) flagHint(cmd *cobra.Command, name string) string {
	others := c.verbsWith(cmd, func(verb *cobra.Command) bool {
		f := verb.LocalFlags().Lookup(name)
		return f != nil && !f.Hidden
	})
	if others != "" {
		return "; it is a flag of " + others
	}
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { // also those of all verbs
		if !f.Hidden {
			flags = append(flags, "--"+f.Name)
		}
	})
	return text.Hint("--"+name, flags)
}

// verbsWith names other verbs of the program of which something holds: "exactile solve or exactile
// verify"; "" if it holds of none.
func (c *Console) verbsWith(cmd *cobra.Command, is func(verb *cobra.Command) bool) string {
	const most = 3
	var names []string
	for _, verb := range c.Program().Commands() {
		if verb.Name() != cmd.Name() && !verb.Hidden && len(names) < most && is(verb) {
			names = append(names, verb.CommandPath())
		}
	}
	if n := len(names) - 1; n > 0 {
		names = []string{strings.Join(names[:n], ", "), names[n]}
	}
	return strings.Join(names, " or ")
}

// flagName is a flag in messages: its letter if it has one.
func flagName(f *pflag.Flag) string {
	if f.Shorthand != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// A checkedValue is the value of a flag with a check of what it is set to.
type checkedValue struct {
	pflag.Value
	check func(text string) error
}

// Set implements pflag.Value.
func (v checkedValue) Set(text string) error {
	if err := v.check(text); err != nil {
		return err
	}
	return v.Value.Set(text)
}

// checkValue has a flag check what it is set to.
func checkValue(flag *pflag.Flag, check func(text string) error) {
	flag.Value = checkedValue{flag.Value, check}
}

// NumberVar defines a flag for a number, or a time, from least to most, or without an upper bound
// if most is 0.
func NumberVar[T int | int64 | time.Duration](
	flags *pflag.FlagSet, value *T, name, shorthand string, preset, least, most T, usage string,
) {
	switch v := any(value).(type) {
	case *int:
		flags.IntVarP(v, name, shorthand, int(preset), usage)
	case *int64:
		flags.Int64VarP(v, name, shorthand, int64(preset), usage)
	case *time.Duration:
		flags.DurationVarP(v, name, shorthand, time.Duration(preset), usage)
	}
	f := flags.Lookup(name)
	if preset == 0 {
		f.DefValue = "0" // then help does not show it
	}
	set := f.Value
	checkValue(f, func(text string) error {
		switch err := set.Set(text); {
		case err != nil:
			return valueDescriptions[set.Type()]
		case *value < least && most > 0, most > 0 && *value > most:
			return wantError(fmt.Sprintf("from %v to %v", least, most))
		case *value < least:
			return wantError(fmt.Sprintf("at least %v", least))
		}
		return nil
	})
}

// ChoiceVar defines a flag whose value is one of some names. The preset may be another: "" is none
// of them.
func ChoiceVar(flags *pflag.FlagSet, value *string, name, preset, usage string, names ...string) {
	flags.StringVar(value, name, preset, usage)
	SetChoices(flags, name, names...)
	checkValue(flags.Lookup(name), func(s string) error {
		if slices.Contains(names, s) {
			return nil
		}
		return wantError("one of " + strings.Join(names, ", ") + text.Hint(s, names))
	})
}

// AddSingle defines a flag that takes one value. Two different values are a usage error, with the
// advice if there is any: to use only the last would silently ignore the other.
func AddSingle(flags *pflag.FlagSet, value *string, name, shorthand, preset, usage, advice string) {
	flags.StringVarP(value, name, shorthand, preset, usage)
	if advice != "" {
		advice = "; " + advice
	}
	given := false
	checkValue(flags.Lookup(name), func(text string) error {
		if given && text != *value {
			return fmt.Errorf("given twice: first as %q%s", *value, advice)
		}
		given = true
		return nil
	})
}

// A Rule defines which flags go together. A flag counts if it was given a value other than false or
// -.
type Rule struct {
	flag, why       string
	excludes, needs []string
}

// Excludes is the rule that a flag goes with none of the others.
func Excludes(flag string, others ...string) Rule { return Rule{flag: flag, excludes: others} }

// Needs is the rule that a flag is given with one of the others.
func Needs(flag string, others ...string) Rule { return Rule{flag: flag, needs: others} }

// Because adds the reason to a rule.
func (r Rule) Because(why string) Rule {
	r.why = ": " + why
	return r
}

// SetRules has the flags of a verb checked before it runs.
func SetRules(cmd *cobra.Command, rules ...Rule) {
	next := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, r := range rules {
			if err := r.check(cmd.Flags()); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
		return next(cmd, args)
	}
}

func (r Rule) check(flags *pflag.FlagSet) error {
	given := func(name string) bool {
		f := flags.Lookup(name)
		return f.Changed && f.Value.String() != "false" && f.Value.String() != "-"
	}
	names := func(all []string) string {
		var of []string
		for _, name := range all {
			of = append(of, flagName(flags.Lookup(name)))
		}
		return strings.Join(of, " or ")
	}
	if !given(r.flag) {
		return nil
	}
	for _, other := range r.excludes {
		if given(other) {
			return Misusef("%s does not go with %s%s", names([]string{r.flag}),
				names([]string{other}), r.why)
		}
	}
	if r.needs != nil && !slices.ContainsFunc(r.needs, given) {
		return Misusef("%s needs %s%s", names([]string{r.flag}), names(r.needs), r.why)
	}
	return nil
}

// A NameList is the value of a flag that takes names, separated by commas, and may be repeated:
// each use adds names, and the first use replaces the default.
type NameList struct {
	pflag.Value
	flag  *pflag.Flag
	lists []string
}

// BackendsUsage is the usage of -b if it is a [NameList].
const BackendsUsage = "`BACKENDS`, separated by commas; may be repeated; see exactile list"

// Add defines the flag.
func (l *NameList) Add(flags *pflag.FlagSet, name, shorthand, preset, usage string) {
	flags.StringArrayVarP(&l.lists, name, shorthand, strings.Fields(preset), usage)
	l.flag = flags.Lookup(name)
	l.Value, l.flag.Value, l.flag.DefValue = l.flag.Value, l, preset
}

// Type implements pflag.Value: with "string", help shows the default as typed.
func (l *NameList) Type() string { return "string" }

// Names returns the names; an empty or repeated name is a usage error.
func (l *NameList) Names() ([]string, error) {
	var names []string
	for _, list := range l.lists {
		for name := range strings.SplitSeq(list, ",") {
			switch name = strings.TrimSpace(name); {
			case name == "":
				return nil, Misusef("%s %q has an empty name", flagName(l.flag), list)
			case slices.Contains(names, name):
				return nil, Misusef("%s names %s twice", flagName(l.flag), name)
			}
			names = append(names, name)
		}
	}
	return names, nil
}

// choices is the annotation of a flag with its possible values.
const choices = "exactile_choices"

// SetChoices sets the possible values of a flag, for shell completion.
func SetChoices(flags *pflag.FlagSet, flag string, values ...string) {
	_ = flags.SetAnnotation(flag, choices, values) // it cannot fail: the flag exists
}

// Choices returns the values that [ChoiceVar] or [SetChoices] set.
func Choices(flag *pflag.Flag) []string { return flag.Annotations[choices] }
