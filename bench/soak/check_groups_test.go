package soak_test

import (
	"math/big"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// merged is a search that merges states wherever it can.
var merged = func() native.Searcher {
	s, err := native.Searcher{}.Forced("layers")
	must(err)
	return s
}()

// groups counts by some pieces, and by how often others are used.
func groups(s *subject) {
	var g cover.Grouping
	for i := range s.Items {
		switch s.rand.IntN(6) {
		case 0, 1:
			g.By = append(g.By, i)
		case 2:
			g.Use = append(g.Use, i)
		}
	}
	want := value(g.Grouped(s.Model, s.listed()))
	for _, b := range []backend{native.Searcher{}, merged, s.pick(len(s.solutions))} {
		got := value(backends.Groups(s.ctx, b, s.Model, g))
		if !slices.EqualFunc(got, want, func(a, b cover.Group) bool {
			return slices.Equal(a.Options, b.Options) && slices.Equal(a.Use, b.Use) &&
				a.Count.Cmp(b.Count) == 0
		}) {
			fail("grouped by %+v: %v, want %v", g, got, want)
		}
	}
}

// rankings numbers the solutions in a diagram and in a list, and compares the answers of
// both about them, and about the options.
func rankings(s *subject) {
	marginals, total, err := cover.Marginals(s.Model, s.listed())
	must(err)
	var first []cover.Solution
	for _, b := range []native.Searcher{merged, {}} {
		r := value(b.Rank(s.ctx, s.Model))
		same("a ranking", int(r.Count().Int64()), len(s.solutions))
		var all []cover.Solution
		for k := range s.solutions {
			sol := value(r.At(big.NewInt(int64(k))))
			if n := value(r.Index(sol)); n.Int64() != int64(k) || s.find(sol) < 0 {
				fail("solution %d, %v, has the number %v", k, sol, n)
			}
			all = append(all, sol)
		}
		if first == nil {
			first = all
		}
		if !equal(all, first) {
			fail("a diagram has the order %v, a list %v", first, all)
		}
		options, n, err := b.Marginals(s.ctx, s.Model)
		must(err)
		alike := func(a, b *big.Int) bool { return a.Cmp(b) == 0 }
		if !alike(n, total) || !slices.EqualFunc(options, marginals, alike) {
			fail("the options are in %v of %v solutions, want %v of %v", options, n, marginals, total)
		}
	}
}

// listed yields the solutions.
func (s *subject) listed() func(yield func(cover.Solution, error) bool) {
	return func(yield func(cover.Solution, error) bool) {
		for _, sol := range s.solutions {
			if !yield(sol, nil) {
				return
			}
		}
	}
}
