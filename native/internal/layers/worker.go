package layers

import (
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A worker merges the states of partitions and expands them.
type worker struct {
	shared *shared
	*run.Search
	system System
	// x is the system if that is an expander. It saves an interface call a state.
	x *table.Expander
	countTable
	kids    []table.Child
	filling []filling // by layer: the chunks its states are added to
	weighed []uint64  // scratch
	back    reader
	sieved  []uint64
	// different is the fraction of the states waiting in the last partition that were
	// distinct.
	different float64
	// What is left of a layer if a pause ended the work: rows of the table to expand, and
	// the passes over a partition.
	rest         []uint64
	part         int
	pass, passes int
}

// A filling is the chunks that a worker fills for the partitions of a layer.
type filling struct {
	chunks []chunk
	shift  uint // 63 less the bits of a partition number
}

// work merges and expands partitions of the layer that is due until none is left.
func (w *worker) work() {
	for !w.Stopped && (len(w.rest) > 0 || w.merge()) {
		w.expand()
	}
}

// claim returns the next partition of the layer that is due. It reports false if there is none,
// or the count is late.
func (w *worker) claim() (part int, ok bool) {
	part = int(w.shared.claimed.Add(1)) - 1
	if part >= len(w.shared.due.parts) {
		return part, false
	}
	if p := &w.shared.pace; p.late(w.shared.reportParts(part)) {
		w.Stop(ErrLate)
	}
	return part, !w.Stopped
}

// merge merges states of the layer that is due, and leaves them in rest. It reports false if
// there are no more, or the disk failed. A partition that has outgrown the cache is processed
// in several passes, each for some of its states.
func (w *worker) merge() bool {
	due := w.shared.due
	for w.pass == w.passes {
		var ok bool
		if w.part, ok = w.claim(); !ok {
			return false
		}
		states := due.parts[w.part].states(w.words)
		w.pass, w.passes = 0, min(states, 1)
		for states > w.shared.together && w.passes < 1<<8 {
			states, w.passes = states/2, 2*w.passes
		}
	}
	p := &due.parts[w.part]
	states := p.states(w.words) / w.passes
	w.reset(int(w.different*float64(states)), p.width())
	if err := due.read(p, w.words, &w.back, w.addSieved); err != nil {
		w.Stop(err)
		return false
	}
	w.different = float64(w.n) / float64(states)
	if w.pass++; w.pass == w.passes {
		w.shared.recycle(p.chunks)
		*p = partition{}
	}
	w.rest = w.compact()
	return w.shared.kept == nil || w.keep()
}

// addSieved adds to the table the states of a chunk that belong to the pass.
func (w *worker) addSieved(c chunk) {
	if w.passes == 1 {
		w.addAll(c.words, c.width)
		return
	}
	stride := w.words + c.width
	w.sieved = w.sieved[:0]
	for s := c.words; len(s) > 0; s = s[stride:] {
		if hash(w.split(s))<<(skip+16)>>32*uint64(w.passes)>>32 == uint64(w.pass) {
			w.sieved = append(w.sieved, s[:stride]...)
		}
	}
	w.addAll(w.sieved, c.width)
}

// keep keeps the states of the table. It reports false if the disk failed.
func (w *worker) keep() bool {
	stride := w.words + w.width
	states := make([]uint64, 0, len(w.rest)/stride*w.words)
	for rows := w.rest; len(rows) > 0; rows = rows[stride:] {
		states = append(states, rows[:w.words]...)
	}
	w.shared.kept[w.shared.cell].take(0, chunk{0, states})
	err := w.shared.charge(cap(states))
	if err != nil {
		w.Stop(err)
	}
	return err == nil
}

// expand adds the children of the states in rest to their layers.
func (w *worker) expand() {
	stride, mi, labels, cell := w.words+w.width, w.shared.mirror, w.shared.labels, w.shared.cell
	weights, one := w.system.Weights(), []uint64{1}
	rows := w.rest
	for w.rest = nil; len(rows) > 0; rows = rows[stride:] {
		if w.Nodes >= w.PauseAt && w.Pause() {
			w.rest = rows
			return
		}
		ways := rows[w.words:stride]
		if w.shared.kept != nil {
			ways = one // the numbers of ways are not wanted
		}
		st := w.read(cell, rows)
		var kids []table.Child
		if w.x != nil {
			kids = w.kids[:w.x.Expand(st, w.kids)]
		} else {
			kids = w.kids[:w.system.Expand(st, w.kids)]
		}
		if labels != nil {
			labels.mark(kids)
		}
		for n := range kids {
			kid := &kids[n]
			if mi != nil && int(mi.boundary[kid.C]) > cell {
				kid.State = mi.fold(kid.State)
			}
			if weights != nil && weights[kid.At] != 1 {
				w.put(kid.State, w.times(ways, weights[kid.At]))
				continue
			}
			if stride == 2 { // as put does it, where there is a chunk with room
				low := kid.F>>1 | kid.K<<(w.shift&63)
				out := &w.filling[kid.C]
				if part := hash(low, 0) >> 1 >> (out.shift & 63); part < uint64(len(out.chunks)) {
					to := &out.chunks[part]
					if end := len(to.words) + 2; end <= cap(to.words) && to.width == 1 {
						to.words = to.words[:end]
						to.words[end-2], to.words[end-1] = low, ways[0]
						continue
					}
				}
			}
			w.put(kid.State, ways)
		}
	}
}

// put adds a state to its layer.
func (w *worker) put(st table.State, ways []uint64) {
	low, high := w.pack(st)
	out := &w.filling[st.C]
	if out.chunks == nil {
		w.open(st.C)
	}
	part := int(hash(low, high) >> 1 >> out.shift)
	to := &out.chunks[part]
	at := len(to.words)
	end := at + w.words + len(ways)
	if to.width != len(ways) || end > cap(to.words) {
		if !w.room(st.C, part, len(ways)) {
			return
		}
		at = len(to.words)
		end = at + w.words + len(ways)
	}
	to.words = to.words[:end]
	e := to.words[at:]
	e[0] = low
	if w.words == 2 {
		e[1] = high
	}
	copy(e[w.words:], ways)
}

// open prepares to fill a layer.
func (w *worker) open(cell int) {
	l := w.shared.opened(cell)
	w.filling[cell] = filling{make([]chunk, len(l.parts)), uint(63 - l.bits)}
}

// room makes room for a state whose number has width words. It reports false on an error,
// which has stopped the search.
func (w *worker) room(cell, part, width int) bool {
	to := &w.filling[cell].chunks[part]
	if len(to.words) > 0 {
		w.shared.layers[cell].take(part, *to)
	}
	c, err := w.shared.chunk(w.words + width)
	*to = chunk{width, c}
	if err != nil {
		w.Stop(err)
	}
	return err == nil
}

// close passes the chunks that the worker has filled for a layer to that layer.
func (w *worker) close(cell int) {
	for n, c := range w.filling[cell].chunks {
		if len(c.words) > 0 {
			w.shared.layers[cell].take(n, c)
		}
	}
	w.filling[cell].chunks = nil
}

// times returns ways times weight, in words that the next call overwrites.
func (w *worker) times(ways []uint64, weight uint64) []uint64 {
	w.weighed = append(w.weighed[:0], make([]uint64, len(ways)+1)...)
	run.AddTimes(w.weighed, ways, weight)
	if w.weighed[len(ways)] == 0 {
		return w.weighed[:len(ways)]
	}
	return w.weighed
}
