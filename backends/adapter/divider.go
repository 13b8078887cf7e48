package adapter

import (
	"context"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A StateDivider searches parts of the solutions, by states, as [native.Searcher] does.
type StateDivider interface {
	// Partition divides a model as [native.Searcher.Partition] does.
	Partition(ctx context.Context, m *cover.Model, list bool, n int) (*native.Partition,
		native.Advice, error)
	// States returns a maker of backends for the solutions in all the given classes of a
	// partition, which end with [native.ErrBudget] after a number of nodes, 0 for any. They
	// share their setup for a model, as those of [native.Searcher.Parts] do.
	States(p *native.Partition) func(nodes int64, in ...native.Class) backends.Backend
}

// DividerOf returns the StateDivider that b is, or nil.
func DividerOf(b backends.Backend) StateDivider {
	switch b := b.(type) {
	case StateDivider:
		return b
	case native.Searcher:
		return divider{b}
	}
	return nil
}

type divider struct{ native.Searcher }

func (d divider) States(p *native.Partition) func(int64, ...native.Class) backends.Backend {
	part := d.Parts(p)
	return func(nodes int64, in ...native.Class) backends.Backend {
		s := part(in...)
		s.MaxNodes = nodes
		return s
	}
}
