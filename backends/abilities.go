package backends

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// AbilitiesOf returns what b can do: the result of its method Abilities, if it has
// one; otherwise b may be a [Counter].
func AbilitiesOf(b Backend) Abilities {
	switch b := b.(type) {
	case interface{ Abilities() Abilities }:
		return b.Abilities()
	case Counter:
		can := Abilities{Count: b.Count}
		if b, ok := b.(divisible); ok {
			can.Groups, can.Marginals, can.Rank = b.Groups, b.Marginals, b.Rank
			can.Partition, can.States = b.Partition, func(p *native.Partition) func(int64, ...native.Class) Backend {
				part := b.Parts(p)
				return func(nodes int64, in ...native.Class) Backend {
					return Searching(func(hook func(native.Stats)) Counter {
						s := part(in...)
						if s.MaxNodes = nodes; s.Stats == nil {
							s.Stats = hook
						}
						return s
					})
				}
			}
		}
		return can
	}
	return Abilities{}
}

// A divisible backend is a [native.Searcher], or has its methods.
type divisible interface {
	Groups(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error)
	Marginals(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error)
	Rank(ctx context.Context, m *cover.Model) (*native.Ranking, error)
	Partition(context.Context, *cover.Model, bool, int) (*native.Partition, native.Advice, error)
	Parts(*native.Partition) func(...native.Class) native.Searcher
}

type observerKey struct{}

// Observe returns a context for searches by b. If b is Observable, it calls report once at
// the end of every search, however it ended, from the goroutine that ran it. If b is not,
// nothing is reported, not even by backends that b uses: b may lose what they find.
func Observe(ctx context.Context, b Backend, report func(Stats)) context.Context {
	if !AbilitiesOf(b).Observable {
		report = func(Stats) {}
	}
	return context.WithValue(ctx, observerKey{}, report)
}

// Observer returns the function to report to at the end of a search with ctx: that of
// the last Observe, or one that does nothing.
func Observer(ctx context.Context) (report func(Stats)) {
	if report, ok := ctx.Value(observerKey{}).(func(Stats)); ok {
		return report
	}
	return func(Stats) {}
}

// Searching returns a search of package native that can be observed: new makes a search
// that calls the hook at its end.
func Searching(new func(hook func(native.Stats)) Counter) Counter { return searcher(new) }

type searcher func(hook func(native.Stats)) Counter

// observed is a search whose end is reported to the observer of ctx.
func (s searcher) observed(ctx context.Context) Counter {
	report := Observer(ctx)
	return s(func(st native.Stats) { report(SearchStats(st)) })
}

func (s searcher) Abilities() Abilities {
	can := AbilitiesOf(s(nil))
	can.Count, can.Observable = s.Count, true
	if can.Groups == nil {
		return can
	}
	can.Groups = func(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error) {
		return AbilitiesOf(s.observed(ctx)).Groups(ctx, m, g)
	}
	can.Marginals = func(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error) {
		return AbilitiesOf(s.observed(ctx)).Marginals(ctx, m)
	}
	can.Rank = func(ctx context.Context, m *cover.Model) (*native.Ranking, error) {
		return AbilitiesOf(s.observed(ctx)).Rank(ctx, m)
	}
	return can
}

func (s searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return s.observed(ctx).Solutions(ctx, m)
}

func (s searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return s.observed(ctx).Count(ctx, m)
}

// SearchStats are the Stats of a search of package native.
func SearchStats(st native.Stats) Stats {
	return Stats{
		Nodes: st.Nodes, Engine: st.Engine, Order: st.Order, Away: st.Away, Estimate: st.Estimate,
		Searched: true,
	}
}
