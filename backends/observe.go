package backends

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

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
func Searching(new func(hook func(native.Stats)) Counter) Counter { return searcher{new: new} }

// Parting is Searching for a search that can be made in parts.
func Parting(new func(hook func(native.Stats)) native.Searcher) Counter {
	return searcher{func(hook func(native.Stats)) Counter { return new(hook) }, new}
}

type searcher struct {
	new   func(hook func(native.Stats)) Counter
	parts func(hook func(native.Stats)) native.Searcher // nil: it cannot be made in parts
}

func (s searcher) search(ctx context.Context) Counter {
	report := Observer(ctx)
	return s.new(func(st native.Stats) { report(SearchStats(st)) })
}

func (s searcher) Abilities() Abilities {
	can := Abilities{Count: s.Count, Observable: true}
	if _, asked := s.new(nil).(grouper); asked {
		can.Groups, can.Marginals, can.Rank = s.groups, s.marginals, s.rank
	}
	if s.parts != nil {
		can.Partition, can.States = s.parts(nil).Partition, s.states
	}
	return can
}

func (s searcher) states(p *native.Partition) func(nodes int64, in ...native.Class) Backend {
	part := s.parts(nil).Parts(p)
	return func(nodes int64, in ...native.Class) Backend {
		return Parting(func(hook func(native.Stats)) native.Searcher {
			one := part(in...)
			one.MaxNodes, one.Stats = nodes, hook
			return one
		})
	}
}

func (s searcher) groups(
	ctx context.Context, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	return s.search(ctx).(grouper).Groups(ctx, m, g)
}

func (s searcher) marginals(
	ctx context.Context, m *cover.Model,
) (options []*big.Int, total *big.Int, err error) {
	return s.search(ctx).(grouper).Marginals(ctx, m)
}

func (s searcher) rank(ctx context.Context, m *cover.Model) (*native.Ranking, error) {
	return s.search(ctx).(grouper).Rank(ctx, m)
}

func (s searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return s.search(ctx).Solutions(ctx, m)
}

func (s searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return s.search(ctx).Count(ctx, m)
}

// SearchStats are the Stats of a search of package native.
func SearchStats(st native.Stats) Stats {
	return Stats{
		Nodes: st.Nodes, Engine: st.Engine, Order: st.Order, Away: st.Away, Estimate: st.Estimate,
		Searched: true,
	}
}
