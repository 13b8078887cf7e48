package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// A subject is a puzzle that is checked: compiled, with all of its solutions as the
// simple search lists them.
type subject struct {
	*puzzle.Tiling
	ctx        context.Context
	contenders []contender
	rand       *rand.Rand // of the check that is running
	solutions  []cover.Solution
	digest     cover.Digest
	orbits     int // -1: not counted yet
}

// What is too large for a puzzle of which there should be thousands a second.
const (
	maxNodes     = 20000
	maxSolutions = 2000
)

// errLarge is the error of a puzzle that would take too long.
var errLarge = errors.New("too large")

// newSubject compiles a puzzle and lists its solutions. Any error but errLarge is
// a fault of the program.
func newSubject(ctx context.Context, p *puzzle.Puzzle, contenders []contender) (*subject, error) {
	t, err := p.Compile()
	if err != nil {
		return nil, fmt.Errorf("compiling: %w", err)
	}
	if err := t.Model.Validate(); err != nil {
		return nil, fmt.Errorf("the compiled model: %w", err)
	}
	s := &subject{Tiling: t, ctx: ctx, contenders: contenders, orbits: -1}
	s.solutions, err = s.list(native.Plain{MaxNodes: maxNodes}, t.Model, maxSolutions)
	if errors.Is(err, native.ErrBudget) {
		return nil, errLarge
	}
	if err != nil {
		return nil, fmt.Errorf("native/plain: %w", err)
	}
	s.digest = digestOf(t.Model, s.solutions)
	return s, nil
}

// list returns the solutions of a model by a backend in increasing order. Each is
// checked, and one that comes twice is an error; so is there being more than limit,
// if that is not 0.
func (s *subject) list(b backend, m *cover.Model, limit int) ([]cover.Solution, error) {
	var all []cover.Solution
	for sol, err := range b.Solutions(s.ctx, m) {
		if err != nil {
			return nil, err
		}
		if err := m.Check(sol); err != nil {
			return nil, fmt.Errorf("lists no solution: %w", err)
		}
		if all = append(all, sol); limit > 0 && len(all) > limit {
			return nil, errLarge
		}
	}
	slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	for n := range all {
		if n > 0 && slices.Equal(all[n], all[n-1]) {
			return nil, fmt.Errorf("lists the solution %v twice", all[n])
		}
	}
	return all, nil
}

func digestOf(m *cover.Model, solutions []cover.Solution) cover.Digest {
	var sum cover.Digest
	d := cover.NewDigester(m)
	for _, sol := range solutions {
		sum = sum.Add(d.Solution(sol))
	}
	return sum
}

// find returns the index of a solution, or -1.
func (s *subject) find(sol cover.Solution) int {
	at, found := sort.Find(len(s.solutions), func(n int) int { return slices.Compare(sol, s.solutions[n]) })
	if !found {
		return -1
	}
	return at
}

// image returns where a symmetry takes a solution.
func image(g []int, sol cover.Solution) cover.Solution {
	moved := make(cover.Solution, len(sol))
	for n, o := range sol {
		moved[n] = g[o]
	}
	slices.Sort(moved)
	return moved
}

// group is the symmetry group, which Sym leaves out where it is trivial.
func (s *subject) group() [][]int {
	if len(s.Sym) > 0 {
		return s.Sym
	}
	identity := make([]int, len(s.Options))
	for o := range identity {
		identity[o] = o
	}
	return [][]int{identity}
}

// countOrbits counts the orbits of the listed solutions by uniting each with its
// images.
func (s *subject) countOrbits() (int, error) {
	if s.orbits >= 0 {
		return s.orbits, nil
	}
	seen := make([]bool, len(s.solutions))
	orbits := 0
	for n, sol := range s.solutions {
		if seen[n] {
			continue
		}
		orbits++
		for k, g := range s.group() {
			at := s.find(image(g, sol))
			if at < 0 {
				return 0, fmt.Errorf("symmetry %d takes the solution %v to none", k, sol)
			}
			seen[at] = true
		}
	}
	s.orbits = orbits
	return orbits, nil
}
