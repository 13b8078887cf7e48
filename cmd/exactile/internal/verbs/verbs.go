package verbs

import (
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/spf13/cobra"
)

// A Verb is its name, its group in the help, and the function that adds its arguments, flags and
// what it does to the command of its help page.
type Verb struct {
	Name   string
	Group  string // "": listed below the groups
	Define func(*cli.Console, *cobra.Command)
}

// Verbs is the registry of all verbs, in the order of the help. The help, the manual, shell
// completion and the tests of all verbs use it.
var Verbs = []Verb{
	{"solve", "Solve", solveVerb},
	{"count", "Solve", countVerb},
	{"compare", "Solve", compareVerb},
	{"rate", "Solve", rateVerb},
	{"play", "Solve", playVerb},
	{"plan", "Many machines", planVerb},
	{"work", "Many machines", workVerb},
	{"merge", "Many machines", mergeVerb},
	{"serve", "Many machines", serveVerb},
	{"jobs", "Many machines", jobsVerb},
	{"list", "Puzzles", listVerb},
	{"show", "Puzzles", showVerb},
	{"new", "Puzzles", newVerb},
	{"design", "Puzzles", designVerb},
	{"sheet", "Puzzles", sheetVerb},
	{"convert", "Puzzles", convertVerb},
	{"schema", "Puzzles", schemaVerb},
	{"verify", "Evidence", verifyVerb},
	{"check", "Evidence", checkVerb},
	{"certify", "Evidence", certifyVerb},
	{"export", "Other solvers", exportVerb},
	{"decode", "Other solvers", decodeVerb},
	{"man", "", manVerb},
	{"version", "", versionVerb},
	{cli.EngineVerb, "", engineVerb},
	{study.TrialVerb, "", trialVerb},
}

// Named returns the verb that a command line begins with, none if it is only --version, and all
// verbs if it begins otherwise, or with man, which needs them. To make the flags of all verbs takes
// half a millisecond.
func Named(args []string) []Verb {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-V") {
		return nil
	}
	i := slices.IndexFunc(Verbs, func(v Verb) bool {
		return len(args) > 0 && args[0] == v.Name
	})
	if i < 0 || Verbs[i].Name == "man" {
		return Verbs
	}
	return Verbs[i : i+1]
}
