package run

import "errors"

// Stats say what one search did, as the Stats of the searchers do.
type Stats struct {
	// Engine names the search that was chosen: "plain", "fast" or "wide" for
	// tables, "words", "reduced" or "links" for the most constrained item, "frontier" for
	// merging along a recovered order, "beam" for a beam.
	Engine string
	// Slowed names the hook that kept the search from a faster engine: "Prune" or
	// "OptionOrder", which want to see what the faster one does not keep.
	Slowed string
	// Order is the order in which the cells were scanned, if they were.
	Order string
	// Estimate is how many nodes the search was expected to have without merging;
	// 0 if it was too small to ask.
	Estimate float64
	// Nodes is the number of choices of an option that were tried.
	Nodes int64
	// Away is how many bytes of merged states were written to disk, for want of memory.
	Away int64
	// Solutions is the number of solutions found one by one.
	Solutions int64
}

// ErrBudget ends a search that needs more nodes than it was given.
var ErrBudget = errors.New("native: the node budget is spent")
