package portfolio

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

const (
	// trialAlone is how long native is alone at its trial before the member that is
	// ahead sets out: most puzzles are done by then.
	trialAlone = 50 * time.Millisecond
	// aheadItems is how many items the options of a model may have together for that: an
	// engine that is not needed yet is not to take more than some hundred megabytes.
	aheadItems = 1 << 20
	// joinAfter is how long a race goes on with the members it began with; the next
	// one joins after twice as long, and so on.
	joinAfter = time.Second / 2
)

// news is what a member has to say: a solution or a count, that it failed, or that
// there is nothing more.
type news struct {
	member   int
	solution cover.Solution
	count    *big.Int
	err      error
	end      bool
}

// A Member is a backend in a race and what to call it.
type Member struct {
	Name    string
	Backend backends.Backend
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
	// Applies, if not nil, says of which models it has a part.
	Applies func(m *cover.Model) bool
}

// A race is the members of a portfolio at work side by side, each in a goroutine of
// its own.
type race struct {
	members  []Member
	together int                    // how many begin
	announce func(members []string) // nil once it has been called
	won      func(name string)
	// work is what a member does. It sends its news until it is told that nobody
	// listens any more.
	work func(ctx context.Context, b backends.Backend, send func(news) bool)

	ctx    context.Context
	cancel context.CancelFunc
	said   chan news
	// By member: how to stop it, nil as long as it has not started, and what its
	// search has cost, once it has ended.
	stops   []context.CancelFunc
	stats   []backends.Stats
	running sync.WaitGroup

	// What run needs: who takes part, who has not started and who has failed, when the
	// next one joins, and who has won.
	racing  []int
	waiting []int
	failed  []error
	wait    time.Duration
	joins   *time.Timer
	winner  int  // -1: none yet
	settled bool // nobody has won: it was settled before the race
}

// cost is what the search of the winner has cost, and whether the race was needed: where
// it was settled before it began, it was not.
func (r *race) cost() (st backends.Stats, needed bool) {
	if r.winner >= 0 {
		st = r.stats[r.winner]
	}
	return st, !r.settled
}

// newRace returns a race of the members who do that work, in which nobody has started. It is
// for the caller to end it.
func (c *contest) newRace(
	ctx context.Context, work func(context.Context, backends.Backend, func(news) bool),
) *race {
	n := len(c.Members)
	r := &race{
		members: c.Members, together: c.together(), announce: c.Racing, won: c.win, work: work,
		said: make(chan news), winner: -1,
		stops: make([]context.CancelFunc, n), stats: make([]backends.Stats, n),
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// end stops whoever is still at work. All goroutines have ended when it returns, but
// for what an adapter leaves behind.
func (r *race) end() {
	r.cancel()
	r.running.Wait()
}

// start sends member k on its way. What it says waits until run listens.
func (r *race) start(k int) {
	ctx, stop := context.WithCancel(r.ctx)
	r.stops[k] = stop
	b := r.members[k].Backend
	r.running.Go(func() {
		r.work(backends.Observe(ctx, b, r.stats[k].Add), b, func(n news) bool {
			n.member = k
			select {
			case r.said <- n:
				return true
			case <-ctx.Done():
				return false
			}
		})
	})
}

// ahead starts the member that is ahead, in a while, unless hold is called before.
// hold must be called before anything else is done with the race.
func (r *race) ahead(m *cover.Model) (hold func()) {
	k := slices.IndexFunc(r.members, func(member Member) bool { return member.Ahead })
	items := 0
	for _, option := range m.Options {
		items += len(option)
	}
	if k < 0 || runtime.GOMAXPROCS(0) < 2 || items > aheadItems {
		return func() {}
	}
	started := make(chan struct{})
	timer := time.AfterFunc(trialAlone, func() {
		defer close(started)
		r.start(k)
	})
	return func() {
		if !timer.Stop() {
			<-started
		}
	}
}

// run runs the race of some members, the most promising first. heard is called with
// what the winner says, until it returns false or the winner has said all.
//
// Before the others set out, native has one more try: settle, if not nil. It returns
// native.ErrBudget if the race shall begin, and nil if it has settled what was asked: then
// nothing is heard. The member that is ahead is listened to already.
func (r *race) run(racing []int, settle func(context.Context) error, heard func(news) bool) error {
	if len(racing) == 0 {
		return errors.New("it has no members")
	}
	// When all have ended it is known what the search of the winner has cost.
	defer r.end()
	r.racing = racing
	r.waiting = slices.DeleteFunc(slices.Clone(racing), func(k int) bool { return r.stops[k] != nil })
	r.wait = joinAfter
	r.joins = time.NewTimer(r.wait)
	defer r.joins.Stop()
	var tried chan error // nil once native has tried
	trying, stopTrying := context.WithCancel(r.ctx)
	defer stopTrying()
	if settle != nil {
		r.joins.Stop()
		result := make(chan error, 1)
		r.running.Go(func() { result <- settle(trying) })
		tried = result
	} else {
		r.begin()
	}
	for tried != nil || len(r.failed) < len(racing) {
		select {
		case <-r.ctx.Done():
			return r.ctx.Err()
		case err := <-tried:
			tried = nil
			switch {
			case r.winner >= 0:
			case errors.Is(err, native.ErrBudget):
				r.begin()
			default:
				r.settled = err == nil
				return err
			}
		case <-r.joins.C:
			if r.winner < 0 {
				r.next()
				r.wait *= 2
				r.joins.Reset(r.wait)
			}
		case n := <-r.said:
			switch {
			case r.winner < 0 && n.err != nil:
				r.fails(n, tried == nil)
				continue
			case r.winner < 0:
				stopTrying()
				r.wins(n.member)
			case n.member != r.winner:
				continue // it spoke before it heard
			}
			switch {
			case n.err != nil:
				return fmt.Errorf("%s: %w", r.members[n.member].Name, n.err)
			case !heard(n), n.end:
				return nil
			}
		}
	}
	return errors.Join(r.failed...)
}

// begin announces the race, and lets those set out who are not on their way already.
func (r *race) begin() {
	r.tell()
	for range r.together - (len(r.racing) - len(r.waiting) - len(r.failed)) {
		r.next()
	}
	r.joins.Reset(r.wait)
}

// next starts a member that waits, if any does.
func (r *race) next() {
	if len(r.waiting) > 0 {
		r.start(r.waiting[0])
		r.waiting = r.waiting[1:]
	}
}

// fails takes a member out of the race; once that has begun, another one takes its place.
func (r *race) fails(n news, begun bool) {
	r.failed = append(r.failed, fmt.Errorf("%s: %w", r.members[n.member].Name, n.err))
	if begun {
		r.next()
	}
}

// wins stops all members but the one that has won.
func (r *race) wins(k int) {
	r.tell()
	r.winner = k
	for other, stop := range r.stops {
		if other != k && stop != nil {
			stop()
		}
	}
	r.won(r.members[k].Name)
}

// tell announces who takes part, once.
func (r *race) tell() {
	if r.announce == nil {
		return
	}
	racing := make([]string, len(r.racing))
	for n, k := range r.racing {
		racing[n] = r.members[k].Name
	}
	r.announce(racing)
	r.announce = nil
}
