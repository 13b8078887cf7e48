package soak_test

import (
	"slices"

	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// designs looks for hints that leave one solution, among all solutions and for some random
// ones, and counts the solutions with the hints, and with each of them left out.
func designs(s *subject) {
	const few = 12
	for _, o := range []design.Options{
		{Hints: len(s.Options), Seed: s.rand.Uint64()},
		{Hints: len(s.Options), Seed: s.rand.Uint64(), MostListed: 1, Draws: 2},
	} {
		var about design.Report
		n, fewest := 0, 0
		for d, err := range design.All(s.ctx, native.Searcher{}, s.Model, o, &about) {
			must(err)
			if left := s.holding(d.Hints); len(left) != 1 || !slices.Equal(left[0], d.Solution) {
				fail("the hints %v leave %v, not %v", d.Hints, left, d.Solution)
			}
			for k := range d.Hints {
				fewer := slices.Delete(slices.Clone(d.Hints), k, k+1)
				if len(s.holding(fewer)) < 2 {
					fail("of the hints %v, %d can be spared", d.Hints, d.Hints[k])
				}
			}
			if d.Fewest > len(d.Hints) || o.MostListed == 0 && len(d.Hints) < fewest {
				fail("%d hints are said to take %d, after some of %d", len(d.Hints), d.Fewest, fewest)
			}
			fewest = len(d.Hints)
			if n++; n == few {
				break
			}
		}
		// A solution that no other one contains can be left alone, so there is a design.
		if o.MostListed == 0 && n == 0 && len(s.solutions) > 0 {
			fail("no hints leave any of %d solutions: %+v", len(s.solutions), about)
		}
	}
}

// holding returns the solutions that contain some options.
func (s *subject) holding(options []int) []cover.Solution {
	return slices.DeleteFunc(slices.Clone(s.solutions), func(sol cover.Solution) bool {
		return slices.ContainsFunc(options, func(o int) bool { return !slices.Contains(sol, o) })
	})
}

// rating compares the numbers of a rating with the solutions.
func rating(s *subject) {
	r := value(design.Rate(s.ctx, native.Searcher{}, s.Model, nil, design.RateOptions{Orders: 3}))
	same("a rating", int(r.Solutions.Int64()), len(s.solutions))
	dead, common := r.FirstMoves, 0
	for o := range s.Options {
		switch len(s.holding([]int{o})) {
		case 0:
			continue
		case len(s.solutions):
			common++
		}
		dead--
	}
	if forced := r.Forced[0]; r.DeadEnds != dead || len(s.solutions) > 0 &&
		(forced.Contradiction || forced.Single > forced.Ahead || forced.Ahead > common) {
		fail("a rating has %d dead ends, want %d; %+v of %d in all solutions",
			r.DeadEnds, dead, forced, common)
	}
}
