package soak_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

type backend = backends.Backend

// A contender is a way to list solutions that must agree with the simple search.
// Calls of new may return different settings, which must not change the result.
type contender struct {
	name string
	// most is the most solutions that it is asked for; 0 is any number.
	most int
	new  func(s *subject) backend
}

// A subject is a puzzle under test: compiled, with all of its solutions as listed
// by the simple search.
type subject struct {
	*puzzle.Tiling
	ctx        context.Context
	contenders []contender
	rand       *rand.Rand // of the check that is running
	who        string     // the contender that the check picked last
	solutions  []cover.Solution
	digest     cover.Digest
}

// Larger puzzles than this are skipped: hundreds a second are checked.
const (
	maxNodes     = 20000
	maxSolutions = 2000
)

// newSubject compiles a puzzle and lists its solutions, nil if that would take too
// long. An error of the program is a fault.
func newSubject(ctx context.Context, p *puzzle.Puzzle, contenders []contender) *subject {
	t := value(p.Compile())
	must(t.Model.Validate())
	s := &subject{Tiling: t, ctx: ctx, contenders: contenders}
	var small bool
	if s.solutions, small = s.simple(t.Model); !small {
		return nil
	}
	s.digest = digestOf(t.Model, s.solutions)
	return s
}

// A fault is the panic that ends a check, as Fatal ends a test.
type fault struct{ err error }

func fail(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

func must(err error) {
	if err != nil {
		panic(fault{err})
	}
}

// value returns v unless there is an error, which is a fault.
func value[T any](v T, err error) T {
	must(err)
	return v
}

// caught returns the fault or the panic that ends do. A panic in another
// goroutine still ends the program.
func caught(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case fault:
			err = r.err
		default:
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	do()
	return nil
}

// pick returns a contender that is asked for this number of solutions.
func (s *subject) pick(solutions int) backend {
	for {
		c := s.contenders[s.rand.IntN(len(s.contenders))]
		if c.most == 0 || solutions <= c.most {
			s.who = c.name
			return c.new(s)
		}
	}
}

// errMany is the fault of a backend that lists more solutions than requested.
var errMany = errors.New("lists too many solutions")

// list returns the solutions of a model by a backend in increasing order. Each is
// checked; a repeated one is a fault, and so are more than limit.
func (s *subject) list(b backend, m *cover.Model, limit int) []cover.Solution {
	var all []cover.Solution
	for sol, err := range b.Solutions(s.ctx, m) {
		must(err)
		if err := m.Check(sol); err != nil {
			fail("lists no solution: %w", err)
		}
		if all = append(all, sol); len(all) > limit {
			must(errMany)
		}
	}
	slices.SortFunc(all, slices.Compare[cover.Solution])
	for n := range all {
		if n > 0 && slices.Equal(all[n], all[n-1]) {
			fail("lists the solution %v twice", all[n])
		}
	}
	return all
}

// simple lists the solutions by the simple search, if they are few and quickly found.
func (s *subject) simple(m *cover.Model) (all []cover.Solution, small bool) {
	err := caught(func() { all = s.list(native.Plain{MaxNodes: maxNodes}, m, maxSolutions) })
	if errors.Is(err, native.ErrBudget) || errors.Is(err, errMany) {
		return nil, false
	}
	must(err)
	return all, true
}

// lists fails unless a backend lists exactly the wanted solutions of a model.
func (s *subject) lists(b backend, m *cover.Model, want []cover.Solution) {
	got := s.list(b, m, len(want)+1)
	if equal(got, want) {
		return
	}
	for _, sol := range want {
		if !slices.ContainsFunc(got, func(other cover.Solution) bool {
			return slices.Equal(sol, other)
		}) {
			fail("lists %d solutions, want %d; %v is lost (%+v)", len(got), len(want), sol, *m)
		}
	}
	fail("lists %v, want %v (%+v)", got, want, *m)
}

// equal reports whether two lists have the same solutions in the same order.
func equal(a, b []cover.Solution) bool {
	return slices.EqualFunc(a, b, slices.Equal[cover.Solution])
}

// counts fails unless a backend counts the wanted number of solutions of a model.
func (s *subject) counts(b backends.Counter, m *cover.Model, want int) {
	same("counting", int(value(b.Count(s.ctx, m)).Int64()), want)
}

// run reports on a task over the subject's model.
func (s *subject) run(b backend, task backends.Task) backends.Report {
	return value(backends.Run(s.ctx, b, s.Model, task))
}

// same is a fault unless a number of solutions is the one wanted.
func same(what string, got, want int) {
	if got != want {
		fail("%s: %d solutions, want %d", what, got, want)
	}
}

func digestOf(m *cover.Model, solutions []cover.Solution) cover.Digest {
	var sum cover.Digest
	d := m.Digester()
	for _, sol := range solutions {
		sum = sum.Add(d.Solution(sol))
	}
	return sum
}

// find returns the index of a solution, or -1.
func (s *subject) find(sol cover.Solution) int {
	at, found := slices.BinarySearchFunc(s.solutions, sol, slices.Compare[cover.Solution])
	if !found {
		return -1
	}
	return at
}

// with lists the solutions that have a property.
func (s *subject) with(has func(cover.Solution) bool) []cover.Solution {
	var all []cover.Solution
	for _, sol := range s.solutions {
		if has(sol) {
			all = append(all, sol)
		}
	}
	return all
}

// image returns the image of a solution under a symmetry.
func image(g []int, sol cover.Solution) cover.Solution {
	moved := make(cover.Solution, len(sol))
	for n, o := range sol {
		moved[n] = g[o]
	}
	slices.Sort(moved)
	return moved
}

// group is the symmetry group; Sym is empty if it is trivial.
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
func (s *subject) countOrbits() int {
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
				fail("symmetry %d takes the solution %v to none", k, sol)
			}
			seen[at] = true
		}
	}
	return orbits
}

// features names the features of a puzzle.
func (s *subject) features() []string {
	var all []string
	if len(s.Sym) > 1 {
		all = append(all, "symmetric")
	}
	switch n := len(s.solutions); {
	case n == 0:
		all = append(all, "no solution")
	case n == 1:
		all = append(all, "one solution")
	case n > 100:
		all = append(all, "over 100 solutions")
	}
	return all
}
