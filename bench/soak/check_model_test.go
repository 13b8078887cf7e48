package soak_test

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// reduce checks that a reduced model has the same solutions and symmetries.
func reduce(s *subject) {
	m := s.Model.Reduce()
	must(m.Validate())
	if len(m.Sym) != len(s.Sym) {
		fail("the reduced model has %d symmetries, the model %d", len(m.Sym), len(s.Sym))
	}
	all := s.list(native.Plain{}, m, maxSolutions)
	same("the reduced model", len(all), len(s.solutions))
	if digestOf(m, all) != s.digest {
		fail("the reduced model has another digest")
	}
}

// permutedModel shuffles items and options of the model, and checks that only
// their numbers change.
func permutedModel(s *subject) {
	items, options := s.rand.Perm(len(s.Items)), s.rand.Perm(len(s.Options))
	m := s.Model.Permuted(items, options)
	if s.rand.IntN(2) == 0 {
		m.Pos = nil
	}
	must(m.Validate())
	all := s.list(s.pick(len(s.solutions)), m, maxSolutions)
	same("the permuted model", len(all), len(s.solutions))
	if s.AddedItems == 0 && (m.Fingerprint() != s.Fingerprint() || digestOf(m, all) != s.digest) {
		fail("the fingerprint or the digest depends on the numbering")
	}
}

// alteredModel makes a model that no puzzle compiles to: cells that may be covered
// several times, repeated placements, placements that cover what several others
// cover together, items without a place. All backends must agree on that, too.
func alteredModel(s *subject) {
	m := alteredOf(s)
	must(m.Validate())
	want, small := s.simple(m)
	if !small {
		return
	}
	againstBruteForce(m, want)
	s.lists(s.pick(len(want)), m, want)
	s.who = "native with switches"
	s.counts(switched(s), m, len(want))
}

// alteredOf returns a model made of the subject's by a few random changes.
func alteredOf(s *subject) *cover.Model {
	m := &cover.Model{Items: slices.Clone(s.Items), Options: slices.Clone(s.Options),
		Pos: slices.Clone(s.Pos)}
	bounds := [][2]int{{0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 3}, {0, 9}, {1, 9}, {0, 0}}
	for range 1 + s.rand.IntN(3) {
		switch s.rand.IntN(5) {
		case 0, 1:
			if len(m.Items) > 0 {
				i, b := s.rand.IntN(len(m.Items)), bounds[s.rand.IntN(len(bounds))]
				m.Items[i].Min, m.Items[i].Max = b[0], b[1]
			}
		case 2:
			if len(m.Options) > 0 {
				o := s.rand.IntN(len(m.Options))
				m.Options = slices.Insert(m.Options, s.rand.IntN(len(m.Options)+1), m.Options[o])
			}
		case 3:
			if len(m.Options) > 1 {
				both := slices.Concat(m.Options[s.rand.IntN(len(m.Options))],
					m.Options[s.rand.IntN(len(m.Options))])
				slices.Sort(both)
				m.Options = append(m.Options, slices.Compact(both))
			}
		case 4:
			if m.Pos = nil; s.rand.IntN(2) == 0 && len(m.Items) > 0 {
				m.Pos = slices.Clone(s.Pos)
				m.Pos[s.rand.IntN(len(m.Pos))] = -1
			}
		}
	}
	return m
}
