package native

import (
	"context"
	"iter"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/run"
)

// Turns returns a search of m for one solution by s, a [Hunter] or a [Beam], that takes turns with
// others: it can be set aside, and goes on where it was. A turn of some nodes, at least 1, returns
// [ErrBudget] if the search needs more of them. Otherwise the search has ended, with a solution,
// with none (nil) or with an error, and so does every later turn. A turn stops where the search
// looks at its context, about every millisecond, and where that is depends on nodes alone.
//
// The search runs only during turns, and in the goroutine that calls turn. The caller must call
// stop, which ends it.
func Turns(
	ctx context.Context, s resumable, m *cover.Model,
) (turn func(nodes int64) (cover.Solution, error), stop func()) {
	var solution cover.Solution
	err := ErrBudget                  // until the search ends, also if that is by stop
	done, until := int64(0), int64(0) // nodes, and where the turn ends
	next, stop := iter.Pull2(func(yield func(cover.Solution, error) bool) {
		pause := func(nodes int64) (more bool) {
			done = nodes
			return nodes < until || yield(nil, ErrBudget)
		}
		var found cover.Solution
		var failed error
		for found, failed = range s.pausing(ctx, m, pause) {
			break // the search calls its hooks before the turn ends
		}
		yield(found, failed)
	})
	return func(nodes int64) (cover.Solution, error) {
		until = done + nodes
		if found, failed, more := next(); more {
			solution, err = found, failed
		}
		return solution, err
	}, stop
}

// A resumable search can stand still for a while.
type resumable interface {
	// pausing yields the solutions of m. The search calls pause with its nodes so far whenever it
	// looks at its context, and ends once that returns false.
	pausing(ctx context.Context, m *cover.Model, pause pause) iter.Seq2[cover.Solution, error]
}

type pause func(nodes int64) (more bool)

// attach makes a search call p, if that is not nil. There were nodes before the search.
func (p pause) attach(w *run.Search, before int64) {
	if p == nil {
		return
	}
	w.Again = func() (next int64) {
		if !p(before + w.Nodes) {
			w.Stop(context.Canceled) // a search that just ends has no more solutions
		}
		return 1
	}
}
