package usage

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A List is the value of a flag that takes names, separated by commas, and may be repeated:
// each use adds names, and the first use replaces the default.
type List struct {
	flag  string // for messages: "-b"
	lists []string
	given bool
}

// Backends is the usage of -b if it is a [List].
const Backends = "`BACKENDS`, separated by commas; may be repeated; see exactile list"

// Add defines the flag.
func (l *List) Add(flags *pflag.FlagSet, name, shorthand, preset, usage string) {
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
func (l *List) Set(list string) error {
	if !l.given {
		l.lists, l.given = nil, true
	}
	l.lists = append(l.lists, list)
	return nil
}

func (l *List) String() string { return strings.Join(l.lists, ",") }

// Type implements pflag.Value: with "string", help shows the default as typed.
func (l *List) Type() string { return "string" }

// Names returns the names; an empty or repeated name is a usage error.
func (l *List) Names() ([]string, error) {
	var names []string
	for _, list := range l.lists {
		for name := range strings.SplitSeq(list, ",") {
			switch name = strings.TrimSpace(name); {
			case name == "":
				return nil, Errorf("%s %q has an empty name", l.flag, list)
			case slices.Contains(names, name):
				return nil, Errorf("%s names %s twice", l.flag, name)
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

// Choose sets the possible values of a flag, for shell completion.
func Choose(flags *pflag.FlagSet, flag string, values ...string) {
	_ = flags.SetAnnotation(flag, choices, values) // it cannot fail: the flag exists
}

// Choices returns the values that [Choose] set.
func Choices(flag *pflag.Flag) []string { return flag.Annotations[choices] }
