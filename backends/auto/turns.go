package auto

import (
	"context"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A turnTaker is a search by native that takes turns with others: it can be set aside, and goes on
// where it was. It runs in a goroutine of its own and looks at its context about every millisecond,
// as all searches do. Once it has used its nodes, the answer of the context waits for the next
// turn. Where it stops depends only on its nodes, so it does the same on every machine.
type turnTaker struct {
	context.Context
	name   string
	lister backends.Backend // for further solutions
	meter  *native.Meter
	until  int64 // it stops at this number of nodes
	// It receives from resume when it begins and goes on, and sends to aside when it stops.
	resume, aside chan struct{}
	// The result: a solution, none (nil) or an error, once ended is closed.
	ended    chan struct{}
	solution cover.Solution
	err      error
	cost     backends.Stats
}

// begin makes the search one of the model's first solution by b, which shows its nodes to the
// meter and its cost to t.note. It waits for its first turn. The caller must end the context.
func (t *turnTaker) begin(ctx context.Context, b backends.Backend, meter *native.Meter, m *cover.Model) {
	t.Context, t.meter = ctx, meter
	t.resume, t.aside, t.ended = make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(t.ended)
		select {
		case <-t.resume:
			t.solution, _, t.err = backends.First(t, b, m)
		case <-ctx.Done():
			t.err = ctx.Err()
		}
	}()
}

// note keeps the cost of the search.
func (t *turnTaker) note(st native.Stats) { t.cost.AddSearch(st) }

// turn lets the search go on for some nodes. The error is native.ErrBudget if it needs more.
func (t *turnTaker) turn(nodes int64) (cover.Solution, error) {
	t.until = t.meter.Nodes() + nodes
	select {
	case t.resume <- struct{}{}:
	case <-t.ended:
		return t.solution, t.err
	}
	select {
	case <-t.aside:
		return nil, native.ErrBudget
	case <-t.ended:
		return t.solution, t.err
	}
}

// Err implements [context.Context].
func (t *turnTaker) Err() error {
	if t.Context.Err() == nil && t.meter.Nodes() >= t.until {
		select {
		case t.aside <- struct{}{}:
			select {
			case <-t.resume:
			case <-t.Done():
			}
		case <-t.Done():
		}
	}
	return t.Context.Err()
}

// wait returns once the search has ended, after its context.
func (t *turnTaker) wait() { <-t.ended }
