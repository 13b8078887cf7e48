package run

import (
	"sync"

	"github.com/exactile/exactile/encode/cover"
)

// Tasks shares one search among workers. Every worker walks the top of the same
// tree, where the tasks hang in a fixed order, and claims their numbers one by
// one; it does those it has claimed and passes by the others. So nothing is copied
// from worker to worker, and the order of the results does not depend on who found
// them: what a task finds goes into a stream of its own, and the streams are read
// in the order of the tasks.
type Tasks struct {
	mu      sync.Mutex
	Next    int
	streams *streams  // nil when counting
	weights []float64 // the estimated part of the work that each task is
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

// enter reports whether the task the walk has come by is its own.
func (s *Search) enter() bool {
	mine := s.task == s.Claimed
	s.task++
	if mine {
		s.InTask = true
		s.entered = s.Nodes
	}
	return mine
}

// leave ends the task and claims the next.
func (s *Search) leave() {
	s.InTask = false
	s.taskNodes += s.Nodes - s.entered
	if !s.Stopped {
		s.closeStream()
		s.Share.finish(s.Claimed)
		s.Claimed, s.out = s.Share.claim()
	}
}

// batchSize is how many solutions go into a stream together.
const batchSize = 64

// send puts a solution into the task's stream.
func (s *Search) send(sol cover.Solution) bool {
	s.batch = append(s.batch, sol)
	if len(s.batch) == batchSize {
		s.Share.streams.put(s.out, s.batch)
		s.batch = nil
	}
	return true
}

func (s *Search) closeStream() {
	if s.out == nil {
		return
	}
	if len(s.batch) > 0 {
		s.Share.streams.put(s.out, s.batch)
		s.batch = nil
	}
	s.Share.streams.close(s.out)
	s.out = nil
}

// AsTask runs what hangs at the limit, as a task, with no limit below it.
func (s *Search) AsTask(run func()) {
	if s.Stopped || !s.enter() {
		return
	}
	limit := s.Limit
	s.Limit = s.None
	run()
	s.Limit = limit
	s.leave()
}

// PassBy reports whether the state that the next choice leads to, the one of so many
// placements, is a task that is not the walk's own, and counts it. Where choices
// take long that spares each worker to make those of all others.
func (s *Search) PassBy(placements int) bool {
	if s.Limit < 0 || placements < s.Limit || s.InTask || s.task == s.Claimed {
		return false
	}
	s.task++
	return true
}
