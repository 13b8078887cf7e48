package problem

import "github.com/exactile/exactile/encode/cover"

// A Problem is a settled model in the form that searches use.
type Problem struct {
	Model *cover.Model
	cover.Residual
	// Rank is the caller's order in which the options of a cell are tried; nil:
	// any.
	Rank func(option int) int
}

// Load returns the problem of a model, without the bounds that cannot bind.
func Load(m *cover.Model) *Problem {
	p := &Problem{Model: m, Residual: m.Propagate()}
	relaxBounds(m, &p.Residual)
	return p
}
