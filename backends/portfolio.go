package backends

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"slices"
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
// First native works alone, within numbers of nodes: it scans the board, then hunts
// for a solution, then counts, which may show that there is none. Whatever it
// settles so it settles in the same way every time. What it does not settle is a
// race of the members. The first that comes with a solution that has been checked, or
// with the news that there is none, wins; the others are stopped, and the winner
// lists further solutions alone if they are wanted. A member that fails is out of
// the race; it is an error if all are.
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
	// Some says that it has no part where all solutions are wanted, or their number:
	// it may find the first in a moment and still take very long for all.
	Some bool
}

// The nodes of the search before the race: about a tenth of a second, and seldom
// two, for all of native's ways to search together. Where it searches by tables,
// which shows at the first attempt, a node takes 10 to 30 nanoseconds, by lists a
// hundred times as long. In a count that merges states it takes 30 to 80 in tables
// of up to 64 kinds of placement, as long as the states stay in the caches, for which
// there is trialMemory: with all memory it was up to 700. In wider tables it takes
// some 270.
const (
	trialNodes      = 1 << 15
	trialTableNodes = 5 << 20
	trialHuntNodes  = 1 << 13
	trialCountNodes = 1 << 21
	trialWideCounts = 1 << 18
	trialMemory     = 4 << 20
)

// headStart is how long members start one after the other where there are not
// enough cores for all of them.
const headStart = time.Second / 2

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
	t, err := c.trial(ctx, most)
	if errors.Is(err, native.ErrBudget) {
		return c.race(ctx, most, yield)
	}
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

// A trial is what came of the search before the race.
type trial struct {
	name     string
	solution cover.Solution // nil: there is none
	lister   Backend        // who found it, for all others
}

// The names of the searches before the race.
const (
	nativeName = "native"
	hunterName = "native/hunter"
)

// trial searches with native alone. The error is native.ErrBudget if that does not
// tell whether there is a solution.
func (c *contest) trial(ctx context.Context, most int64) (trial, error) {
	if c.NoTrial {
		return trial{}, native.ErrBudget
	}
	t := trial{name: nativeName, lister: c.native(0)}
	err := c.within(trialTableNodes, trialTableNodes, func(nodes int64) (err error) {
		t.solution, _, err = First(ctx, c.native(nodes), c.model)
		return err
	})
	if !errors.Is(err, native.ErrBudget) {
		return t, err
	}
	tables := c.tables()
	if most > 0 {
		h := trial{name: hunterName, lister: c.hunter(0)}
		h.solution, _, err = First(ctx, c.hunter(trialHuntNodes), c.model)
		if !errors.Is(err, native.ErrBudget) {
			return h, err
		}
	}
	if !tables {
		return t, err // it would not merge states
	}
	// Counting merges states, and so may see what search does not. If it finds that
	// there are solutions, it does not say which.
	n, err := c.counted(ctx, trialMemory)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return t, err
}

// counted counts with native alone, and so much memory for merged states; 0 is
// what native thinks right.
func (c *contest) counted(ctx context.Context, memory int64) (n *big.Int, err error) {
	err = c.within(trialCountNodes, trialWideCounts, func(nodes int64) (err error) {
		s := c.native(nodes)
		if memory > 0 && (s.Memory == 0 || s.Memory > memory) {
			s.Memory = memory
		}
		n, err = s.Count(ctx, c.model)
		return err
	})
	return n, err
}

// within runs a search that may take trialNodes, and if it is one of tables, which
// is seen then, so many, or as many as wide ones may.
func (c *contest) within(nodes, wide int64, search func(nodes int64) error) error {
	err := search(trialNodes)
	if !c.tables() || !errors.Is(err, native.ErrBudget) {
		return err
	}
	if c.cost.Engine == "wide" {
		nodes = wide
	}
	return search(nodes)
}

// tables reports whether the last search was one of tables.
func (c *contest) tables() bool { return c.cost.Engine == "fast" || c.cost.Engine == "wide" }

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
	var total *big.Int
	err := c.run(ctx, 0, func(ctx context.Context, b Backend, send func(news) bool) {
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
	return c.run(ctx, most, func(ctx context.Context, b Backend, send func(news) bool) {
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

// racing returns the members of a race for so many solutions, 0 for all.
func (c *contest) racing(most int64) []Member {
	if most > 0 {
		return c.Members
	}
	return slices.DeleteFunc(slices.Clone(c.Members), func(m Member) bool { return m.Some })
}

// run runs a race for so many solutions. Members work in goroutines of their own;
// heard is called, by run itself, with what the winner says, until it returns false
// or the winner has said all. All goroutines have ended when run returns, but for
// what an adapter leaves behind.
func (c *contest) run(ctx context.Context, most int64, work func(ctx context.Context, b Backend, send func(news) bool), heard func(news) bool) error {
	members := c.racing(most)
	if len(members) == 0 {
		return errors.New("it has no members")
	}
	if c.Racing != nil {
		c.Racing(members)
	}
	ctx, cancel := context.WithCancel(ctx)
	winner := -1
	stats := make([]Stats, len(members))
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
		b := members[k].Backend
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
	for range min(c.together(), len(members)) {
		start()
	}
	next := time.NewTicker(headStart)
	defer next.Stop()

	var failed []error
	for len(failed) < len(members) {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next.C:
			if winner < 0 && len(stops) < len(members) {
				start()
			}
		case n := <-said:
			name := members[n.member].Name
			switch {
			case winner < 0 && n.err != nil:
				failed = append(failed, fmt.Errorf("%s: %w", name, n.err))
				if len(stops) < len(members) {
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
