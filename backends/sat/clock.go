package sat

import (
	"context"
	"iter"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cnf"
)

// A timed engine adds the time that it spends in Solve to the statistics. It is wall time: an
// engine computes all the while, and the system does not tell what one goroutine used.
type timed struct {
	Engine
	stats *backends.Stats
}

func (t timed) Solve(ctx context.Context) (bool, error) {
	start := time.Now()
	defer func() { t.stats.Solving += time.Since(start).Seconds() }()
	return t.Engine.Solve(ctx)
}

// timedModels is the Models of an engine, and adds the time that it spends in them to the
// statistics, without what is done with each model.
func (e *enumerator) timedModels(
	ctx context.Context, engine ListingEngine,
) iter.Seq2[func(cnf.Lit) bool, error] {
	return func(yield func(func(cnf.Lit) bool, error) bool) {
		start, outside := time.Now(), time.Duration(0)
		for value, err := range engine.Models(ctx) {
			yielded := time.Now()
			more := yield(value, err)
			outside += time.Since(yielded)
			if !more {
				break
			}
		}
		e.stats.Solving += (time.Since(start) - outside).Seconds()
	}
}
