package main

import (
	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/cluster"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/evidence"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/exchange"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/plumbing"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/puzzles"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs/search"
)

// A verb is its group in the help and the function that makes its command.
type verb struct {
	group string // "": listed below the groups
	new   func(*console.Console) *cobra.Command
}

// verbs is the registry of all verbs, in the order of the help. The help, the manual, shell
// completion and the tests of all verbs use it.
var verbs = []verb{
	{"Solve", search.Solve},
	{"Solve", search.Count},
	{"Solve", search.Compare},
	{"Solve", search.Rate},
	{"Solve", search.Play},
	{"Many machines", cluster.Plan},
	{"Many machines", cluster.Work},
	{"Many machines", cluster.Merge},
	{"Many machines", cluster.Serve},
	{"Many machines", cluster.Jobs},
	{"Puzzles", puzzles.List},
	{"Puzzles", puzzles.Show},
	{"Puzzles", puzzles.New},
	{"Puzzles", search.Design},
	{"Puzzles", search.Sheet},
	{"Puzzles", puzzles.Convert},
	{"Puzzles", puzzles.Schema},
	{"Evidence", evidence.Verify},
	{"Evidence", evidence.Check},
	{"Evidence", evidence.Certify},
	{"Other solvers", exchange.Export},
	{"Other solvers", exchange.Decode},
	{"", plumbing.Man},
	{"", plumbing.Engine},
}
