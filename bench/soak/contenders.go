package main

import (
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

type backend = backends.Backend

// A contender is one way to list solutions that has to agree with the simple
// search. Different calls of new may differ in what must not matter.
type contender struct {
	name string
	// most is how many solutions it is asked for at most; 0 is any number.
	most int
	new  func(s *subject) backend
}

// How many solutions SAT engines are asked for at most, and outside programs, each
// of which takes a process.
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
		{name: "native with switches", new: switched},
	}
	for _, name := range satNames() {
		plain, err := backends.Lookup(name)
		if err != nil {
			return nil, err
		}
		ways := []backends.Enumeration{backends.Cubes, backends.Blocking}
		if _, assumes := plain.(backends.SAT).New().(backends.AssumingEngine); assumes {
			ways = append(ways, backends.Branch)
		}
		for _, how := range ways {
			b, err := backends.Options{Enumerate: how}.Lookup(name)
			if err != nil {
				return nil, err
			}
			all = append(all, contender{name: fmt.Sprintf("%s %v", name, how), most: satSolutions, new: func(*subject) backend { return b }})
		}
		b, err := backends.Options{Workers: 2}.Lookup(name)
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: name + " two workers", most: satSolutions, new: func(*subject) backend { return b }})
	}
	// The race itself; what native settles by itself is no race.
	race := backends.Options{}.Portfolio()
	race.NoTrial = true
	all = append(all, contender{name: "portfolio", most: satSolutions, new: func(*subject) backend { return race }})
	for _, program := range outside {
		b, err := backends.Lookup("process:" + program)
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: "process:" + program, most: outsideSolutions, new: func(*subject) backend { return b }})
	}
	return all, nil
}

// satNames returns the SAT backends of the registry with every encoding, and pairs
// of encodings.
func satNames() []string {
	var names []string
	for _, name := range backends.Names() {
		b, err := backends.Lookup(name)
		sat, ok := b.(backends.SAT)
		switch {
		case err != nil || !ok:
		case sat.Encoding.Name == "":
			names = append(names, name)
		default:
			for _, encoding := range encode.Names() {
				names = append(names, name+"/"+encoding)
			}
			for n, many := range encode.GeneralNames() {
				one := encode.Names()[n*3%len(encode.Names())]
				names = append(names, name+"/"+one+"+"+many)
			}
		}
	}
	return names
}

// switched returns the fast search with a random choice of everything that must
// not matter.
func switched(s *subject) backend {
	engines := append([]string{"", ""}, native.Engines()...)
	b := native.Searcher{}.Forced(native.Choice{
		Engine: engines[s.rand.IntN(len(engines))], Spacing: []int{0, -1, 1, 2, 5}[s.rand.IntN(5)], Components: s.rand.IntN(3) - 1,
		Completions: []int{0, -1, 2, 6, 12, 30}[s.rand.IntN(6)], Enclosed: s.rand.IntN(6) - 1,
	})
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

// pruned returns the fast search with a sound rule of the caller's: it gives up
// where no solution known contains what is chosen.
func pruned(s *subject) native.Searcher {
	return native.Searcher{Prune: func(p *native.Partial) bool {
		for _, sol := range s.solutions {
			if containsAll(sol, p.Chosen) {
				return false
			}
		}
		return true
	}}
}

func containsAll(sol cover.Solution, options []int) bool {
	in := make(map[int]bool, len(sol))
	for _, o := range sol {
		in[o] = true
	}
	for _, o := range options {
		if !in[o] {
			return false
		}
	}
	return true
}
