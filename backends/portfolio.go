package backends

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Portfolio looks for solutions by several backends at once, since which of
// them is fast depends on the puzzle, by factors of thousands either way: search
// fills boards with many pieces where SAT engines are lost, SAT engines find
// contradictions and dense packings where search is, and counting sees at once
// that a board cannot be filled for its parity.
//
// First native has a trial, within numbers of nodes: it scans the board and hunts
// for a solution, then counts, which may show that there is none. Whatever it
// settles so it settles in the same way every time. What it does not settle is a
// race of the members. The first that comes with a solution that has been checked, or
// with the news that there is none, wins; the others are stopped, and the winner
// lists further solutions alone if they are wanted. A member that fails is out of
// the race; it is an error if all are.
//
// The member that is Ahead has the core that the trial leaves idle. A race begins
// with as many members as there are cores; the others join one by one, each after
// twice as long as the one before, or at once in place of one that has failed: a
// member that joins takes its share from those that may be about to win.
//
// Which member wins, and with it which solution is found first, depends on the
// machine and on chance.
type Portfolio struct {
	// Native and Hunter work before the race, with MaxNodes of their own.
	Native native.Searcher
	Hunter native.Hunter
	// NoTrial leaves that out.
	NoTrial bool
	// Members race, the most promising first.
	Members []Member
	// Together is how many members a race begins with; 0 is as many as there are
	// cores, and at least two.
	Together int
	// Racing, if not nil, is called when a race begins.
	Racing func(members []Member)
	// Won, if not nil, is called with the name of the member that has won, or of
	// the search before the race, before any solution comes.
	Won func(name string)
	// Report, if not nil, is called at the end of every search with what it cost
	// the winner.
	Report func(Stats)
}

// A Member is a backend in a race and what to call it.
type Member struct {
	Name    string
	Backend Backend
	// Some says that it has no part where all solutions are wanted, or their number:
	// it may find the first in a moment and still take very long for all.
	Some bool
	// Ahead says that it sets out while native is still at its trial, where a core is
	// idle then and a single solution is wanted. What it finds is asked for only in
	// the race.
	Ahead bool
	// Tables says that it has no part where the trial has shown native to search
	// without tables.
	Tables bool
}

// Observed implements Observable.
func (p Portfolio) Observed(report func(Stats)) Backend {
	p.Report = report
	return p
}

// Solutions implements Backend.
func (p Portfolio) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return p.solutions(ctx, m, 0)
}

// Find implements Finder.
func (p Portfolio) Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error] {
	return p.solutions(ctx, m, most)
}

// solutions yields the solutions, of which at most so many are wanted; 0: all.
func (p Portfolio) solutions(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		c := &contest{Portfolio: p, model: m}
		enough := false
		err := c.solutions(ctx, most, func(s cover.Solution) bool {
			enough = !yield(s, nil)
			return !enough
		})
		c.report()
		switch {
		case err == nil, enough: // nothing but the receiver's own word says that it is enough
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("portfolio: %w", err))
		}
	}
}

// Count implements Counter: native counts alone within a number of nodes, and
// then all members do, until one has a result.
func (p Portfolio) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	c := &contest{Portfolio: p, model: m}
	n, err := c.count(ctx)
	c.report()
	switch {
	case err == nil:
		return n, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, fmt.Errorf("portfolio: %w", err)
}

// contest is one search of a portfolio.
type contest struct {
	Portfolio
	model *cover.Model
	// The winner, once there is one, and what its search has cost.
	winner string
	cost   Stats
	// The trial has shown that native searches without tables.
	noTables bool
}

// win says who has won.
func (c *contest) win(name string) {
	c.winner = name
	if c.Won != nil {
		c.Won(name)
	}
}

// report reports what the search of the winner has cost, with its name.
func (c *contest) report() {
	if c.Report == nil {
		return
	}
	how := c.cost.Engine
	c.cost.Engine = c.winner
	if how != "" && c.winner != "" {
		c.cost.Engine += ", " + how
	}
	c.Report(c.cost)
}

// native returns the searcher with a number of nodes, 0 for any, whose search is
// the one that counts so far.
func (c *contest) native(nodes int64) native.Searcher {
	s := c.Native
	s.MaxNodes = nodes
	s.Stats = c.note
	return s
}

// hunter is native for the hunter.
func (c *contest) hunter(nodes int64) native.Hunter {
	h := c.Hunter
	h.MaxNodes = nodes
	h.Stats = c.note
	return h
}

func (c *contest) note(st native.Stats) { c.cost = searchStats(st) }

func (c *contest) solutions(ctx context.Context, most int64, yield func(cover.Solution) bool) error {
	r := c.newRace(ctx, func(ctx context.Context, b Backend, send func(news) bool) {
		for s, err := range Checked(c.model, Wanted(ctx, b, c.model, most)) {
			if !send(news{solution: s, err: err}) || err != nil {
				return
			}
		}
		send(news{end: true})
	})
	defer r.end()
	hold := func() {}
	if most == 1 && !c.NoTrial {
		hold = r.ahead()
	}
	t, err := c.trial(ctx, most)
	hold()
	if errors.Is(err, native.ErrBudget) {
		heard := func(n news) bool { return n.end || yield(n.solution) }
		if c.NoTrial || c.noTables { // native would not merge states
			return r.run(c.racing(most), nil, heard)
		}
		return r.run(c.racing(most), c.refute, heard)
	}
	r.end()
	if err != nil {
		return err
	}
	c.win(t.name)
	switch {
	case t.solution == nil:
		return nil
	case most == 1:
		if !yield(t.solution) {
			return errEnough
		}
		return nil
	}
	for s, err := range t.lister.Solutions(ctx, c.model) {
		if err != nil {
			return err
		}
		if !yield(s) {
			return errEnough
		}
	}
	return nil
}

func (c *contest) count(ctx context.Context) (*big.Int, error) {
	if !c.NoTrial {
		n, err := c.counted(ctx, 0)
		if err == nil {
			c.win(nativeName)
		}
		if !errors.Is(err, native.ErrBudget) {
			return n, err
		}
	}
	r := c.newRace(ctx, func(ctx context.Context, b Backend, send func(news) bool) {
		n, err := Count(ctx, b, c.model)
		send(news{count: n, err: err, end: true})
	})
	defer r.end()
	var total *big.Int
	err := r.run(c.racing(0), nil, func(n news) bool {
		total = n.count
		return true
	})
	return total, err
}

// racing returns the members of a race for so many solutions, 0 for all.
func (c *contest) racing(most int64) []int {
	var racing []int
	for k, m := range c.Members {
		if !(m.Some && most == 0) && !(m.Tables && c.noTables) {
			racing = append(racing, k)
		}
	}
	return racing
}

func (p Portfolio) together() int {
	if p.Together > 0 {
		return p.Together
	}
	return max(2, runtime.GOMAXPROCS(0))
}

// A refuter counts, and can say no more than that there is no solution.
type refuter struct{ counter searcher }

// Observed implements Observable.
func (r refuter) Observed(report func(Stats)) Backend {
	r.counter.report = report
	return r
}

var errNotRefuted = errors.New("there are solutions, but a count does not say which")

func (r refuter) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		n, err := r.counter.Count(ctx, m)
		if err == nil && n.Sign() > 0 {
			err = errNotRefuted
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
