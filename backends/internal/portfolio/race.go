// Package portfolio races backends: each works on the same model, and the first with a result wins.
// Package auto chooses who takes part, and has tried other ways before.
package portfolio

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// joinAfter is how long a race continues with the members it began with; the next one joins after
// twice as long, and so on.
const joinAfter = time.Second / 2

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

	// State of Run: who has not started, who has failed, and who has won.
	waiting []int
	failed  []error
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

// Run runs the race of some members, the most promising first. receive is called with the
// messages of the winner, until it returns false or the winner has sent all.
func (r *Race) Run(racing []int, receive func(Message) bool) error {
	if len(racing) == 0 {
		return errors.New("it has no members")
	}
	// Once all members have ended, the cost of the winner's search is known.
	defer r.End()
	r.waiting = racing
	r.announce(racing)
	for range r.Together {
		r.next()
	}
	wait := joinAfter
	joins := time.NewTimer(wait)
	defer joins.Stop()
	for len(r.failed) < len(racing) {
		select {
		case <-r.ctx.Done():
			return r.ctx.Err()
		case <-joins.C:
			if r.winner < 0 {
				r.next()
				wait *= 2
				joins.Reset(wait)
			}
		case n := <-r.messages:
			name := r.members[n.member].Name
			switch {
			case r.winner < 0 && n.Err != nil:
				r.failed = append(r.failed, fmt.Errorf("%s: %w", name, n.Err))
				r.next() // in its place
				continue
			case r.winner < 0:
				r.wins(n.member)
			case n.member != r.winner:
				continue // it sent this before it was stopped
			}
			switch {
			case n.Err != nil:
				return fmt.Errorf("%s: %w", name, n.Err)
			case !receive(n), n.End:
				return nil
			}
		}
	}
	return errors.Join(r.failed...)
}

// next starts a waiting member, if there is one.
func (r *Race) next() {
	if len(r.waiting) > 0 {
		r.start(r.waiting[0])
		r.waiting = r.waiting[1:]
	}
}

// wins stops all members but the one that has won.
func (r *Race) wins(k int) {
	r.winner = k
	for other, stop := range r.stops {
		if other != k && stop != nil {
			stop()
		}
	}
	r.Won(r.members[k].Name)
}

// announce announces who takes part.
func (r *Race) announce(racing []int) {
	if r.Announce == nil {
		return
	}
	names := make([]string, len(racing))
	for n, k := range racing {
		names[n] = r.members[k].Name
	}
	r.Announce(names)
}
