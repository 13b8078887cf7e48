package problem

import "github.com/exactile/exactile/encode/cover"

// A Problem is a settled model as searches take it.
type Problem struct {
	Model *cover.Model
	cover.Settled
	// Rank is the order in which the caller wants the options of a cell to be
	// tried; nil: any.
	Rank func(option int) int
}

// Load returns the problem of a model, without the bounds that cannot bind.
func Load(m *cover.Model) *Problem {
	p := &Problem{Model: m, Settled: m.Settle()}
	loosen(m, &p.Settled)
	return p
}
