package main

import (
	"errors"
	"fmt"

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
	return &statusError{statusUsage, err}
}
