package registry

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// searchers is the table of backends that search the cover model itself, one a line.
var searchers = []searcher{
	nativeSearcher,
	{"native/hunter",
		"for a first solution of large boards: scarce pieces first, and again in another order " +
			"where that leads nowhere",
		func(o Options) backends.Counter { return hunter(o) }},
	{"native/beam",
		"for a first solution of large boards and many different pieces: keeps the best partial " +
			"solutions of each size, by prices of the pieces that it learns",
		func(o Options) backends.Counter { return beam(o) }},
	{"native/plain", "a simple search, which the fast one is checked against",
		func(o Options) backends.Counter { return native.Plain{Meter: o.meter()} }},
}

var nativeSearcher = searcher{"native", "the fast search: picks an engine and an order by sampling",
	func(o Options) backends.Counter {
		s := fast(o)
		if s.Progress != nil {
			return monitored{s, o.Monitor}
		}
		return s
	}}

// A searcher is a line of the table.
type searcher struct {
	name, text string
	backend    func(o Options) backends.Counter
}

// hunter returns the search for a first solution.
func hunter(o Options) native.Hunter {
	return native.Hunter{Meter: o.meter()}
}

// beam returns the search for a first solution of many different pieces.
func beam(o Options) native.Beam {
	return native.Beam{Meter: o.meter()}
}

// tableMemory is how much of a search's memory is for its tables: the rest of the
// search grows by some 3 MB. If that is most of it, a quarter is left.
func tableMemory(all int64) int64 {
	const besides = 3 << 20
	return all - min(besides, all/4*3)
}

// fast returns the fast search.
func fast(o Options) native.Searcher {
	s := o.Native
	s.Memory, s.NoSymmetry = tableMemory(o.Memory), o.NoSymmetry
	s.Workers, s.Meter = o.Workers, o.meter()
	if o.Monitor != nil {
		o.Monitor.SetDone(0)
		if o.Monitor.Fraction {
			s.Progress = o.Monitor.SetDone
		}
	}
	return s
}

// A monitored search resets its monitor when it begins: the monitor may have seen another search.
type monitored struct {
	native.Searcher
	monitor *adapter.Monitor
}

func (s monitored) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		s.monitor.SetDone(0)
		s.Searcher.Solutions(ctx, m)(yield)
	}
}

func (s monitored) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	s.monitor.SetDone(0)
	return s.Searcher.Count(ctx, m)
}

// Observed implements [adapter.Observable].
func (s monitored) Observed(report func(backends.Stats)) backends.Backend {
	return monitored{backends.Observed(s.Searcher, report).(native.Searcher), s.monitor}
}

// States implements [adapter.StateDivider].
func (s monitored) States(
	p *native.Partition,
) func(nodes int64, in ...native.Class) backends.Backend {
	return adapter.DividerOf(s.Searcher).States(p)
}
