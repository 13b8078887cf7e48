package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/puzzle/puzzletest"
	"github.com/exactile/exactile/native"
)

// Large boards are not gone through to the end. What is asked of each search is that it
// keeps to its budget of nodes and comes back, and that those that end agree. Half of
// them know their budget. The others do not, and weigh their engines as for a long
// search: these are ended from outside, once they say that they have spent it.
const (
	largeNodes = 100_000
	// A node is some hundred nanoseconds, and a search is set up in a second: who is not
	// back after this many times that hangs, however busy the machine is.
	largePatience = 3 * time.Minute
)

// A largeRun is one way to search a large board with a budget of nodes.
type largeRun struct {
	name string
	run  func(ctx context.Context, m *cover.Model, b *budget) (*big.Int, error)
}

// A budget is what a search may take, and what it says it took.
type budget struct {
	most  int64
	known int64 // most, or 0 where the search is not told
	rand  *rand.Rand
	meter native.Meter
	stats native.Stats
}

// errOutside is the error of a search that was ended from outside.
var errOutside = errors.New("the budget is spent")

func (b *budget) note(st native.Stats) { b.stats = st }

// searcher returns the fast search with the engine named.
func (b *budget) searcher(engine string) native.Searcher {
	return native.Searcher{MaxNodes: b.known, Meter: &b.meter, Stats: b.note, NoSymmetry: b.rand.IntN(3) == 0}.
		Forced(native.Choice{Engine: engine, Spacing: []int{0, 0, -1, 4}[b.rand.IntN(4)], Components: b.rand.IntN(3) - 1})
}

// largeRuns are all ways to search: the choice left to the program, each engine, the
// hunter and the simple search; counting, and listing.
func largeRuns() []largeRun {
	count := func(name string, engine string) largeRun {
		return largeRun{"count " + name, func(ctx context.Context, m *cover.Model, b *budget) (*big.Int, error) {
			return b.searcher(engine).Count(ctx, m)
		}}
	}
	list := func(name string, backend func(b *budget) backend) largeRun {
		return largeRun{"list " + name, func(ctx context.Context, m *cover.Model, b *budget) (*big.Int, error) {
			n := int64(0)
			for s, err := range backend(b).Solutions(ctx, m) {
				if err != nil {
					return nil, err
				}
				if err := m.Check(s); err != nil {
					return nil, fmt.Errorf("lists no solution: %w", err)
				}
				n++
			}
			return big.NewInt(n), nil
		}}
	}
	all := []largeRun{
		{"count as users do", func(ctx context.Context, m *cover.Model, b *budget) (*big.Int, error) {
			return native.Searcher{MaxNodes: b.known, Meter: &b.meter, Stats: b.note}.Count(ctx, m)
		}},
		list("as users do", func(b *budget) backend {
			return native.Searcher{MaxNodes: b.known, Meter: &b.meter, Stats: b.note}
		}),
		list("hunter", func(b *budget) backend {
			return native.Hunter{MaxNodes: b.known, Meter: &b.meter, Stats: b.note, Seed: b.rand.Uint64()}
		}),
		list("plain", func(b *budget) backend { return native.Plain{MaxNodes: b.most / 10, Stats: b.note} }),
	}
	for _, engine := range native.Engines() {
		all = append(all, count(engine, engine), list(engine, func(b *budget) backend { return b.searcher(engine) }))
	}
	return all
}

// oneLarge draws large puzzle number index and searches it in every way.
func (s *soaker) oneLarge(ctx context.Context, index uint64) outcome {
	p := puzzletest.Large(s.random(index, "large").IntN)
	o := outcome{index: index, features: puzzletest.Features(p)}
	fail := func(name string, err error) outcome {
		o.failure = &failure{seed: s.seed, index: index, mode: " -large", check: name, err: err, puzzle: p, shrunkErr: err, solutions: -1, orbits: -1}
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
		n, err := b.keep(ctx, r, t)
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
	return o
}

// keep makes a search and holds it to its budget. It does not wait for one that hangs.
func (b *budget) keep(ctx context.Context, r largeRun, t *puzzle.Tiling) (n *big.Int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer recovered(&err)
		n, err = r.run(ctx, t.Model, b)
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

// kept returns an error if a search took more than it was told it may.
func (b *budget) kept() error {
	// A batch of states is begun before the budget is looked at, and no more.
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
