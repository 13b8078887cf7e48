package soak_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// Few searches finish a large board. Each must keep to its budget of nodes and return,
// and those that finish must agree. Half of the searches know their budget. The others
// choose their engine as for a long search: when their meter shows that the budget is
// spent, the context ends them.
const (
	largeNodes = 100_000
	// A node takes some hundred nanoseconds, and a search starts within a second. A
	// search that takes this long hangs, however busy the machine is.
	largePatience = 3 * time.Minute
)

// A budget is what a search may take, and what it reported to have taken.
type budget struct {
	most  int64
	known int64 // most, or 0 if the search does not know it
	rand  *rand.Rand
	meter native.Meter
	stats native.Stats
}

// errOutside is the error of a search whose context ended because its budget was spent.
var errOutside = errors.New("the budget is spent")

func (b *budget) note(st native.Stats) { b.stats = st }

// usual returns the fast search with the settings of users.
func (b *budget) usual() native.Searcher {
	return native.Searcher{MaxNodes: b.known, Meter: &b.meter, Stats: b.note}
}

// A largeRun is one way to search a large board: all solutions are counted, or
// listed.
type largeRun struct {
	name string
	list bool
	new  func(b *budget) backend
}

// run returns how many solutions there are.
func (r largeRun) run(ctx context.Context, m *cover.Model, b *budget) *big.Int {
	search := r.new(b)
	if !r.list {
		return value(search.(backends.Counter).Count(ctx, m))
	}
	n := int64(0)
	for s, err := range search.Solutions(ctx, m) {
		must(err)
		if err := m.Check(s); err != nil {
			fail("lists no solution: %w", err)
		}
		n++
	}
	return big.NewInt(n)
}

// largeRuns are all ways to search: the choice left to the program, each engine, the
// hunter and the simple search; counting, and listing.
func largeRuns() []largeRun {
	usual := func(b *budget) backend { return b.usual() }
	all := []largeRun{
		{"count as users do", false, usual},
		{"list as users do", true, usual},
		{"list hunter", true, func(b *budget) backend {
			return native.Hunter{MaxNodes: b.known, Meter: &b.meter, Stats: b.note,
				Seed: b.rand.Uint64()}
		}},
		{"list beam", true, func(b *budget) backend {
			return native.Beam{MaxNodes: b.known, Meter: &b.meter, Stats: b.note,
				Seed: b.rand.Uint64()}
		}},
		{"list plain", true, func(b *budget) backend {
			return native.Plain{MaxNodes: b.most / 10, Stats: b.note}
		}},
	}
	for _, word := range native.Switches() {
		forced := func(b *budget) backend {
			s := b.usual()
			s.NoSymmetry = b.rand.IntN(3) == 0
			list := word
			if rest := anySwitches(b.rand); rest != "" {
				list = rest + "," + word
			}
			s, err := s.Forced(list)
			must(err)
			return s
		}
		if !strings.Contains(word, "=") { // it is no rule
			all = append(all, largeRun{"count " + word, false, forced},
				largeRun{"list " + word, true, forced})
		}
	}
	return all
}

// oneLarge draws large puzzle number index and searches it in every way.
func oneLarge(ctx context.Context, s *soaker, index uint64) outcome {
	p := puzzletest.Large(s.random(index, "large").IntN)
	o := outcome{features: puzzletest.Features(p)}
	fail := func(name string, err error) outcome {
		o.failure = &failure{index: index, mode: " -soak.large", check: name, err: err,
			puzzle: p, shrunkErr: err, solutions: -1, orbits: -1}
		return o
	}
	t, err := p.Compile()
	if err != nil {
		return fail("the puzzle itself", err)
	}
	var first *big.Int
	for _, r := range largeRuns() {
		b := &budget{most: largeNodes, rand: s.random(index, r.name)}
		b.known = b.most * int64(b.rand.IntN(2))
		n, err := b.keep(ctx, r, t.Model)
		switch {
		case ctx.Err() != nil:
			return o
		case err == native.ErrBudget, err == errOutside:
			o.checks = append(o.checks, r.name+", a part")
			continue
		case err != nil:
			return fail(r.name, err)
		case first == nil:
			first = n
		case n.Cmp(first) != 0:
			return fail(r.name, fmt.Errorf("%v solutions, where another search finds %v", n, first))
		}
		o.checks = append(o.checks, r.name+", all")
	}
	if index%everyTrial == 0 {
		switch found, err := firstByTrial(ctx, t.Model); {
		case ctx.Err() != nil:
		case err == errOutside:
			o.checks = append(o.checks, "a first solution, a part")
		case err != nil:
			return fail("a first solution", err)
		case first != nil && found != (first.Sign() > 0):
			return fail("a first solution", fmt.Errorf("found: %t, of %v", found, first))
		default:
			o.checks = append(o.checks, "a first solution")
		}
	}
	return o
}

// everyTrial is how many large puzzles there are for one that is solved as by a user: that takes up
// to three seconds.
const everyTrial = 4

// firstByTrial looks for a solution as solve does before the race: by hunter and beam in turns. The error
// is errOutside if that does not find out whether there is one.
func firstByTrial(ctx context.Context, m *cover.Model) (found bool, err error) {
	before, cancel := context.WithCancel(ctx)
	defer cancel()
	b := auto.Backend{Racing: func([]string) { cancel() }}
	s, found, err := backends.First(before, b, m)
	switch {
	case err != nil && ctx.Err() == nil:
		return false, errOutside // the race is left out
	case found:
		err = m.Check(s)
	}
	return found, err
}

// keep runs a search and checks that it keeps to its budget. It does not wait for a
// search that hangs.
func (b *budget) keep(ctx context.Context, r largeRun, m *cover.Model) (n *big.Int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err = caught(func() { n = r.run(ctx, m, b) })
	}()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for late := time.After(largePatience); ; {
		select {
		case <-ended:
			if context.Cause(ctx) == errOutside && errors.Is(err, context.Canceled) {
				return nil, errOutside
			}
			if over := b.kept(); over != nil {
				return nil, over
			}
			return n, err
		case <-look.C:
			if b.known == 0 && b.meter.Nodes() >= b.most {
				cancel(errOutside)
			}
		case <-late:
			stacks := make([]byte, 1<<16)
			return nil, fmt.Errorf("not back after %v, with %d nodes of %d\n%s",
				largePatience, b.meter.Nodes(), b.most, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// kept returns an error if a search took more than its budget.
func (b *budget) kept() error {
	// A search checks its budget before each batch of states.
	const batch = 1 << 12
	switch {
	case b.known == 0:
		return nil
	case b.stats.Nodes > b.known:
		return fmt.Errorf("says that it took %d nodes, of %d", b.stats.Nodes, b.known)
	case b.meter.Nodes() > b.known+batch:
		return fmt.Errorf("took %d nodes, of %d (%+v)", b.meter.Nodes(), b.known, b.stats)
	}
	return nil
}
