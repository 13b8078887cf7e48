package native

import (
	"github.com/exactile/exactile/native/internal/run"
)

// Stats says what one search did. It is handed to the Stats hook of a searcher
// when the search ends, however it ends.
type Stats struct {
	// Engine names the search that was chosen: "plain", "fast" or "wide" for
	// tables, "words", "links" or, where they settle it at once, "sets" for the most
	// constrained item.
	Engine string
	// Order is the order in which the cells were scanned, if they were.
	Order string
	// Merge is every how many cells equal states were merged; 0: never.
	Merge int
	// Estimate is how many nodes the search was expected to have without merging;
	// 0 if it was too small to ask, or ended before there were probes enough to tell.
	Estimate float64
	// Nodes is the number of choices of an option that were tried.
	Nodes int64
	// Solutions is the number of solutions found one by one.
	Solutions int64
}

// ErrBudget is returned by a search that was given a number of nodes and needs
// more. The number of nodes a search needs is the same on every machine, so a
// budget, unlike a time limit, gives the same result every time.
var ErrBudget = run.ErrBudget
