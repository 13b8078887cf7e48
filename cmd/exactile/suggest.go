package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/encode/spelling"
)

// unknownVerb is the error for a first argument that is no verb.
func unknownVerb(root *cobra.Command, name string) error {
	return usage("unknown verb %q%s", name, nearestVerb(root, name))
}

// nearestVerb asks whether the verb or topic was meant that is spelt most alike,
// or is empty.
func nearestVerb(root *cobra.Command, name string) string {
	verbs := []string{"help"} // which cobra does not count among the others
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() || cmd.IsAdditionalHelpTopicCommand() {
			verbs = append(verbs, cmd.Name())
		}
	}
	return spelling.Hint(name, verbs)
}

// onlyKnownShells has completion of a shell that it does not know be wrong usage:
// cobra prints its help, as if all were well.
func onlyKnownShells(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		var shells []string
		for _, shell := range cmd.Commands() {
			shells = append(shells, shell.Name())
		}
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return usage("no completion for %q: want one of %s%s", args[0], strings.Join(shells, ", "), spelling.Hint(args[0], shells))
		}
		cmd.Args = cobra.ArbitraryArgs
		cmd.Use = "completion SHELL"
		cmd.Long = "completion prints a script that has your shell complete verbs and flags.\nexactile completion SHELL --help says how to use it."
		cmd.Example = "  source <(exactile completion bash)\n  exactile completion fish > ~/.config/fish/completions/exactile.fish"
	}
}

// wanted says what the values of flags are, by their type in pflag.
var wanted = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number", "uint64": "a whole number, not below zero",
	"float64": "a number", "duration": "a time with its unit, such as 10s, 5m or 1h30m",
}

// flagError turns an error of the flag parser into one of wrong usage, which
// says what flag was probably meant and where the verb's flags are explained.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var flags []string
		add := func(f *pflag.Flag) {
			if !f.Hidden {
				flags = append(flags, "--"+f.Name)
			}
		}
		cmd.Flags().VisitAll(add)
		cmd.InheritedFlags().VisitAll(add)
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
	return &statusError{statusUsage, err}
}
