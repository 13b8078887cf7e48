package native

import (
	"context"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A job is a problem to be searched from some roots, with settings of its own.
type job struct {
	run.Settings
	ctx   context.Context
	p     *problem.Problem
	roots []problem.Root
	// asking is set if the strategy alone is wanted, and no count that takes long.
	asking bool
	late   float64 // seconds that a count by merged states would have taken, which was given up
	trials layers.Account
}

// A loaded model is what the methods of a Searcher work on. It is propagated and its bounds relaxed
// once, so that a method that needs another, such as a listing beside a merged count, starts from
// the same problem.
type loaded struct {
	Searcher
	ctx      context.Context
	m        *cover.Model
	settings *run.Settings
	p        *problem.Problem // see problem
}

func (s Searcher) load(ctx context.Context, m *cover.Model) *loaded {
	return &loaded{Searcher: s, ctx: ctx, m: m, settings: s.settings()}
}

// set makes m, which has the same solutions, the model that is searched.
func (l *loaded) set(m *cover.Model) {
	l.p = problem.Load(m)
	l.p.Rank = l.OptionOrder
}

// problem returns the problem of the model. It is impossible, too, if the numbers of the model do
// not add up, unless that rule is off, or if the context has ended.
func (l *loaded) problem() *problem.Problem {
	switch {
	case l.p != nil:
	case l.ctx.Err() != nil || l.levels[sums] >= 0 && !bounds.Of(l.m).AddUp():
		l.p = &problem.Problem{Model: l.m, Residual: cover.Residual{Impossible: true}}
	default:
		l.set(l.m)
	}
	return l.p
}

// tighten makes the problem that of a tight model, and returns it; nil if there is none. Hooks see
// the items of the model as it is.
func (l *loaded) tighten() *problem.Problem {
	if l.Prune != nil || l.CellOrder != nil {
		return nil
	}
	m := bounds.Tight(l.m)
	if m == l.m {
		return nil
	}
	l.set(m)
	return l.p
}
