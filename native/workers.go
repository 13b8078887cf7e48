package native

import (
	"context"
	"math/big"
	"sync"

	"github.com/exactile/exactile/encode/cover"
)

// minTasks is how many tasks a search is cut into: enough that no worker waits
// long for the others at the end, and that progress moves.
const minTasks = 1000

// cut finds the least limit at which the tree of e has minTasks tasks or more,
// and returns it with the part of the work that each task is likely to be: all
// the same unless weigh is set and the engine can tell. A listing must come by the same
// tasks.
func cut(e engine, roots []root, listing, weigh bool) (limit int, weights []float64) {
	w := e.base()
	step, most := 1, 64 // placements, and
	if w.none >= 0 {
		step, most = max(1, w.none/64), w.none // cells
	}
	pass := func() (enough bool) {
		// A walk that has claimed no task comes by them all.
		w.share, w.claimed, w.task = &tasks{}, -1, 0
		before := w.nodes
		for r := range roots {
			e.split(limit, listing)
			search(e, &roots[r])
		}
		w.share = nil
		return w.task >= minTasks || limit == most || w.nodes-before > 100*minTasks || w.stopped
	}
	for limit = step; !pass(); limit = min(limit+step, most) {
	}
	if weigh {
		w.weigh = true
		pass()
		w.weigh = false
	}
	weights = make([]float64, w.task)
	total := 0.0
	for _, x := range w.weights {
		total += x
	}
	for n := range weights {
		if len(w.weights) == len(weights) && total > 0 {
			weights[n] = w.weights[n] / total
		} else {
			weights[n] = 1 / float64(len(weights))
		}
	}
	return limit, weights
}

// spread searches from the roots with several workers, and visits the solutions
// in the order in which one worker would have found them. It returns the weighted
// count and what the workers did together.
func spread(ctx context.Context, s *settings, p *problem, e engine, roots []root, visit func(cover.Solution) bool) (*big.Int, *walk) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limit, weights := cut(e, roots, visit != nil, s.progress != nil)
	if w := e.base(); w.stopped {
		return new(big.Int), w
	}
	share := &tasks{weights: weights, report: s.progress}
	if visit != nil {
		share.streams = newStreams(mostHeld)
		if s.memory > 0 {
			share.streams.most = int(max(1, min(mostHeld, s.memory/16/8))) // a sixteenth of it
		}
		if s.ahead > 0 {
			share.streams.most = s.ahead
		}
	}
	total := new(big.Int)
	var sum walk
	var mu sync.Mutex // of total and sum
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			mine := e.clone(walk{ctx: ctx, pauseAt: pauseEvery, share: share, meter: s.meter, rules: e.base().rules.again()})
			w := mine.base()
			w.claimed, w.out = share.claim()
			found := new(big.Int)
			var l *lister
			if visit != nil {
				l = newLister(p, w.send)
			}
			for r := range roots {
				if l != nil {
					l.below(&roots[r])
					l.serve(w)
				}
				mine.split(limit, visit != nil)
				found.Add(found, roots[r].weighted(search(mine, &roots[r])))
			}
			w.closeStream()
			mu.Lock()
			defer mu.Unlock()
			total.Add(total, found)
			sum.found += w.found
			if sum.nodes == 0 {
				sum.nodes = w.nodes - w.taskNodes // the top of the tree, once
			}
			sum.nodes += w.taskNodes
			if w.err != nil {
				sum.err = w.err
			}
		})
	}
	if visit != nil {
		go func() { group.Wait(); share.streams.end() }()
		// Workers wait for their reader, who may be gone, by a panic in visit, too.
		defer group.Wait()
		defer share.streams.abandon()
		defer cancel()
		if !share.streams.read(visit) {
			cancel()
			share.streams.abandon()
			group.Wait()
			sum.err = nil // it was not cut short
		}
	}
	group.Wait()
	return total, &sum
}
