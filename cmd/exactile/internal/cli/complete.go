package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CompleteFlags adds completion of the arguments and flags of all verbs below root.
func CompleteFlags(root *cobra.Command) {
	registerFlagValues(root)
	for _, cmd := range root.Commands() {
		switch _, argument, _ := strings.Cut(cmd.Use, " "); {
		case cmd.ValidArgsFunction != nil:
		case strings.HasPrefix(argument, "PUZZLE"), strings.HasPrefix(argument, "[PUZZLE"):
			cmd.ValidArgsFunction = completePuzzles
		}
		registerFlagValues(cmd)
	}
}

// registerFlagValues adds completion of the values of a command's flags.
func registerFlagValues(cmd *cobra.Command) {
	add := func(f *pflag.Flag) {
		names, several := Choices(f), false
		switch f.Name {
		case "backend":
			names, several = registry.Names(), true
		case "encoding", "encodings":
			names, several = encode.Names(), true
		}
		if len(names) == 0 {
			return
		}
		// It cannot fail: the flag exists and has no function yet.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, func(
			_ *cobra.Command, _ []string, typed string,
		) ([]string, cobra.ShellCompDirective) {
			return completeValues(names, several, typed)
		})
	}
	cmd.LocalNonPersistentFlags().VisitAll(add)
	cmd.PersistentFlags().VisitAll(add)
}

// completeValues returns the names that start with the typed text; if several are allowed, it
// completes the last name of the list. A slash and an encoding may follow a backend.
func completeValues(
	names []string, several bool, typed string,
) ([]string, cobra.ShellCompDirective) {
	before, last := "", typed
	if comma := strings.LastIndexByte(typed, ','); several && comma >= 0 {
		before, last = typed[:comma+1], typed[comma+1:]
	}
	if backend, _, slash := strings.Cut(last, "/"); several && slash &&
		slices.Contains(names, backend) {
		for _, e := range encode.Names() {
			if name := backend + "/" + e; !slices.Contains(names, name) {
				names = append(names[:len(names):len(names)], name)
			}
		}
	}
	var all []string
	for _, name := range names {
		if strings.HasPrefix(name, last) {
			all = append(all, before+name)
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// completePuzzles completes built-in puzzles and files: a shell would offer files only if no
// built-in puzzle matches.
func completePuzzles(
	_ *cobra.Command, _ []string, typed string,
) ([]string, cobra.ShellCompDirective) {
	var all []string
	for _, e := range append(catalogue.Entries(), game.DailyEntry) {
		if strings.HasPrefix(e.Example, typed) {
			all = append(all, cobra.CompletionWithDesc(e.Example, e.Pattern))
		}
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	folder, start := filepath.Split(typed)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return all, directive
	}
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") && start == ""
		if !strings.HasPrefix(e.Name(), start) || hidden {
			continue
		}
		name := folder + e.Name()
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name += string(filepath.Separator)
			directive |= cobra.ShellCompDirectiveNoSpace // a name in the folder comes next
		}
		all = append(all, name)
	}
	return all, directive
}
