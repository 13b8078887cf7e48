package run

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// tasks returns into how many tasks, at least, to split a search that is expected to take so many
// nanoseconds: enough that no worker waits long for the others at the end, and that progress moves.
// Each worker walks the tree above the tasks, and each task makes the matrices of its search: tasks
// much shorter than a millisecond cost more than they save.
func (s *Settings) tasks(time float64) int {
	const most = 1000
	return max(LeastTasks, 32*s.Workers, int(min(most, time/1e6)))
}

// LeastTasks is how many tasks a search is split into at least, if its tree has so many.
const LeastTasks = 100

// cut finds the least limit at which the tree of e has enough tasks, and returns it with the
// likely share of each task in the work: equal shares unless weigh is set and the walker can
// estimate them. listing must be as in the search itself, which must meet the same tasks.
func cut(
	e Walker, roots []problem.Root, enough int, listing, weigh bool,
) (limit int, weights []float64) {
	w := e.Base()
	step, most := 1, 64 // placements, and
	if w.None >= 0 {
		step, most = max(1, w.None/64), w.None // cells
	}
	pass := func() (done bool) {
		// A search that has claimed no task meets them all.
		w.Share, w.Claimed, w.task = &Tasks{}, -1, 0
		before := w.Nodes
		for r := range roots {
			e.Split(limit, listing)
			SearchBelow(e, &roots[r])
		}
		w.Share = nil
		return w.task >= enough || limit == most || w.Nodes-before > 100*int64(enough) || w.Stopped
	}
	for limit = step; !pass(); limit = min(limit+step, most) {
	}
	if weigh {
		w.Weigh = true
		pass()
		w.Weigh = false
	}
	weights = make([]float64, w.task)
	total := 0.0
	for _, x := range w.Weights {
		total += x
	}
	for n := range weights {
		if len(w.Weights) == len(weights) && total > 0 {
			weights[n] = w.Weights[n] / total
		} else {
			weights[n] = 1 / float64(len(weights))
		}
	}
	return limit, weights
}

// RecheckNodes is how many nodes a search has before it is first compared with another way to
// count.
const RecheckNodes = 1 << 12

// Scatter searches from the roots with several workers, and visits the solutions in the order in
// which one worker would have found them. It returns the weighted count and what the workers did
// together. The search is expected to take so many nanoseconds. If recheck is not nil, one worker
// calls it with the nodes of all workers, first at RecheckNodes and then at the number it
// returned; 0 ends the search.
func Scatter(
	ctx context.Context, s *Settings, p *problem.Problem, e Walker, roots []problem.Root,
	time float64, visit func(cover.Solution) bool, recheck func(nodes int64) (next int64),
) (*big.Int, *Search) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	limit, weights := cut(e, roots, s.tasks(time), visit != nil, s.Progress != nil)
	if w := e.Base(); w.Stopped {
		return new(big.Int), w
	}
	share := &Tasks{weights: weights, report: s.Progress}
	if visit != nil {
		share.streams = newStreams(maxHeld)
		if s.Memory > 0 {
			share.streams.most = int(max(1, min(maxHeld, s.Memory/16/8))) // a sixteenth of it
		}
		if s.Ahead > 0 {
			share.streams.most = s.Ahead
		}
	}
	again := rechecker{recheck: recheck, next: RecheckNodes, stop: cancel}
	total := new(big.Int)
	var sum Search
	var mu sync.Mutex // of total and sum
	var group sync.WaitGroup
	for range s.Workers {
		group.Go(func() {
			mine := e.Clone(Search{
				Ctx: ctx, PauseAt: PauseEvery, Claim: Claim{Share: share}, Prune: e.Base().Prune,
			})
			w := mine.Base()
			w.ShowTo(s.Meter)
			if recheck != nil {
				again.attach(w)
			}
			w.Claimed, w.out = share.claim()
			send := w.send
			if visit == nil {
				send = nil
			}
			mine.Split(limit, visit != nil)
			found := SearchAll(mine, p, roots, send)
			w.closeStream()
			mu.Lock()
			defer mu.Unlock()
			total.Add(total, found)
			sum.Found += w.Found
			if sum.Nodes == 0 {
				sum.Nodes = w.Nodes - w.Claim.nodes // the top of the tree, once
			}
			sum.Nodes += w.Claim.nodes
			if w.Err != nil {
				sum.Err = w.Err
			}
		})
	}
	if visit != nil {
		go func() { group.Wait(); share.streams.end() }()
		// Workers wait for the reader, also if a panic in visit ends it.
		defer group.Wait()
		defer share.streams.abandon()
		defer cancel()
		if !share.streams.read(visit) {
			cancel()
			share.streams.abandon()
			group.Wait()
			sum.Err = nil // the visitor ended it
		}
	}
	group.Wait()
	return total, &sum
}

// A rechecker calls recheck for workers that share a search. While one worker is in recheck, the
// others continue their search.
type rechecker struct {
	recheck func(nodes int64) (next int64)
	stop    func()
	mu      sync.Mutex // of next, and for calls of recheck
	next    int64      // 0: the search has ended
	nodes   atomic.Int64
}

// attach makes a worker's search call the rechecker every RecheckNodes nodes.
func (r *rechecker) attach(w *Search) {
	added := int64(0)
	w.AgainAt = RecheckNodes
	w.Again = func() (next int64) {
		nodes := r.nodes.Add(w.Nodes - added)
		added = w.Nodes
		if r.mu.TryLock() {
			defer r.mu.Unlock()
			if r.next > 0 && nodes >= r.next {
				r.next = r.recheck(nodes)
			}
			if r.next == 0 {
				r.stop()
				return 0
			}
		}
		return w.Nodes + RecheckNodes
	}
}
