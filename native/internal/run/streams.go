package run

import (
	"sync"

	"github.com/exactile/exactile/encode/cover"
)

// streams carry the solutions of a listing from the workers to the one reader: a
// stream for each task, read in the order of the tasks. Tasks differ much in size, so
// workers must be able to run far ahead of the reader while it waits for the end of a
// long task. How far is bounded by the size of the solutions that wait, not by the
// number of their tasks.
type streams struct {
	mu    sync.Mutex
	ready sync.Cond // for the reader: there is a batch, or an end
	room  sync.Cond // for the workers: fewer solutions wait, or the reader goes to another stream
	// The streams of tasks that are claimed and not yet read to their end, in order.
	queue []*stream
	held  int  // the size of all that waits, in options
	most  int  // the bound of held
	ended bool // there will be no more streams
	gone  bool // the reader is gone
}

// A stream is the solutions that a task has found and the reader has not read.
type stream struct {
	batches [][]cover.Solution
	closed  bool
}

// maxHeld is how many options of solutions may wait to be read: 4 MiB.
const maxHeld = 1 << 19

func newStreams(most int) *streams {
	s := &streams{most: most}
	s.ready.L, s.room.L = &s.mu, &s.mu
	return s
}

// open returns the stream of the task that comes after all others.
func (s *streams) open() *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := new(stream)
	s.queue = append(s.queue, t)
	return t
}

// put puts solutions into a stream, once there is room. The stream that is being
// read always has room if it is empty: the reader waits for nothing else.
func (s *streams) put(t *stream, batch []cover.Solution) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.held >= s.most && !s.gone && (t != s.queue[0] || len(t.batches) > 0) {
		s.room.Wait()
	}
	if s.gone {
		return
	}
	t.batches = append(t.batches, batch)
	s.held += size(batch)
	if t == s.queue[0] {
		s.ready.Signal()
	}
}

// close ends a stream.
func (s *streams) close(t *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.closed = true
	s.ready.Signal()
}

// end marks that there will be no more streams.
func (s *streams) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.ready.Signal()
}

// abandon marks that the reader is gone: no worker waits for room from now on.
func (s *streams) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
	s.room.Broadcast()
}

// read visits all solutions, in the order of the tasks, until visit returns false,
// and reports whether visit never did.
func (s *streams) read(visit func(cover.Solution) bool) bool {
	for batch := s.next(); batch != nil; batch = s.next() {
		for _, sol := range batch {
			if !visit(sol) {
				return false
			}
		}
	}
	return true
}

// next returns the next solutions, of one task, in the order of the tasks. It waits
// for them, and returns nil if there will be none.
func (s *streams) next() []cover.Solution {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case len(s.queue) == 0 && s.ended:
			return nil
		case len(s.queue) == 0:
			s.ready.Wait()
		case len(s.queue[0].batches) > 0:
			t := s.queue[0]
			batch := t.batches[0]
			t.batches[0] = nil
			t.batches = t.batches[1:]
			s.held -= size(batch)
			s.room.Broadcast()
			return batch
		case s.queue[0].closed:
			s.queue[0] = nil
			s.queue = s.queue[1:]
			s.room.Broadcast()
		default:
			s.ready.Wait()
		}
	}
}

// size is the size of solutions in options: their own, and three words for each
// slice header.
func size(batch []cover.Solution) int {
	n := 0
	for _, s := range batch {
		n += len(s) + 3
	}
	return n
}
