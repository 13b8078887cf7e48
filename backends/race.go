package backends

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"time"

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

// A race is the members of a portfolio at work side by side, each in a goroutine of
// its own.
type race struct {
	*contest
	ctx    context.Context
	cancel context.CancelFunc
	// work is what a member does. It sends its news until it is told that nobody
	// listens any more.
	work func(ctx context.Context, b Backend, send func(news) bool)
	said chan news
	// By member: how to stop it, nil as long as it has not started, and what its
	// search has cost, once it has ended.
	stops   []context.CancelFunc
	stats   []Stats
	running sync.WaitGroup
	winner  int // -1: none yet
}

// newRace returns a race in which nobody has started. It is for the caller to end it.
func (c *contest) newRace(ctx context.Context, work func(ctx context.Context, b Backend, send func(news) bool)) *race {
	r := &race{contest: c, work: work, said: make(chan news), winner: -1}
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.stops = make([]context.CancelFunc, len(c.Members))
	r.stats = make([]Stats, len(c.Members))
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
	b := r.Members[k].Backend
	if o, ok := b.(Observable); ok {
		b = o.Observed(r.stats[k].add)
	}
	r.running.Go(func() {
		r.work(ctx, b, func(n news) bool {
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
func (r *race) ahead() (hold func()) {
	k := slices.IndexFunc(r.Members, func(m Member) bool { return m.Ahead })
	items := 0
	for _, option := range r.model.Options {
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
// nil if there is nothing to be said, and native.ErrBudget if the race shall begin.
// As it has no solution to offer, whatever it may find, the member that is ahead is
// listened to already.
func (r *race) run(members []int, settle func(context.Context) error, heard func(news) bool) error {
	if len(members) == 0 {
		return errors.New("it has no members")
	}
	settled := false
	// What the race has cost is what the winner's search has, which ends first.
	defer func() {
		r.end()
		switch {
		case r.winner >= 0:
			r.cost = r.stats[r.winner]
		case !settled:
			r.cost = Stats{}
		}
	}()
	announce := sync.OnceFunc(func() { r.announce(members) })
	waiting := slices.DeleteFunc(slices.Clone(members), func(k int) bool { return r.stops[k] != nil })
	next := func() {
		if len(waiting) > 0 {
			r.start(waiting[0])
			waiting = waiting[1:]
		}
	}
	var failed []error
	wait := joinAfter
	joins := time.NewTimer(wait)
	defer joins.Stop()
	begin := func() {
		announce()
		for range r.together() - (len(members) - len(waiting) - len(failed)) {
			next()
		}
		joins.Reset(wait)
	}
	var tried chan error // nil once native has tried
	trying, stopTrying := context.WithCancel(r.ctx)
	defer stopTrying()
	if settle != nil {
		joins.Stop()
		result := make(chan error, 1)
		r.running.Go(func() { result <- settle(trying) })
		tried = result
	} else {
		begin()
	}

	for tried != nil || len(failed) < len(members) {
		select {
		case <-r.ctx.Done():
			return r.ctx.Err()
		case err := <-tried:
			tried = nil
			switch {
			case r.winner >= 0:
			case errors.Is(err, native.ErrBudget):
				begin()
			default:
				if settled = err == nil; settled {
					r.win(nativeName)
				}
				return err
			}
		case <-joins.C:
			if r.winner < 0 {
				next()
				wait *= 2
				joins.Reset(wait)
			}
		case n := <-r.said:
			name := r.Members[n.member].Name
			switch {
			case r.winner < 0 && n.err != nil:
				failed = append(failed, fmt.Errorf("%s: %w", name, n.err))
				if tried == nil {
					next()
				}
				continue
			case r.winner < 0:
				announce()
				stopTrying()
				r.wins(n.member)
			case n.member != r.winner:
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

// wins stops all members but the one that has won.
func (r *race) wins(k int) {
	r.winner = k
	for other, stop := range r.stops {
		if other != k && stop != nil {
			stop()
		}
	}
	r.win(r.Members[k].Name)
}

// announce says that these members race.
func (r *race) announce(members []int) {
	if r.Racing == nil {
		return
	}
	racing := make([]Member, len(members))
	for n, k := range members {
		racing[n] = r.Members[k]
	}
	r.Racing(racing)
}
