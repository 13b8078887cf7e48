// Package help is the help of the command: of its verbs, the topics, and suggestions for an
// unknown verb.
package help

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/internal/spelling"
)

// Command prints the help of a verb or a topic.
func Command() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB or TOPIC]",
		Short: "Help about a verb or a topic",

		ValidArgsFunction: complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, _, err := cmd.Root().Find(args)
			if err != nil || verb == cmd.Root() && len(args) > 0 {
				return usage.Errorf("no verb and no topic is called %q%s",
					args[0], meant(cmd.Root(), args[0]))
			}
			return verb.Help()
		},
	}
}

// complete completes the verbs and topics that have help.
func complete(
	cmd *cobra.Command, args []string, typed string,
) ([]string, cobra.ShellCompDirective) {
	var all []string
	for _, verb := range cmd.Root().Commands() {
		if verb.IsAvailableCommand() && len(args) == 0 && strings.HasPrefix(verb.Name(), typed) {
			all = append(all, cobra.CompletionWithDesc(verb.Name(), verb.Short))
		}
	}
	for _, topic := range Topics() {
		if len(args) == 0 && strings.HasPrefix(topic.Name, typed) {
			all = append(all, cobra.CompletionWithDesc(topic.Name, topic.Short))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// IsVerb reports whether a command is a visible verb.
func IsVerb(cmd *cobra.Command) bool { return cmd.IsAvailableCommand() && cmd.Name() != "help" }

// UnknownVerb is the error for a first argument that is no verb.
func UnknownVerb(root *cobra.Command, name string) error {
	return usage.Errorf("unknown verb %q%s", name, meant(root, name))
}

// meant suggests what to type for a word that is no verb: a verb before a puzzle, or the verb
// or topic with that name in other programs or with a similar name. It may be empty.
func meant(root *cobra.Command, word string) string {
	info, err := os.Stat(word)
	if catalogue.Has(word) || err == nil && !info.IsDir() {
		return fmt.Sprintf("; it is a puzzle: exactile show %[1]s, exactile solve %[1]s", word)
	}
	verbs := []string{"help"} // cobra's list lacks it
	for _, cmd := range root.Commands() {
		if slices.Contains(cmd.SuggestFor, word) {
			return fmt.Sprintf("; did you mean %q?", cmd.Name())
		}
		if cmd.IsAvailableCommand() || cmd.IsAdditionalHelpTopicCommand() {
			verbs = append(verbs, cmd.Name())
		}
	}
	return spelling.Hint(word, verbs)
}

// OnlyKnownShells makes completion for an unknown shell a usage error: cobra prints its help
// and exits with success.
func OnlyKnownShells(root *cobra.Command) {
	cmd, _, _ := root.Find([]string{"completion"}) // it is there
	var shells []string
	for _, shell := range cmd.Commands() {
		shells = append(shells, shell.Name())
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return usage.OneOf("no completion for %q", args[0], shells)
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.Use = "completion SHELL"
	cmd.Long = "completion prints a script that has your shell complete verbs and flags.\n" +
		"exactile completion SHELL --help says how to use it."
	cmd.Example = "  source <(exactile completion bash)\n" +
		"  exactile completion fish > ~/.config/fish/completions/exactile.fish"
}
