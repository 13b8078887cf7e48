package run

import (
	"sync"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// Tasks shares one search among workers. Every worker walks the top of the same tree,
// where the tasks hang in a fixed order, and claims their numbers one by one; it does
// the tasks it has claimed and passes by the others. So nothing is copied from worker
// to worker, and the order of the results does not depend on which worker found them:
// each task has a stream of its own, and streams are read in the order of the tasks.
type Tasks struct {
	mu      sync.Mutex
	Next    int
	streams *streams  // nil when counting
	weights []float64 // the estimated share of each task in the work
	done    float64
	report  func(done float64) // may be nil; called with mu held
}

// claim gives a worker its next task, and the stream for what it finds there.
func (t *Tasks) claim() (task int, out *stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	task = t.Next
	t.Next++
	if t.streams != nil {
		out = t.streams.open()
	}
	return task, out
}

// finish notes that a task is done.
func (t *Tasks) finish(task int) {
	if t.report == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += t.weights[task]
	t.report(min(t.done, 1))
}

// A Claim is what one worker knows of the tasks: which it has met, and which one is its
// own. A search that is not shared has an empty Claim.
type Claim struct {
	Share   *Tasks // nil: the whole search is one task
	Claimed int    // the task the worker will do next, or does
	InTask  bool

	task    int     // how many tasks the worker has met
	alone   bool    // the task is one solution, not yet delivered
	entered int64   // nodes when it began
	nodes   int64   // nodes within tasks
	out     *stream // of the task
	batch   []cover.Solution

	Weigh   bool // write the likely nodes of each task to Weights
	Weights []float64
	Rnd     problem.Random
}

// enter reports whether the task that the worker has met, after this number of
// nodes, is its own.
func (c *Claim) enter(nodes int64) bool {
	mine := c.task == c.Claimed
	c.task++
	if mine {
		c.InTask = true
		c.entered = nodes
	}
	return mine
}

// leave ends the task after this number of nodes and, unless the search was stopped
// within the task, claims the next.
func (c *Claim) leave(nodes int64, stopped bool) {
	c.InTask = false
	c.nodes += nodes - c.entered
	if !stopped {
		c.closeStream()
		c.Share.finish(c.Claimed)
		c.Claimed, c.out = c.Share.claim()
	}
}

// batchSize is how many solutions go into a stream together.
const batchSize = 64

// send puts a solution into the task's stream.
func (c *Claim) send(sol cover.Solution) bool {
	c.batch = append(c.batch, sol)
	if len(c.batch) == batchSize {
		c.Share.streams.put(c.out, c.batch)
		c.batch = nil
	}
	return true
}

func (c *Claim) closeStream() {
	if c.out == nil {
		return
	}
	if len(c.batch) > 0 {
		c.Share.streams.put(c.out, c.batch)
		c.batch = nil
	}
	c.Share.streams.close(c.out)
	c.out = nil
}
