package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// alteredModel makes a model that no puzzle compiles to: cells that may be covered
// several times, placements that are there twice or that cover what several cover
// together, items without a place. Everybody must agree on that too.
func alteredModel(s *subject) error {
	m := s.altered()
	if err := m.Validate(); err != nil {
		return err
	}
	want, err := s.list(native.Plain{MaxNodes: maxNodes}, m, maxSolutions)
	if errors.Is(err, native.ErrBudget) || errors.Is(err, errLarge) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("native/plain: %w", err)
	}
	if err := againstBruteForce(m, want); err != nil {
		return err
	}
	c := s.contenders[s.rand.IntN(len(s.contenders))]
	if c.most > 0 && len(want) > c.most {
		c = contender{name: "native with switches", new: switched}
	}
	got, err := s.list(c.new(s), m, len(want)+1)
	if err != nil {
		return fmt.Errorf("%s: %w (%+v)", c.name, err, *m)
	}
	if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
		return fmt.Errorf("%s: lists %v, want %v (%+v)", c.name, got, want, *m)
	}
	n, err := switched(s).(native.Searcher).Count(s.ctx, m)
	if err != nil {
		return err
	}
	if n.Int64() != int64(len(want)) {
		return fmt.Errorf("native with switches: counts %v, want %d (%+v)", n, len(want), *m)
	}
	return nil
}

// altered returns a model made of the subject's by a few random changes.
func (s *subject) altered() *cover.Model {
	m := &cover.Model{Items: slices.Clone(s.Items), Options: slices.Clone(s.Options), Pos: slices.Clone(s.Pos)}
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
				both := slices.Concat(m.Options[s.rand.IntN(len(m.Options))], m.Options[s.rand.IntN(len(m.Options))])
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
