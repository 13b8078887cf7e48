package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// A FlagUse is a flag with the formats that use it.
type FlagUse struct {
	flag    string
	formats []string
}

// UsedBy returns the use of a flag that only these formats use.
func UsedBy(flag string, formats ...string) FlagUse { return FlagUse{flag, formats} }

// CheckUses returns an error if a flag was given that the format does not use.
func CheckUses(flags *pflag.FlagSet, format string, uses ...FlagUse) error {
	for _, u := range uses {
		if flags.Changed(u.flag) && !slices.Contains(u.formats, format) {
			return Misusef("--%s has no effect with -f %s", u.flag, format)
		}
	}
	return nil
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
	switch {
	case !errors.As(err, &unknown):
	case unknown.GetSpecifiedShortnames() != "":
		name := "-" + unknown.GetSpecifiedName()
		if instead := Former[cmd.Name()+" "+name]; instead != "" {
			err = fmt.Errorf("%s %s", name, instead)
		}
	default:
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { // also those of all verbs
			if !f.Hidden {
				flags = append(flags, "--"+f.Name)
			}
		})
		name := "--" + unknown.GetSpecifiedName()
		others := c.verbsWith(cmd, func(verb *cobra.Command) bool {
			f := verb.LocalFlags().Lookup(unknown.GetSpecifiedName())
			return f != nil && !f.Hidden
		})
		hint := text.Hint(name, flags)
		if others != "" {
			hint = "; it is a flag of " + others
		}
		err = fmt.Errorf("unknown flag %s%s", name, hint)
		if instead := Former[cmd.Name()+" "+name]; instead != "" {
			err = fmt.Errorf("%s %s", name, instead)
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

// A rangeValue is the value of a flag that is a number, or a time, from least to most.
type rangeValue[T int | int64 | time.Duration] struct {
	value       *T
	least, most T // most 0: no bound
}

// NumberVar defines a flag for a number, or a time, from least to most, or without an upper bound
// if most is 0.
func NumberVar[T int | int64 | time.Duration](
	flags *pflag.FlagSet, value *T, name, shorthand string, preset, least, most T, usage string,
) {
	*value = preset
	f := flags.VarPF(&rangeValue[T]{value, least, most}, name, shorthand, usage)
	if preset == 0 {
		f.DefValue = "0" // then help does not show it
	}
}

// Set implements pflag.Value.
func (b *rangeValue[T]) Set(text string) error {
	var n int64
	var err error
	if _, isTime := any(b.least).(time.Duration); isTime {
		var d time.Duration
		d, err = time.ParseDuration(text)
		n = int64(d)
	} else {
		n, err = strconv.ParseInt(text, 0, 64)
	}
	switch v := T(n); {
	case err != nil || int64(v) != n:
		return valueDescriptions[b.Type()]
	case v < b.least && b.most > 0, b.most > 0 && v > b.most:
		return wantError(fmt.Sprintf("from %v to %v", b.least, b.most))
	case v < b.least:
		return wantError(fmt.Sprintf("at least %v", b.least))
	default:
		*b.value = v
	}
	return nil
}

func (b *rangeValue[T]) String() string {
	if b.value == nil { // pflag calls this on a zero value
		return "0"
	}
	return fmt.Sprint(*b.value)
}

// Type implements pflag.Value.
func (b *rangeValue[T]) Type() string {
	if _, isTime := any(b.least).(time.Duration); isTime {
		return "duration"
	}
	return "int"
}

// A choiceValue is the value of a flag that is one of some names.
type choiceValue struct {
	value *string
	names []string
}

// ChoiceVar defines a flag whose value is one of some names. The preset may be another: "" is none
// of them.
func ChoiceVar(flags *pflag.FlagSet, value *string, name, preset, usage string, names ...string) {
	*value = preset
	flags.Var(&choiceValue{value, names}, name, usage)
}

// Set implements pflag.Value.
func (c *choiceValue) Set(s string) error {
	if !slices.Contains(c.names, s) {
		return wantError("one of " + strings.Join(c.names, ", ") + text.Hint(s, c.names))
	}
	*c.value = s
	return nil
}

func (c *choiceValue) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

// Type implements pflag.Value: with "string", help shows the default as typed.
func (c *choiceValue) Type() string { return "string" }

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
	flag  string // for messages: "-b"
	lists []string
	given bool
}

// BackendsUsage is the usage of -b if it is a [NameList].
const BackendsUsage = "`BACKENDS`, separated by commas; may be repeated; see exactile list"

// Add defines the flag.
func (l *NameList) Add(flags *pflag.FlagSet, name, shorthand, preset, usage string) {
	if preset != "" {
		l.lists = []string{preset}
	}
	l.flag = flagName(flags.VarPF(l, name, shorthand, usage))
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

// A singleValue is the value of a flag that takes one value. Two different values are a usage
// error: to use only the last would silently ignore the other.
type singleValue struct {
	value  *string
	advice string // what takes several values; "": nothing
	given  bool
}

// AddSingle defines a flag that takes one value.
func AddSingle(flags *pflag.FlagSet, value *string, name, shorthand, preset, usage, advice string) {
	*value = preset
	flags.VarP(&singleValue{value: value, advice: advice}, name, shorthand, usage)
}

// Set implements pflag.Value.
func (s *singleValue) Set(text string) error {
	if s.given && text != *s.value {
		err := fmt.Errorf("given twice: first as %q", *s.value)
		if s.advice != "" {
			err = errors.New(err.Error() + "; " + s.advice)
		}
		return err
	}
	*s.value, s.given = text, true
	return nil
}

func (s *singleValue) String() string {
	if s.value == nil { // pflag calls this on a zero value
		return ""
	}
	return *s.value
}

// Type implements pflag.Value.
func (s *singleValue) Type() string { return "string" }

// choices is the annotation of a flag with its possible values.
const choices = "exactile_choices"

// SetChoices sets the possible values of a flag, for shell completion.
func SetChoices(flags *pflag.FlagSet, flag string, values ...string) {
	_ = flags.SetAnnotation(flag, choices, values) // it cannot fail: the flag exists
}

// Choices returns the values of a [ChoiceVar], or those that [SetChoices] set.
func Choices(flag *pflag.Flag) []string {
	if c, ok := flag.Value.(*choiceValue); ok {
		return c.names
	}
	return flag.Annotations[choices]
}
