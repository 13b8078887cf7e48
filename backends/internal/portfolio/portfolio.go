// Package portfolio looks for solutions with several backends at once: a short trial by
// package native alone (the presolve), then a race. The caller chooses the members;
// package registry knows the usual ones.
package portfolio

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"sync/atomic"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Backend looks for solutions with several backends at once, since the puzzle
// decides which of them is fast, by factors of thousands either way: search
// fills boards with many pieces where SAT engines fail, SAT engines find
// contradictions and dense packings where search fails, and counting sees at
// once that a board cannot be filled because of its parity.
//
// First native has a trial, within budgets of nodes. It scans the board for a moment and looks for
// an argument that there is no solution; the hunter, and the beam on boards of many different
// pieces, have turns that become longer; then it counts, which may show that there is none.
// What the trial settles it settles in the same way every time. The rest is a race of the
// members. The first with a solution that passed the check, or with the result that there
// is none, wins; the others are stopped, and the winner alone lists further solutions if
// they are requested. A member that fails is out of the race; it is an error if all fail.
//
// The member that is Ahead gets the core that the trial leaves idle. A race begins with as
// many members as there are cores; the others join one by one, each after twice as long as
// the one before, or at once in place of one that has failed: a member that joins takes
// processor time from those that may be about to win.
//
// Which member wins, and with it which solution is found first, depends on the
// machine and on chance.
type Backend struct {
	// Native, Hunter and Beam search before the race, with MaxNodes of their own.
	Native native.Searcher
	Hunter native.Hunter
	Beam   native.Beam
	// NoTrial omits these.
	NoTrial bool
	// Members race, the most promising first.
	Members []Member
	// Together is how many members a race begins with; 0 is as many as there are
	// cores, and at least two.
	Together int
	// Racing, if not nil, is called with the names of the members when a race begins.
	Racing func(members []string)
	// Won, if not nil, is called with the name of the member that has won, or of
	// the search before the race, before any solution comes.
	Won func(name string)

	observer func(backends.Stats)
}

// Observed implements [backends.Observable].
func (p Backend) Observed(report func(backends.Stats)) backends.Backend {
	p.observer = report
	return p
}

// Solutions implements [backends.Backend].
func (p Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return p.Find(ctx, m, 0)
}

// Find implements [backends.Finder]; most 0 is all solutions.
func (p Backend) Find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		c := p.contest(m)
		enough := false
		err := c.solutions(ctx, most, func(s cover.Solution) bool {
			enough = !yield(s, nil)
			return !enough
		})
		c.report()
		switch {
		case err == nil, enough: // the receiver has enough: no error
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("portfolio: %w", err))
		}
	}
}

// Count implements [backends.Counter]: native counts alone within a number of nodes, and
// then all members count, until one has a result.
func (p Backend) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	c := p.contest(m)
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
	Backend
	model  *cover.Model
	trial  trial
	raced  *race  // nil if there was no race
	winner string // "" until there is one
}

func (p Backend) contest(m *cover.Model) *contest {
	if p.observer == nil {
		p.observer = func(backends.Stats) {}
	}
	return &contest{
		Backend: p, model: m,
		trial: trial{searcher: p.Native, hunter: p.Hunter, beam: p.Beam, model: m},
	}
}

// win records the winner.
func (c *contest) win(name string) {
	c.winner = name
	if c.Won != nil {
		c.Won(name)
	}
}

// report reports the cost of the winner's search, with its name.
func (c *contest) report() {
	cost := c.trial.cost
	if r := c.raced; r != nil && !r.settled {
		cost = backends.Stats{}
		if r.winner >= 0 {
			cost = r.stats[r.winner]
		}
	}
	how := cost.Engine
	cost.Engine = c.winner
	if how != "" && c.winner != "" {
		cost.Engine += ", " + how
	}
	c.observer(cost)
}

// newRace returns a race of the members, which the caller must end.
func (c *contest) newRace(
	ctx context.Context, work func(context.Context, backends.Backend, func(message) bool),
) *race {
	r := newRace(ctx, c.Members, work)
	r.together = cmp.Or(c.Together, max(2, runtime.GOMAXPROCS(0)))
	r.announce, r.won = c.Racing, c.win
	return r
}

// race runs the race for up to most solutions, 0 for all.
func (c *contest) race(
	r *race, most int64, settle func(context.Context) error, receive func(message) bool,
) error {
	var racing []int
	for k, m := range c.Members {
		if !(m.FindsOnly && most == 0) && !(m.Tables && c.trial.noTables) &&
			(m.Applies == nil || m.Applies(c.model)) {
			racing = append(racing, k)
		}
	}
	c.raced = r
	return r.run(racing, settle, receive)
}

func (c *contest) solutions(
	ctx context.Context, most int64, yield func(cover.Solution) bool,
) error {
	var model atomic.Pointer[cover.Model] // the trial may tighten it while a member is ahead
	model.Store(c.model)
	r := c.newRace(ctx, func(ctx context.Context, b backends.Backend, send func(message) bool) {
		m := model.Load()
		for s, err := range backends.Verified(m, backends.AtMostN(ctx, b, m, most)) {
			if !send(message{solution: s, err: err}) || err != nil {
				return
			}
		}
		send(message{end: true})
	})
	defer r.end()
	receive := func(n message) bool { return n.end || yield(n.solution) }
	if c.NoTrial {
		return c.race(r, most, nil, receive)
	}
	hold := func() {}
	if most == 1 {
		hold = r.startFavourite(c.model)
	}
	found, err := c.trial.search(ctx, most)
	hold()
	c.model = c.trial.model
	model.Store(c.model)
	if errors.Is(err, native.ErrBudget) {
		err = c.race(r, most, func(ctx context.Context) (err error) {
			found, err = c.trial.settle(ctx, most)
			return err
		}, receive)
		if !r.settled {
			return err
		}
	}
	r.end()
	if err != nil {
		return err
	}
	c.win(found.name)
	switch {
	case found.solution == nil:
		return nil
	case most == 1:
		yield(found.solution)
		return nil
	}
	for s, err := range found.lister.Solutions(ctx, c.model) {
		if err != nil {
			return err
		}
		if !yield(s) {
			return nil
		}
	}
	return nil
}

func (c *contest) count(ctx context.Context) (*big.Int, error) {
	if !c.NoTrial {
		if _, err := c.trial.argue(ctx); err == nil {
			c.win(argumentName)
			return new(big.Int), nil
		} else if !errors.Is(err, native.ErrBudget) {
			return nil, err
		}
		n, err := c.trial.counted(ctx, 0)
		if err == nil {
			c.win(nativeName)
		}
		if !errors.Is(err, native.ErrBudget) {
			return n, err
		}
	}
	r := c.newRace(ctx, func(ctx context.Context, b backends.Backend, send func(message) bool) {
		n, err := backends.Count(ctx, b, c.model)
		send(message{count: n, err: err, end: true})
	})
	defer r.end()
	var total *big.Int
	err := c.race(r, 0, nil, func(n message) bool {
		total = n.count
		return true
	})
	return total, err
}
