package soak_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// The most solutions that SAT engines and outside programs are asked for; each of
// the latter takes a process.
const (
	satSolutions     = 120
	outsideSolutions = 8
)

// allContenders lists the backends: the fast search with each engine and switch,
// and every SAT engine with every encoding, each way to enumerate and one or two
// workers; a race of several of them; and some outside programs.
func allContenders(outside ...string) ([]contender, error) {
	all := []contender{
		{name: "native", new: func(*subject) backend { return native.Searcher{} }},
		{name: "native with switches", new: func(s *subject) backend { return switched(s) }},
	}
	add := func(name string, most int, b backend) {
		all = append(all, contender{name: name, most: most, new: func(*subject) backend {
			return b
		}})
	}
	for _, name := range satNames() {
		for _, way := range []struct {
			name    string
			options registry.Options
		}{{"", registry.Options{}}, {" blocking", registry.Options{Enumerate: sat.Blocking}},
			{" two workers", registry.Options{Workers: 2}}, {" cubes", registry.Options{Enumerate: sat.Cubes}},
			{" whole", registry.Options{Enumerate: sat.Whole}}, {" whole, not reduced", registry.Options{Enumerate: sat.Whole, NoReduce: true}}} {
			if way.options.Enumerate == sat.Cubes && !strings.HasPrefix(name, "allsat") {
				continue // gets cubes anyway
			}
			b, err := registry.Lookup(name, way.options)
			if err != nil {
				return nil, err
			}
			add(name+way.name, satSolutions, b)
		}
	}
	// Without a trial of native, which would finish most puzzles before the race.
	add("portfolio", satSolutions, auto.Backend{NoTrial: true, RaceCounts: true})
	add("auto", satSolutions, auto.Backend{})
	for _, program := range outside {
		b, err := registry.Lookup("process:"+program, registry.Options{})
		if err != nil {
			return nil, err
		}
		add("process:"+program, outsideSolutions, b)
	}
	return all, nil
}

// satNames returns the SAT backends of the registry with every encoding, and pairs
// of encodings.
func satNames() []string {
	var names []string
	for _, name := range registry.Names() {
		b, err := registry.Lookup(name, registry.Options{})
		engine, ok := b.(sat.Backend)
		switch {
		case err != nil || !ok:
		case engine.EncodingName(nil) == "":
			names = append(names, name)
		default:
			all := encode.Encodings()
			for n, e := range all {
				names = append(names, name+"/"+e.Name)
				if e.Bounds != nil {
					names = append(names, name+"/"+all[n*3%len(all)].Name+"+"+e.Name)
				}
			}
		}
	}
	return names
}

// switched returns the fast search with random settings, none of which may change the
// result.
func switched(s *subject) native.Searcher {
	b, err := native.Searcher{}.Forced(anySwitches(s.rand))
	must(err)
	b.NoSymmetry = s.rand.IntN(3) == 0
	if s.rand.IntN(4) == 0 {
		b.Memory = 1 << s.rand.IntN(14) // too little for the tables
	}
	if s.rand.IntN(6) == 0 {
		b.Workers = 2
	}
	if s.rand.IntN(6) == 0 {
		b.Progress = func(float64) {}
	}
	if s.rand.IntN(6) == 0 {
		b.Meter = new(native.Meter)
	}
	if s.rand.IntN(4) == 0 {
		rank := s.rand.Perm(len(s.Items) + 4) // a rewrite may have more items
		b.CellOrder = func(i int) int { return rank[i%len(rank)] - 1 }
	}
	if s.rand.IntN(4) == 0 {
		rank := s.rand.Perm(len(s.Options) + 1)
		b.OptionOrder = func(o int) int { return rank[o%len(rank)] }
	}
	return b
}

// anySwitches returns some of the switches in any order: of two that fix the same, the last holds.
func anySwitches(r *rand.Rand) string {
	words := native.Switches()
	r.Shuffle(len(words), func(i, k int) { words[i], words[k] = words[k], words[i] })
	return strings.Join(words[:r.IntN(len(words))/2], ",")
}

// pruned returns the fast search with a sound rule of the caller's: it gives up
// if no known solution contains the chosen options.
func pruned(s *subject) native.Searcher {
	return native.Searcher{Prune: func(chosen, _ []int) bool {
		return !slices.ContainsFunc(s.solutions, func(sol cover.Solution) bool {
			return !slices.ContainsFunc(chosen, func(o int) bool {
				return !slices.Contains(sol, o)
			})
		})
	}}
}
