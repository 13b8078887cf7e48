package backends

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"sync"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Portfolio looks for solutions by several backends at once, since which of
// them is fast depends on the puzzle, by factors of thousands either way: search
// fills boards with many pieces where SAT engines are lost, SAT engines find
// contradictions and dense packings where search is, and counting sees at once
// that a board cannot be filled for its parity.
//
// First native works alone, within a number of nodes, so that whatever it settles
// then it settles in the same way every time. What it does not settle is a race
// of the members. The first that comes with a solution that has been checked, or
// with the news that there is none, wins; the others are stopped, and the winner
// lists further solutions alone if they are wanted. A member that fails is out of
// the race; it is an error if all are.
//
// Which member wins, and with it which solution is found first, depends on the
// machine and on chance.
type Portfolio struct {
	// Native works before the race, with MaxNodes of its own.
	Native native.Searcher
	// NoTrial leaves that out.
	NoTrial bool
	// Members race, the most promising first.
	Members []Member
	// Together is how many members start at once; 0 is as many as there are cores,
	// and at least two. The others follow one by one, or when one fails.
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
}

// The nodes of the search before the race: about a tenth of a second for each of
// native's ways to search. Where it searches by tables, which shows at the
// first attempt, a node takes 10 to 30 nanoseconds, by lists a hundred times as
// long, and in a count that merges states 30 to 80 nanoseconds.
const (
	trialNodes      = 1 << 16
	trialTableNodes = 1 << 22
	trialCountNodes = 1 << 21
)

// headStart is how long members start one after the other where there are not
// enough cores for all of them.
const headStart = time.Second

// Observed implements Observable.
func (p Portfolio) Observed(report func(Stats)) Backend {
	p.Report = report
	return p
}

// Solutions implements Backend.
func (p Portfolio) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return p.solutions(ctx, m, 0)
}

// Solution implements Finder.
func (p Portfolio) Solution(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return p.solutions(ctx, m, 1)
}

