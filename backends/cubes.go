package backends

import (
	"context"
	"errors"
	"math"

	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cover"
)

// The limits below which a part is not split further: measured with gini and
// gophersat on pentominoes and dominoes, where a factor of two either way costs
// less than a third more time. A part with more options is split before an engine
// sees it; one with more solutions, after the engine has listed so many.
//
// Both limits count things, not time: so the parts, and with them the order of
// the solutions, are the same on every machine.
const (
	cubeOptions   = 200
	cubeSolutions = 200
)

// A cube is a part of the solutions of a core.
type cube struct {
	// path orders cubes: that of a part continues that of the whole.
	path  []int
	part  float64 // of the search, if all parts of a cube are as large
	whole core
	shard cover.Shard // of whole
	known seen        // solutions of whole that were listed before it was split
	// out carries what comes of the cube, in order. Only one worker sends, and
	// closes it at the end.
	out chan outcome
}

// An outcome is a solution of a cube, its parts (instead of all further
// solutions), or why there is nothing more.
type outcome struct {
	solution cover.Solution
	parts    []*cube
	err      error
}

// cubesAhead is how many outcomes a worker may be ahead of whoever ranges over
// the solutions.
const cubesAhead = 64

// cubes yields the solutions of whole, found by several workers, in an order that
// does not depend on how many they are: that of the cubes.
//
// Workers take the first cube that is waiting, and one that is too far ahead
// waits. The cube whose solutions are due is never among those that wait: the
// worker that ended the one before it took it, unless another had it already.
func (e *enumerator) cubes(ctx context.Context, whole core) error {
	ctx, cancel := context.WithCancel(ctx)
	pending := newQueue(ctx)
	root := &cube{part: 1, whole: whole, out: make(chan outcome, cubesAhead)}
	pending.add(root)

	workers := max(1, e.Workers)
	stats := make(chan Stats)
	for range workers {
		go func() {
			w := &enumerator{SAT: e.SAT, model: e.model}
			for c := pending.take(); c != nil; c = pending.take() {
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
			e.stats.add(w)
		}
		e.stats.ChildMemory = max(e.stats.ChildMemory, memory)
	}()
	return e.receive(ctx, root)
}

// receive yields the solutions of a cube and its parts, in order.
func (e *enumerator) receive(ctx context.Context, c *cube) error {
	for {
		select {
		case o, more := <-c.out:
			switch {
			case !more:
				// A worker that the end of ctx kept from sending closes the stream too:
				// it is whole only if ctx goes on.
				return ctx.Err()
			case o.err != nil:
				return o.err
			case o.solution != nil:
				if !e.yield(o.solution) {
					return errEnough
				}
			}
			for _, part := range o.parts {
				if err := e.receive(ctx, part); err != nil {
					return err
				}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// work sends what comes of a cube, and returns its parts if it has any.
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
	parts, err := e.list(ctx, c)
	if errors.Is(err, errEnough) {
		// Only the end of ctx keeps a worker from sending. That is no complete list,
		// and whoever receives must not take it for one.
		err = ctx.Err()
	}
	switch {
	case err != nil:
		send(outcome{err: err})
	case parts != nil:
		send(outcome{parts: parts})
	default:
		e.Monitor.addDone(c.part)
	}
	return parts
}

// list yields the solutions of a cube that are not known, or some of them and
// returns the parts that the others are in.
func (e *enumerator) list(ctx context.Context, c *cube) ([]*cube, error) {
	r, err := await.Value(ctx, func() (restricted, error) { return c.whole.restricted(c.shard), nil })
	if err != nil || r.impossible {
		return nil, err
	}
	if len(r.model.Options) == 0 {
		return nil, e.only(r.core, c.known)
	}
	item := branchItem(r.model)
	if item >= 0 && len(r.model.Options) > e.maxOptions() {
		return c.split(r.core, item, c.known), nil
	}
	if e.Enumerate == Branch {
		return nil, e.branch(ctx, r.core)
	}
	limit := math.MaxInt
	if item >= 0 {
		limit = e.maxSolutions()
	}
	known, err := e.block(ctx, r.core, c.known, limit)
	if err != nil || known == nil {
		return nil, err
	}
	return c.split(r.core, item, known), nil
}

// split returns the parts of a cube by the options of an item.
func (c *cube) split(whole core, item int, known seen) []*cube {
	shards := whole.model.Split(item)
	parts := make([]*cube, len(shards))
	for k, shard := range shards {
		path := append(c.path[:len(c.path):len(c.path)], k)
		parts[k] = &cube{path: path, part: c.part / float64(len(shards)), whole: whole, shard: shard, known: known, out: make(chan outcome, cubesAhead)}
	}
	return parts
}

func (b SAT) maxOptions() int {
	if b.grain > 0 {
		return b.grain
	}
	return cubeOptions
}

func (b SAT) maxSolutions() int {
	if b.grain > 0 {
		return b.grain
	}
	return cubeSolutions
}

// branchItem returns the item that splits m into the fewest parts, at least two,
// or -1 if there is none.
func branchItem(m *cover.Model) int {
	count := make([]int, len(m.Items))
	for _, items := range m.Options {
		for _, i := range items {
			count[i]++
		}
	}
	item, fewest := -1, math.MaxInt
	for i, it := range m.Items {
		// Of n options, at least k of which are chosen, one of the first n-k+1 is the
		// lowest that is; or none is.
		parts := count[i] - max(it.Min-1, 0)
		if it.Min == 0 {
			parts++
		}
		if parts > 1 && parts < fewest {
			item, fewest = i, parts
		}
	}
	return item
}
