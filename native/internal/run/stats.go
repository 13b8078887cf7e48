package run

import "errors"

// Stats say what one search did, as the Stats of the searchers do.
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
	// 0 if it was too small to ask.
	Estimate float64
	// Nodes is the number of choices of an option that were tried.
	Nodes int64
	// Solutions is the number of solutions found one by one.
	Solutions int64
}

// Stats are those of a search by the engine named.
func (s *Search) Stats(engine string, nodes float64) Stats {
	n := s.Nodes
	if s.MaxNodes > 0 {
		n = min(n, s.MaxNodes) // those beyond were only passed on the way out
	}
	return Stats{Engine: engine, Estimate: nodes, Nodes: n, Solutions: int64(s.Found)}
}

// ErrBudget ends a search that needs more nodes than it was given.
var ErrBudget = errors.New("native: the node budget is spent")
