package table

import "math/bits"

// Count counts below a state: in batches, or one state at a time if a limit is set at which
// states become tasks.
func (s *FastSearch) Count(st State) {
	if s.Limit < s.Window.N {
		s.List(st)
		return
	}
	avail := s.board.available(st.K)
	s.Nodes++
	s.countBatched(frame{st.C, st.F, s.fit(st, avail), avail, st.K})
}

// countBatched counts below a frame like run, several states at a time. In run the processor
// mostly waits: the next cell, what fits there and whether anything fits depend on each
// other in this order, and the last is unpredictable, so that half of the branches on it are
// mispredicted. Here no branch depends on it: every child is written to the stack, and the
// stack grows only if something fits the child. States expanded together do not wait for
// each other. This takes two thirds of the time of run. Nodes are not visited in the order
// of the tree, so only run can stop at checkpoints.
//
// countBatched is not reentrant.
func (s *FastSearch) countBatched(from frame) {
	room := len(s.board.slots) * batchSize // for the children of one batch
	if len(s.stack) < 2*room {
		s.stack = make([]frame, 2*room)
	}
	for c, next := range s.next[:len(s.sites)] {
		// The tables need the 32 cells after the next empty one. The window has them if that
		// cell is in its first half.
		s.sites[c].near = 1<<min(32, int(next)-c) - 1
	}
	stack, now := s.stack, &s.now
	n := 0
	if from.fit != 0 {
		stack[0] = from
		n = 1
	}
	for n > 0 {
		if s.Nodes >= s.PauseAt && s.Pause() {
			return
		}
		batch := batchSize
		if n > maxStack {
			batch = 1
		}
		batch = min(batch, n)
		n -= batch
		copy(now[:batch], stack[n:n+batch])
		if len(stack)-n < room {
			// append would clear the new half, whose memory may never be needed.
			s.stack = make([]frame, 2*len(stack))
			copy(s.stack, stack[:n])
			stack = s.stack
		}
		for i := range batch {
			at := &now[i&(batchSize-1)]
			free, near := s.sites[at.c].open&^at.f, s.sites[at.c].near
			for fit := at.fit; fit != 0; fit &= fit - 1 {
				q := &s.slots[bits.TrailingZeros64(fit)&63]
				left := at.k - q.unit
				still := at.avail
				if left&q.field == 0 {
					still &^= q.group
				}
				e := free &^ q.mask
				if e&near == 0 {
					n += s.leap(at, e, still, left, &stack[n])
					continue
				}
				step := bits.TrailingZeros32(uint32(e))
				next := at.c + step
				s.Nodes++
				here := &s.sites[next]
				t := here.strict
				if still&s.holes != 0 {
					t = here.fits
				}
				e = e >> 1 >> step
				more := still & t[0][byte(e)] & t[1][byte(e>>8)] &
					t[2][byte(e>>16)] & t[3][byte(e>>24)]
				child := &stack[n] // field by field: a literal is built elsewhere and copied
				child.c, child.f, child.fit = next, (at.f|q.mask)>>step, more
				child.avail, child.k = still, left
				n += int((more | -more) >> 63)
			}
		}
	}
	if s.Nodes >= s.PauseAt {
		s.Pause() // the budget may have been spent by the last batch
	}
}

// maxStack is the number of frames above which frames are expanded one at a time, so that
// the stack does not grow by the children of batchSize states at every level.
const maxStack = 1 << 13

// leap writes a child whose next empty cell is far from that of its parent, or that rules,
// class tests or the limit apply to. It returns 1 if something fits the child. The bits of e are
// the empty cells of the parent's window.
func (s *FastSearch) leap(at *frame, e, avail, k uint64, child *frame) int {
	st := State{s.NextOpen(at.c + 64), 0, k}
	if e != 0 {
		d := bits.TrailingZeros64(e)
		st.C = at.c + d
		st.F = s.sites[at.c].open &^ e >> d
	}
	if st.C >= s.until(at.c) {
		if s.pruned(at.c, st) {
			return 0
		}
		if st.C == s.Window.N {
			s.Full(st.K)
			return 0
		}
	}
	s.Nodes++
	fit := s.fit(st, avail)
	if fit == 0 {
		return 0
	}
	*child = frame{st.C, st.F, fit, avail, k}
	return 1
}
