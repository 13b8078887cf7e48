// Package portfolio races backends: each works on the same model, and the first with a result wins.
// Package auto chooses who takes part, and has tried other ways before.
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
	// aheadAfter is when a member starts that is ahead of the race.
	aheadAfter = 50 * time.Millisecond
	// aheadItems bounds the total size of the options for an early start.
	aheadItems = 1 << 20
	// joinAfter is how long a race continues with the members it began with; the next
	// one joins after twice as long, and so on.
	joinAfter = time.Second / 2
)

// A Message is a message of a member: a solution or a count, that it failed, or that
// there is nothing more.
type Message struct {
	Solution cover.Solution
	Count    *big.Int
	Err      error
	End      bool

	member int
}

// A Member is a backend in a race and what to call it.
type Member struct {
	Name    string
	Backend backends.Backend
}

// A Race is some members at work side by side, each in a goroutine of its own.
//
// A race begins with as many members as there are cores; the others join one by one, each
// after twice as long as the one before, or at once in place of one that has failed: a member
// that joins takes processor time from those that may be about to win. The first with a message
// that is no failure wins, and the others are stopped. It is an error if all fail.
type Race struct {
	// Together is how many members start at once.
	Together int
	// Announce, if not nil, is called with the names of the members when the race begins, and Won
	// with that of the member that has won.
	Announce func(members []string)
	Won      func(name string)

	members []Member
	// work is what a member does. It sends its messages until send reports that the
	// race is over for it.
	work func(ctx context.Context, b backends.Backend, send func(Message) bool)

	ctx      context.Context
	cancel   context.CancelFunc
	messages chan Message
	// By member: how to stop it, nil as long as it has not started, and what its
	// search has cost, once it has ended.
	stops   []context.CancelFunc
	stats   []backends.Stats
	running sync.WaitGroup

	// State of Run: who takes part, who has not started and who has failed, when the
	// next one joins, and who has won.
	racing  []int
	waiting []int
	failed  []error
	wait    time.Duration
	joins   *time.Timer
	winner  int // -1: none yet
}

// New returns a race of members that do the work, in which nobody has started. The caller
// must end it.
func New(
	ctx context.Context, members []Member,
	work func(ctx context.Context, b backends.Backend, send func(Message) bool),
) *Race {
	n := len(members)
	r := &Race{
		Together: max(2, runtime.GOMAXPROCS(0)), Won: func(string) {},
		members: members, work: work, messages: make(chan Message), winner: -1,
		stops: make([]context.CancelFunc, n), stats: make([]backends.Stats, n),
	}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// Cost is what the search of the winner has cost, once the race has ended; none without a winner.
func (r *Race) Cost() backends.Stats {
	if r.winner < 0 {
		return backends.Stats{}
	}
	return r.stats[r.winner]
}

// End stops all members still at work. All goroutines have ended when it returns,
// except what an adapter leaves behind.
func (r *Race) End() {
	r.cancel()
	r.running.Wait()
}

// start starts member k. Its messages wait until run receives them.
func (r *Race) start(k int) {
	ctx, stop := context.WithCancel(r.ctx)
	r.stops[k] = stop
	b := backends.Observed(r.members[k].Backend, r.stats[k].Add)
	r.running.Go(func() {
		r.work(ctx, b, func(n Message) bool {
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

// StartAhead starts member k before the race, after a moment in which most models are done, unless
// hold is called before. It does not if there is no core to spare, or m is so large that an engine
// that may not be needed would take some hundred megabytes. hold must be called before anything
// else is done with the race.
func (r *Race) StartAhead(k int, m *cover.Model) (hold func()) {
	items := 0
	for _, option := range m.Options {
		items += len(option)
	}
	if runtime.GOMAXPROCS(0) < 2 || items > aheadItems {
		return func() {}
	}
	started := make(chan struct{})
	timer := time.AfterFunc(aheadAfter, func() {
		defer close(started)
		r.start(k)
	})
	return func() {
		if !timer.Stop() {
			<-started
		}
	}
}

// Run runs the race of some members, the most promising first. receive is called with the
// messages of the winner, until it returns false or the winner has sent all.
//
// Before the others start there is one more try: settle, if not nil. It returns
// native.ErrBudget if the race is to begin, and nil if it has the result: then receive is not
// called, and settled is true. Meanwhile Run already takes messages from the member that is ahead.
func (r *Race) Run(
	racing []int, settle func(context.Context) error, receive func(Message) bool,
) (settled bool, err error) {
	if len(racing) == 0 {
		return false, errors.New("it has no members")
	}
	// Once all members have ended, the cost of the winner's search is known.
	defer r.End()
	r.racing = racing
	r.waiting = slices.DeleteFunc(slices.Clone(racing),
		func(k int) bool { return r.stops[k] != nil })
	r.wait = joinAfter
	r.joins = time.NewTimer(r.wait)
	defer r.joins.Stop()
	var tried chan error // nil once settle has tried
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
			return false, r.ctx.Err()
		case err := <-tried:
			tried = nil
			switch {
			case r.winner >= 0:
			case errors.Is(err, native.ErrBudget):
				r.begin()
			default:
				return err == nil, err
			}
		case <-r.joins.C:
			if r.winner < 0 {
				r.next()
				r.wait *= 2
				r.joins.Reset(r.wait)
			}
		case n := <-r.messages:
			switch {
			case r.winner < 0 && n.Err != nil:
				r.fails(n, tried == nil)
				continue
			case r.winner < 0:
				stopTrying()
				r.wins(n.member)
			case n.member != r.winner:
				continue // it sent this before it was stopped
			}
			switch {
			case n.Err != nil:
				return false, fmt.Errorf("%s: %w", r.members[n.member].Name, n.Err)
			case !receive(n), n.End:
				return false, nil
			}
		}
	}
	return false, errors.Join(r.failed...)
}

// begin announces the race, and starts members that have not started yet.
func (r *Race) begin() {
	r.announceOnce()
	for range r.Together - (len(r.racing) - len(r.waiting) - len(r.failed)) {
		r.next()
	}
	r.joins.Reset(r.wait)
}

// next starts a waiting member, if there is one.
func (r *Race) next() {
	if len(r.waiting) > 0 {
		r.start(r.waiting[0])
		r.waiting = r.waiting[1:]
	}
}

// fails takes a member out of the race; once the race has begun, another takes its place.
func (r *Race) fails(n Message, begun bool) {
	r.failed = append(r.failed, fmt.Errorf("%s: %w", r.members[n.member].Name, n.Err))
	if begun {
		r.next()
	}
}

// wins stops all members but the one that has won.
func (r *Race) wins(k int) {
	r.announceOnce()
	r.winner = k
	for other, stop := range r.stops {
		if other != k && stop != nil {
			stop()
		}
	}
	r.Won(r.members[k].Name)
}

// announceOnce announces who takes part, once.
func (r *Race) announceOnce() {
	if r.Announce == nil {
		return
	}
	racing := make([]string, len(r.racing))
	for n, k := range r.racing {
		racing[n] = r.members[k].Name
	}
	r.Announce(racing)
	r.Announce = nil
}
