package run

import "errors"

// Stats say what one search did. They are the Stats of package native, which explains each.
type Stats struct {
	Engine, Slowed, Order  string
	Estimate, Merging      float64
	Nodes, Away, Solutions int64
}

// ErrBudget ends a search that needs more nodes than it was given.
var ErrBudget = errors.New("native: the node budget is spent")
