// Package usage reads the command line: it checks arguments and the values of flags. Its
// errors have the exit status of wrong usage.
package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/internal/spelling"
)

// Errorf returns an error for a wrong command line.
func Errorf(format string, args ...any) error {
	return status.With(status.Misuse, fmt.Errorf(format, args...))
}

// OneOf returns an error if value is none of the names. what is the start of the error text, a
// format with one %q for the value.
func OneOf(what, value string, names []string) error {
	if slices.Contains(names, value) {
		return nil
	}
	return Errorf("%s: want one of %s%s",
		fmt.Sprintf(what, value), strings.Join(names, ", "), spelling.Hint(value, names))
}

// Exactly checks that there is an argument for each of the names.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(names) == 0:
			return Errorf("%s takes no arguments, only flags; what is %q?", cmd.Name(), args[0])
		}
		return Errorf("%s takes %s, not %s",
			cmd.Name(), strings.Join(names, " and "), words.Plural(len(args), "argument"))
	}
}

// AtLeastOne checks that there are arguments; name describes them in the error.
func AtLeastOne(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Errorf("%s takes at least one %s", cmd.Name(), name)
		}
		return nil
	}
}

// A Use is a flag with the formats that use it.
type Use struct {
	flag    string
	formats []string
}

// For returns the Use of a flag that only these formats use.
func For(flag string, formats ...string) Use { return Use{flag, formats} }

// MeansNothing returns an error if a flag was given that the format does not use.
func MeansNothing(cmd *cobra.Command, format string, uses ...Use) error {
	for _, u := range uses {
		if cmd.Flags().Changed(u.flag) && !slices.Contains(u.formats, format) {
			return Errorf("--%s means nothing to -f %s", u.flag, format)
		}
	}
	return nil
}
