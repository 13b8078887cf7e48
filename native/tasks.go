package native

import (
	"sync"

	"github.com/exactile/exactile/encode/cover"
)

// tasks shares one search among workers. Every worker walks the top of the same
// tree, where the tasks hang in a fixed order, and claims their numbers one by
// one; it does those it has claimed and passes by the others. So nothing is copied
// from worker to worker, and the order of the results does not depend on who found
// them: what a task finds goes into a stream of its own, and the streams are read
// in the order of the tasks.
type tasks struct {
	mu      sync.Mutex
	next    int
	streams *streams  // nil when counting
	weights []float64 // the estimated part of the work that each task is
	done    float64
	report  func(done float64) // may be nil; called with mu held
}

// claim gives a worker its next task, and the stream for what it finds there.
func (t *tasks) claim() (task int, out *stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	task = t.next
	t.next++
	if t.streams != nil {
		out = t.streams.open()
	}
	return task, out
}

// finish notes that a task is done.
func (t *tasks) finish(task int) {
	if t.report == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += t.weights[task]
	t.report(min(t.done, 1))
}

// enter reports whether the task the walk has come by is its own.
func (s *walk) enter() bool {
	mine := s.task == s.claimed
	s.task++
	if mine {
		s.inTask = true
		s.entered = s.nodes
	}
	return mine
}

// leave ends the task and claims the next.
func (s *walk) leave() {
	s.inTask = false
	s.taskNodes += s.nodes - s.entered
	if !s.stopped {
		s.closeStream()
		s.share.finish(s.claimed)
		s.claimed, s.out = s.share.claim()
	}
}

// batchSize is how many solutions go into a stream together.
const batchSize = 64

// send puts a solution into the task's stream.
func (s *walk) send(sol cover.Solution) bool {
	s.batch = append(s.batch, sol)
	if len(s.batch) == batchSize {
		s.share.streams.put(s.out, s.batch)
		s.batch = nil
	}
	return true
}

func (s *walk) closeStream() {
	if s.out == nil {
		return
	}
	if len(s.batch) > 0 {
		s.share.streams.put(s.out, s.batch)
		s.batch = nil
	}
	s.share.streams.close(s.out)
	s.out = nil
}

// asTask runs what hangs at the limit, as a task, with no limit below it.
func (s *walk) asTask(run func()) {
	if s.stopped || !s.enter() {
		return
	}
	limit := s.limit
	s.limit = s.none
	run()
	s.limit = limit
	s.leave()
}

// passBy reports whether the state that the next choice leads to, the one of so many
// placements, is a task that is not the walk's own, and counts it. Where choices
// take long that spares each worker to make those of all others.
func (s *walk) passBy(placements int) bool {
	if s.limit < 0 || placements < s.limit || s.inTask || s.task == s.claimed {
		return false
	}
	s.task++
	return true
}
