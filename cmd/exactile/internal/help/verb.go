package help

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/prose"
)

// groups are the flags that several verbs share, by what they are about. All other flags of a verb
// are its own, and come first.
var groups = []struct {
	title string
	flags []string
}{
	{"Output", []string{"ascii", "columns", "format", "json", "legend", "output", "scale", "theme", "title", "view"}},
	{"Search", []string{"backend", "memory", "seed", "timeout", "workers"}},
	{"Input", []string{"from", "lenient", "merge-congruent", "symmetry"}},
	{"Evidence", []string{"proof", "require-proof", "trust"}},
	{"Advanced", []string{
		"audit", "budget", "checkpoint", "checkpoint-every", "encoding", "enumerate", "free-aux", "isolate",
		"nats-ca", "nats-creds", "no-reduce", "no-symmetry", "sat-exit", "shard", "solver-profile", "token", "units",
	}},
}

// common are the shared flags that the short help has, too.
var common = []string{"backend", "format", "json", "output", "timeout"}

// Verb prints the help of a verb: all of it, or the short one, which has no text, up to three
// examples and the flags that are used most. bold makes a heading stand out.
func Verb(w io.Writer, cmd *cobra.Command, long bool, bold func(string) string) {
	heading := func(title string) { fmt.Fprintf(w, "\n%s\n", bold(title+":")) }
	text := cmd.Short + "."
	if long && cmd.Long != "" {
		text = cmd.Long
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
			fmt.Fprintln(w, strings.TrimRight(some.FlagUsagesWrapped(prose.Width), " \n"))
		}
	}
	local := cmd.LocalFlags()
	flags("Flags", local, func(name string) bool { return own(name) || !long && slices.Contains(common, name) })
	if !long {
		fmt.Fprintf(w, "\n%s --help says more and has all flags.\n", cmd.CommandPath())
		return
	}
	for _, g := range groups {
		flags(g.title, local, func(name string) bool { return slices.Contains(g.flags, name) })
	}
	flags("Flags of every verb", cmd.InheritedFlags(), func(string) bool { return true })
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintln(w, "\nexactile VERB -h is a short help of a verb, exactile VERB --help all of it.")
	}
}

// own reports whether a flag is in no group.
func own(name string) bool {
	for _, g := range groups {
		if slices.Contains(g.flags, name) {
			return false
		}
	}
	return true
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
		list(strings.TrimSuffix(g.Title, ":"), func(sub *cobra.Command) bool { return sub.GroupID == g.ID && sub.IsAvailableCommand() })
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
