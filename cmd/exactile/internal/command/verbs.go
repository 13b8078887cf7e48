package command

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/cluster"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/contest"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/evidence"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/exchange"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/making"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/plumbing"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/puzzles"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/search"
)

// A Verb is its name, its group in the help and the function that makes its command.
type Verb struct {
	Name  string // "": its command needs those of all verbs
	Group string // "": listed below the groups
	New   func(*console.Console) *cobra.Command
}

// Verbs is the registry of all verbs, in the order of the help. The help, the manual, shell
// completion and the tests of all verbs use it.
var Verbs = []Verb{
	{"solve", "Solve", search.Solve},
	{"count", "Solve", search.Count},
	{"compare", "Solve", contest.Compare},
	{"rate", "Solve", making.Rate},
	{"play", "Solve", search.Play},
	{"plan", "Many machines", cluster.Plan},
	{"work", "Many machines", cluster.Work},
	{"merge", "Many machines", cluster.Merge},
	{"serve", "Many machines", cluster.Serve},
	{"jobs", "Many machines", cluster.Jobs},
	{"list", "Puzzles", puzzles.List},
	{"show", "Puzzles", puzzles.Show},
	{"new", "Puzzles", puzzles.New},
	{"design", "Puzzles", making.Design},
	{"sheet", "Puzzles", making.Sheet},
	{"convert", "Puzzles", puzzles.Convert},
	{"schema", "Puzzles", puzzles.Schema},
	{"verify", "Evidence", evidence.Verify},
	{"check", "Evidence", evidence.Check},
	{"certify", "Evidence", evidence.Certify},
	{"export", "Other solvers", exchange.Export},
	{"decode", "Other solvers", exchange.Decode},
	{"", "", plumbing.Man},
	{"version", "", plumbing.Version},
	{engine.Verb, "", plumbing.Engine},
}

// Named returns the verb that a command line begins with, and all verbs if it begins otherwise.
// To make the flags of all verbs takes half a millisecond.
func Named(args []string) []Verb {
	i := slices.IndexFunc(Verbs, func(v Verb) bool {
		return len(args) > 0 && args[0] != "" && args[0] == v.Name
	})
	if i < 0 {
		return Verbs
	}
	return Verbs[i : i+1]
}
