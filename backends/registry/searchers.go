package registry

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/native"
)

// searchers is the table of backends that search the cover model itself, one a line.
var searchers = []searcher{
	fastest,
	{"native/hunter", "for a first solution of large boards: scarce pieces first, and again in another order where that leads nowhere",
		func(o Options, hook func(native.Stats)) backends.Counter { return hunter(o, 0, hook) }},
	{"native/beam", "for a first solution of large boards and many different pieces: keeps the best partial solutions of each size, by prices of the pieces that it learns",
		func(o Options, hook func(native.Stats)) backends.Counter { return beam(o, 0, hook) }},
	{"native/plain", "a simple search, which the fast one is checked against",
		func(o Options, hook func(native.Stats)) backends.Counter {
			return native.Plain{Stats: hook, Meter: o.meter()}
		}},
}

var fastest = searcher{"native", "the fast search: picks an engine and an order by sampling",
	func(o Options, hook func(native.Stats)) backends.Counter { return fast(o, hook) }}

// A searcher is a line of the table: the hook is called at the end of every search.
type searcher struct {
	name, text string
	new        func(o Options, hook func(native.Stats)) backends.Counter
}

// backend returns the search with these options.
func (s searcher) backend(o Options) backends.Counter {
	return backends.Searching(func(hook func(native.Stats)) backends.Counter { return s.new(o, hook) })
}

// hunter returns the search for a first solution.
func hunter(o Options, seed uint64, hook func(native.Stats)) native.Hunter {
	return native.Hunter{Seed: seed, Stats: hook, Meter: o.meter()}
}

// beam returns the search for a first solution of many different pieces.
func beam(o Options, seed uint64, hook func(native.Stats)) native.Beam {
	return native.Beam{Seed: seed, Stats: hook, Meter: o.meter()}
}

// tableMemory is how much of a search's memory is for its tables: the rest of the
// search grows by some 3 MB. If that is most of it, a quarter is left.
func tableMemory(all int64) int64 {
	const besides = 3 << 20
	return all - min(besides, all/4*3)
}

// fast returns the fast search.
func fast(o Options, hook func(native.Stats)) native.Searcher {
	s := native.Searcher{
		Memory: tableMemory(o.Memory), NoSymmetry: o.NoSymmetry, Workers: o.Workers, Stats: hook, Meter: o.meter(),
	}.Forced(o.Native)
	if o.Monitor != nil {
		o.Monitor.SetDone(0)
		if o.Monitor.Fraction {
			s.Progress = o.Monitor.SetDone
		}
	}
	return s
}
