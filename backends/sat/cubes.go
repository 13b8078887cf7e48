package sat

import (
	"context"
	"errors"
	"math"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/native"
)

// A part with more solutions than cubeSolutions is split after the engine has listed that many, as
// one with more options than cubeOptions is before. A factor of two either way costs less than a
// third more time, for pentominoes and dominoes by gini and gophersat. An outside program that
// lists models itself gets twice as many options: clasp takes two thirds of the time, and more than
// half of it is its own.
//
// All limits count things, not time, so that the parts and the order of the
// solutions are the same on every machine.
const cubeSolutions, cubeOptions, listedOptions = 200, 200, 400

// cubes yields the solutions of core, found by several workers, in the order of
// the cubes, which does not depend on the number of workers.
//
// Workers take the first waiting cube, and a worker that is too far ahead
// waits. The cube whose solutions are due is never a waiting one: the worker
// that ended the one before it took it, unless another had it already.
func (e *enumerator) cubes(ctx context.Context, core subproblem, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	pending := newQueue(ctx)
	root := &cube{part: 1, parent: core, out: make(chan outcome, cubesAhead)}
	pending.add(root)

	stats := make(chan backends.Stats)
	for range workers {
		go func() {
			w := &enumerator{setup: e.setup}
			for c := pending.next(); c != nil; c = pending.next() {
				pending.finish(w.work(ctx, c))
			}
			stats <- w.stats
		}()
	}
	// No worker outlives the listing, not even one whose receiver panics.
	defer func() {
		cancel()
		memory := int64(0) // of processes that ran side by side
		for range workers {
			w := <-stats
			memory += w.ChildMemory
			e.stats.Add(w)
		}
		e.stats.ChildMemory = max(e.stats.ChildMemory, memory)
	}()
	return e.accept(ctx, root)
}

// accept yields the solutions of a cube and its parts, in order.
func (e *enumerator) accept(ctx context.Context, c *cube) error {
	for {
		select {
		case o, more := <-c.out:
			switch {
			case !more:
				// A worker also closes the stream if the end of ctx kept it from
				// sending: the stream is whole only if ctx continues.
				return ctx.Err()
			case o.err != nil:
				return o.err
			case o.solution != nil:
				if !e.yield(o.solution) {
					return errEnough
				}
			}
			for _, part := range o.parts {
				if err := e.accept(ctx, part); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// work sends the outcomes of a cube, and returns its parts if it has any.
func (e *enumerator) work(ctx context.Context, c *cube) []*cube {
	defer close(c.out)
	send := func(o outcome) bool {
		select {
		case c.out <- o:
			return true
		case <-ctx.Done():
			return false
		}
	}
	e.yield = func(s cover.Solution) bool { return send(outcome{solution: s}) }
	e.images = c.images
	parts, err := e.list(ctx, c)
	if errors.Is(err, errEnough) {
		// Only the end of ctx keeps a worker from sending. The list is then
		// incomplete, and the receiver must see that.
		err = ctx.Err()
	}
	switch {
	case err != nil:
		send(outcome{err: err})
	case parts != nil:
		send(outcome{parts: parts})
	default:
		e.Monitor.AddDone(c.part)
	}
	return parts
}

// list yields the solutions of a cube that are not known, or some of them and
// returns the parts that contain the others.
func (e *enumerator) list(ctx context.Context, c *cube) ([]*cube, error) {
	options, limit := cubeOptions, cubeSolutions
	if e.ListsAlone {
		options = listedOptions
	}
	if e.grain > 0 {
		options, limit = e.grain, e.grain
	}
	r, err := await.Value(ctx, func() (subproblem, error) {
		return c.parent.restricted(c.shard, max(cubeOptions, options)), nil
	})
	if err != nil || r.impossible {
		return nil, err
	}
	if e.spent() {
		return nil, native.ErrBudget
	}
	if len(r.model.Options) == 0 {
		return nil, e.finish(r, c.known)
	}
	item := branchItem(r.model)
	if e.Lists {
		options = math.MaxInt
	}
	if item >= 0 && (len(r.model.Options) > options || e.Lists && len(c.path) == 0 &&
		len(e.sym) > 1) {
		return e.split(c, r, item, c.known), nil
	}
	if item < 0 {
		limit = math.MaxInt
	}
	known, err := e.block(ctx, r, c.known, limit)
	if err != nil || known == nil {
		return nil, err
	}
	return e.split(c, r, item, known), nil
}

// split returns the parts of a cube: for the first cube, the roots that symmetry leaves
// to search, and otherwise the options of an item.
func (e *enumerator) split(c *cube, core subproblem, item int, known distinctSolutions) []*cube {
	if len(c.path) == 0 && len(e.sym) > 1 {
		if roots := c.parent.roots(e.model); roots != nil {
			return c.fromRoots(roots, known)
		}
	}
	return c.split(core, item, known)
}
