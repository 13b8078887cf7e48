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
	// trialAlone is how long native's trial runs alone before the member that is
	// ahead starts: most puzzles are done by then.
	trialAlone = 50 * time.Millisecond
	// aheadItems bounds the total size of the options for an early start: an engine that
	// may not be needed must not take more than some hundred megabytes.
	aheadItems = 1 << 20
	// joinAfter is how long a race continues with the members it began with; the next
	// one joins after twice as long, and so on.
	joinAfter = time.Second / 2
)

// message is a message of a member: a solution or a count, that it failed, or that
// there is nothing more.
type message struct {
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
	// FindsOnly is set if the member is left out when all solutions, or their number, are
	// requested: it may find the first at once and still take very long for all.
	FindsOnly bool
	// Favourite is set if the member starts during native's trial, provided that a core
	// is idle, a single solution is requested, and nothing that the trial shows can leave
	// it out. Its result is used only in the race.
	Favourite bool
	// Tables is set if the member is left out when the trial has shown that
	// native searches without tables.
	Tables bool
	// Applies, if not nil, reports whether the member takes part for a model.
	Applies func(m *cover.Model) bool
}

// A race is the members of a portfolio at work side by side, each in a goroutine of
// its own.
type race struct {
	members  []Member
	together int                    // how many start at once
	announce func(members []string) // nil once it has been called
	won      func(name string)
	// work is what a member does. It sends its messages until send reports that the
	// race is over for it.
	work func(ctx context.Context, b backends.Backend, send func(message) bool)

	ctx      context.Context
	cancel   context.CancelFunc
	messages chan message
	// By member: how to stop it, nil as long as it has not started, and what its
	// search has cost, once it has ended.
	stops   []context.CancelFunc
	stats   []backends.Stats
	running sync.WaitGroup

	// State of run: who takes part, who has not started and who has failed, when the
	// next one joins, and who has won.
	racing  []int
	waiting []int
	failed  []error
	wait    time.Duration
	joins   *time.Timer
	winner  int  // -1: none yet
	settled bool // nobody has won: settle had the result before the race
}

// newRace returns a race of members that do the work, in which nobody has started. The caller
// must end it.
func newRace(
	ctx context.Context, members []Member, work func(context.Context, backends.Backend, func(message) bool),
) *race {
	n := len(members)
	r := &race{
		members: members, work: work, messages: make(chan message), winner: -1,
		stops: make([]context.CancelFunc, n), stats: make([]backends.Stats, n),
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// end stops all members still at work. All goroutines have ended when it returns,
// except what an adapter leaves behind.
func (r *race) end() {
	r.cancel()
	r.running.Wait()
}

// start starts member k. Its messages wait until run receives them.
func (r *race) start(k int) {
	ctx, stop := context.WithCancel(r.ctx)
	r.stops[k] = stop
	b := backends.Observed(r.members[k].Backend, r.stats[k].Add)
	r.running.Go(func() {
		r.work(ctx, b, func(n message) bool {
			n.member = k
			select {
			case r.messages <- n:
				return true
			case <-ctx.Done():
				return false
			}
		})
	})
}

// startFavourite starts the member that is ahead, after trialAlone, unless hold is called
// before. hold must be called before anything else is done with the race.
func (r *race) startFavourite(m *cover.Model) (hold func()) {
	k := slices.IndexFunc(r.members, func(member Member) bool {
		return member.Favourite && !member.Tables && (member.Applies == nil || member.Applies(m))
	})
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

// run runs the race of some members, the most promising first. receive is called with the
// messages of the winner, until it returns false or the winner has sent all.
//
// Before the others start, native has one more try: settle, if not nil. It returns
// native.ErrBudget if the race is to begin, and nil if it has the result: then receive is not
// called. Meanwhile run already takes messages from the member that is ahead.
func (r *race) run(racing []int, settle func(context.Context) error, receive func(message) bool) error {
	if len(racing) == 0 {
		return errors.New("it has no members")
	}
	// Once all members have ended, the cost of the winner's search is known.
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
		case n := <-r.messages:
			switch {
			case r.winner < 0 && n.err != nil:
				r.fails(n, tried == nil)
				continue
			case r.winner < 0:
				stopTrying()
				r.wins(n.member)
			case n.member != r.winner:
				continue // it sent this before it was stopped
			}
			switch {
			case n.err != nil:
				return fmt.Errorf("%s: %w", r.members[n.member].Name, n.err)
			case !receive(n), n.end:
				return nil
			}
		}
	}
	return errors.Join(r.failed...)
}

// begin announces the race, and starts members that have not started yet.
func (r *race) begin() {
	r.announceOnce()
	for range r.together - (len(r.racing) - len(r.waiting) - len(r.failed)) {
		r.next()
	}
	r.joins.Reset(r.wait)
}

// next starts a waiting member, if there is one.
func (r *race) next() {
	if len(r.waiting) > 0 {
		r.start(r.waiting[0])
		r.waiting = r.waiting[1:]
	}
}

// fails takes a member out of the race; once the race has begun, another takes its place.
func (r *race) fails(n message, begun bool) {
	r.failed = append(r.failed, fmt.Errorf("%s: %w", r.members[n.member].Name, n.err))
	if begun {
		r.next()
	}
}

// wins stops all members but the one that has won.
func (r *race) wins(k int) {
	r.announceOnce()
	r.winner = k
	for other, stop := range r.stops {
		if other != k && stop != nil {
			stop()
		}
	}
	r.won(r.members[k].Name)
}

// announceOnce announces who takes part, once.
func (r *race) announceOnce() {
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
