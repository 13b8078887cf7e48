package cli

import (
	"cmp"
	"context"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/encode/puzzle"
)

// Best finds a best solution of an open puzzle with a goal, by the backend or, if that cannot list
// solutions, by what runs where none is named. Then it makes the tiling of the entry the one of the
// best solutions; of boxes, that of the solution.
func (c *Call) Best(ctx context.Context, e *Entry) (*best.Result, error) {
	t, start := e.Tiling, time.Now()
	ctx, cancel := c.Limited(ctx, e.Spent)
	defer cancel()
	finder := *c
	if !c.Named || backends.CountsOnly(c.Backend) {
		finder.Backend, finder.Named = c.Work.Auto(), false
	}
	found, err := best.Find(ctx, t, func(
		of *puzzle.Tiling, won func(string),
	) backends.Backend {
		b := finder.For(&Entry{Name: e.Name, Tiling: of}, won)
		if decides, ok := b.(auto.Backend); ok {
			decides.Racing = nil // one of many questions is no news
			b = decides
		}
		return b
	})
	e.Spent += time.Since(start)
	switch {
	case t.Puzzle.Goal.Best != "fewest" && t.Puzzle.Goal.Best != "most":
		e.Tiling = cmp.Or(found.Tiling, t)
	case found.Tiling != nil && err == nil:
		e.Tiling = t.Within(puzzle.Exactly(found.Value))
	}
	return found, err
}

// NoteBest notes what is known of the best solutions of a puzzle.
func (e *Entry) NoteBest(c *Console, found *best.Result) {
	if found.Goal() != nil && (found.Tiling != nil || !found.Proved) {
		c.Note("%s: %v", e.Name, found)
	}
}
