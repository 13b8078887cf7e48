package manual

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
				return cli.Misusef("no verb and no topic is called %q%s",
					args[0], suggestion(cmd.Root(), args[0]))
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
	for _, sub := range cmd.Root().Commands() {
		has := sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand()
		if has && len(args) == 0 && strings.HasPrefix(sub.Name(), typed) {
			all = append(all, cobra.CompletionWithDesc(sub.Name(), sub.Short))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// IsVerb reports whether a command is a visible verb.
func IsVerb(cmd *cobra.Command) bool { return cmd.IsAvailableCommand() && cmd.Name() != "help" }

// UnknownVerb is the error for a first argument that is no verb.
func UnknownVerb(root *cobra.Command, name string) error {
	return cli.Misusef("unknown verb %q%s", name, suggestion(root, name))
}

// suggestion suggests what to type for a word that is no verb: a verb before a puzzle, or the verb
// or topic with that name in other programs or with a similar name. It may be empty.
func suggestion(root *cobra.Command, word string) string {
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
	return text.Hint(word, verbs)
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
		return cli.OneOf("no completion for %q", args[0], shells)
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.Use = "completion SHELL"
	cmd.Long = "completion prints a script that has your shell complete verbs and flags.\n" +
		"exactile completion SHELL --help says how to use it."
	cmd.Example = "  source <(exactile completion bash)\n" +
		"  exactile completion fish > ~/.config/fish/completions/exactile.fish"
}

// groups are the flags that several verbs share, by what they are about. All other flags of a verb
// are its own, and come first.
var groups = []struct {
	title string
	flags []string
}{
	{"Output", []string{"columns", "format", "json", "legend", "output", "palette",
		"scale", "theme", "title", "view"}},
	{"Search", []string{"backend", "memory", "seed", "timeout", "workers"}},
	{"Input", []string{
		"board-file", "from", "lenient", "merge-congruent", "place", "symmetry",
	}},
	{"Evidence", []string{"check-proof", "proof", "require-proof", "trust"}},
	{"Advanced", []string{
		"audit", "budget", "checkpoint", "encoding", "enumerate", "free-aux",
		"isolate",
		"nats-ca", "nats-creds", "no-reduce", "no-symmetry", "sat-exit", "shard", "solver-profile",
		"token", "units",
	}},
}

// shortHelpFlags are the shared flags that the short help has, too.
var shortHelpFlags = []string{"backend", "format", "json", "output", "timeout"}

// Write prints the help of a verb: all of it, or the short one, which has no text, up to three
// examples and the flags that are used most. bold makes a heading stand out.
func Write(w io.Writer, cmd *cobra.Command, long bool, bold func(string) string) {
	heading := func(title string) { fmt.Fprintf(w, "\n%s\n", bold(title+":")) }
	text := cmd.Short + "."
	if long {
		text = cmp.Or(cmd.Long, text)
	}
	fmt.Fprintln(w, text)
	heading("Usage")
	fmt.Fprintf(w, "  %s\n", cmd.UseLine())
	if examples := strings.Split(strings.TrimRight(cmd.Example, "\n"), "\n"); cmd.HasExample() {
		heading("Examples")
		if !long {
			examples = examples[:min(3, len(examples))]
		}
		fmt.Fprintln(w, strings.Join(examples, "\n"))
	}
	verbs(w, cmd, heading)
	flags := func(title string, set *pflag.FlagSet, wanted func(name string) bool) {
		some := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.VisitAll(func(f *pflag.Flag) {
			if wanted(f.Name) {
				some.AddFlag(f)
			}
		})
		if some.HasAvailableFlags() {
			heading(title)
			fmt.Fprintln(w, strings.TrimRight(some.FlagUsagesWrapped(cli.TextWidth), " \n"))
		}
	}
	local := cmd.LocalFlags()
	var shared []string
	for _, g := range groups {
		shared = append(shared, g.flags...)
	}
	flags("Flags", local, func(name string) bool {
		return !slices.Contains(shared, name) || !long && slices.Contains(shortHelpFlags, name)
	})
	if !long {
		fmt.Fprintf(w, "\n%s --help says more and has all flags.\n", cmd.CommandPath())
		return
	}
	for _, g := range groups {
		flags(g.title, local, func(name string) bool { return slices.Contains(g.flags, name) })
	}
	flags("Flags of every verb", cmd.InheritedFlags(), func(string) bool { return true })
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintln(w,
			"\nexactile VERB -h is a short help of a verb, exactile VERB --help all of it.")
	}
}

// verbs lists the verbs and topics below a command, by their groups.
func verbs(w io.Writer, cmd *cobra.Command, heading func(string)) {
	list := func(title string, wanted func(*cobra.Command) bool) {
		var rows []*cobra.Command
		for _, sub := range cmd.Commands() {
			if wanted(sub) {
				rows = append(rows, sub)
			}
		}
		if len(rows) == 0 {
			return
		}
		heading(title)
		for _, sub := range rows {
			fmt.Fprintf(w, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	for _, g := range cmd.Groups() {
		list(strings.TrimSuffix(g.Title, ":"),
			func(sub *cobra.Command) bool {
				return sub.GroupID == g.ID && sub.IsAvailableCommand()
			})
	}
	rest := "Help"
	if cmd.HasParent() {
		rest = "Shells"
	}
	list(rest, func(sub *cobra.Command) bool {
		return sub.GroupID == "" && (sub.IsAvailableCommand() || sub.Name() == "help")
	})
	list("Topics, as in exactile help counts", (*cobra.Command).IsAdditionalHelpTopicCommand)
}