// solutions yields the solutions, of which at most so many are wanted; 0: all.
func (p Portfolio) solutions(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		c := &contest{Portfolio: p, model: m}
		err := c.solutions(ctx, most, func(s cover.Solution) bool { return yield(s, nil) })
		c.report()
		switch {
		case err == nil, errors.Is(err, errEnough):
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
	s.Stats = func(st native.Stats) { c.cost = searchStats(st) }
	return s
}

// trialWinner is what the search before the race is called.
const trialWinner = "native"

func (c *contest) solutions(ctx context.Context, most int64, yield func(cover.Solution) bool) error {
	s, found, err := c.trial(ctx)
	if errors.Is(err, native.ErrBudget) {
		return c.race(ctx, most, yield)
	}
	if err != nil {
		return err
	}
	c.win(trialWinner)
	switch {
	case !found:
		return nil
	case most == 1:
		if !yield(s) {
			return errEnough
		}
		return nil
	}
	for s, err := range c.native(0).Solutions(ctx, c.model) {
		if err != nil {
			return err
		}
		if !yield(s) {
			return errEnough
		}
	}
	return nil
}

// trial searches with native alone. The error is native.ErrBudget if that does not
// tell whether there is a solution.
func (c *contest) trial(ctx context.Context) (s cover.Solution, found bool, err error) {
	if c.NoTrial {
		return nil, false, native.ErrBudget
	}
	err = c.within(trialTableNodes, func(b native.Searcher) (err error) {
		s, found, err = First(ctx, b, c.model)
		return err
	})
	if !errors.Is(err, native.ErrBudget) {
		return s, found, err
	}
	// Counting merges states, and so may see what search does not. If it finds that
	// there are solutions, it does not say which.
	n, err := c.counted(ctx)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return nil, false, err
}

// counted counts with native alone.
func (c *contest) counted(ctx context.Context) (n *big.Int, err error) {
	err = c.within(trialCountNodes, func(b native.Searcher) (err error) {
		n, err = b.Count(ctx, c.model)
		return err
	})
	return n, err
}

// within runs a search that may take trialNodes, and if it is one of tables, which
// is seen then, so many.
func (c *contest) within(tableNodes int64, search func(native.Searcher) error) error {
	err := search(c.native(trialNodes))
	if tables := c.cost.Engine == "fast" || c.cost.Engine == "wide"; tables && errors.Is(err, native.ErrBudget) {
		err = search(c.native(tableNodes))
	}
	return err
}

func (c *contest) count(ctx context.Context) (*big.Int, error) {
	if !c.NoTrial {
		n, err := c.counted(ctx)
		if !errors.Is(err, native.ErrBudget) {
			c.win(trialWinner)
			return n, err
		}
	}
	var total *big.Int
	err := c.run(ctx, func(ctx context.Context, b Backend, send func(news) bool) {
		n, err := Count(ctx, b, c.model)
		send(news{count: n, err: err, end: true})
	}, func(n news) bool {
		total = n.count
		return true
	})
	return total, err
}

// race yields the solutions that the winner of a race lists.
func (c *contest) race(ctx context.Context, most int64, yield func(cover.Solution) bool) error {
	return c.run(ctx, func(ctx context.Context, b Backend, send func(news) bool) {
		for s, err := range Checked(c.model, Wanted(ctx, b, c.model, most)) {
			if !send(news{solution: s, err: err}) || err != nil {
				return
			}
		}
		send(news{end: true})
	}, func(n news) bool { return n.end || yield(n.solution) })
}

// news is what a member has to say: a solution or a count, that it failed, or that
// there is nothing more.
type news struct {
	member   int
	solution cover.Solution
	count    *big.Int
	err      error
	end      bool
}

// run runs a race. Members work in goroutines of their own; heard is called, by
// run itself, with what the winner says, until it returns false or the winner has
// said all. All goroutines have ended when run returns, but for what an adapter
// leaves behind.
func (c *contest) run(ctx context.Context, work func(ctx context.Context, b Backend, send func(news) bool), heard func(news) bool) error {
	if len(c.Members) == 0 {
		return errors.New("it has no members")
	}
	if c.Racing != nil {
		c.Racing(c.Members)
	}
	ctx, cancel := context.WithCancel(ctx)
	winner := -1
	stats := make([]Stats, len(c.Members))
	var running sync.WaitGroup
	defer func() {
		cancel()
		running.Wait()
		c.cost = Stats{}
		if winner >= 0 {
			c.cost = stats[winner]
		}
	}()
	said := make(chan news)
	var stops []context.CancelFunc
	start := func() {
		k := len(stops)
		ctx, stop := context.WithCancel(ctx)
		stops = append(stops, stop)
		b := c.Members[k].Backend
		if o, ok := b.(Observable); ok {
			b = o.Observed(stats[k].add)
		}
		running.Go(func() {
			work(ctx, b, func(n news) bool {
				n.member = k
				select {
				case said <- n:
					return true
				case <-ctx.Done():
					return false
				}
			})
		})
	}
	for range min(c.together(), len(c.Members)) {
		start()
	}
	next := time.NewTicker(headStart)
	defer next.Stop()

	var failed []error
	for len(failed) < len(c.Members) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next.C:
			if winner < 0 && len(stops) < len(c.Members) {
				start()
			}
		case n := <-said:
			name := c.Members[n.member].Name
			switch {
			case winner < 0 && n.err != nil:
				failed = append(failed, fmt.Errorf("%s: %w", name, n.err))
				if len(stops) < len(c.Members) {
					start()
				}
				continue
			case winner < 0:
				winner = n.member
				for k, stop := range stops {
					if k != winner {
						stop()
					}
				}
				c.win(name)
			case n.member != winner:
				continue // it spoke before it heard
			}
			switch {
			case n.err != nil:
				return fmt.Errorf("%s: %w", name, n.err)
			case !heard(n):
				return errEnough
			case n.end:
				return nil
			}
		}
	}
	return errors.Join(failed...)
}

func (p Portfolio) together() int {
	if p.Together > 0 {
		return p.Together
	}
	return max(2, runtime.GOMAXPROCS(0))
}

// A refuter counts, and can say no more than that there is no solution.
type refuter struct{ counter Counter }

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
