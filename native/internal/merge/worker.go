package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/table"
)

// A worker merges the states of partitions and expands them.
type worker struct {
	shared *shared
	*table.Expander
	tally
	kids    []table.Child
	filling []filling // by cell: the chunks its states are added to
	weighed []uint64  // scratch
	back    reader
	sieved  []uint64
	// different is the fraction of the states waiting in the last partition that were
	// distinct.
	different float64
}

// A filling is the chunks that a worker fills for the partitions of a layer.
type filling struct {
	chunks []chunk
	shift  uint // 63 less the bits of a partition number
}

// work merges and expands partitions of the layer that is due until none is left.
func (w *worker) work() {
	for {
		n := int(w.shared.claimed.Add(1)) - 1
		if n >= len(w.shared.due.parts) || w.Stopped {
			return
		}
		p := &w.shared.due.parts[n]
		states := p.states(w.words)
		if states == 0 {
			w.shared.tell(n)
			continue
		}
		// A partition that has outgrown the cache is processed in several passes, each
		// for some of its states.
		sieve := 0
		for states>>sieve > w.shared.together && sieve < 8 {
			sieve++
		}
		for k := 0; k < 1<<sieve && !w.Stopped; k++ {
			w.reset(int(w.different*float64(states>>sieve)), p.width())
			err := w.shared.due.read(p, w.words, &w.back, func(c chunk) { w.addSieved(c, sieve, uint64(k)) })
			if err != nil {
				w.Stop(err)
				return
			}
			w.different = float64(w.n) / float64(states>>sieve)
			if k == 1<<sieve-1 {
				w.shared.recycle(p.chunks)
				*p = partition{}
			}
			w.expandAll()
		}
		w.shared.tell(n)
	}
}

// addSieved adds to the table the states of a chunk that belong to pass k.
func (w *worker) addSieved(c chunk, sieve int, k uint64) {
	if sieve == 0 {
		w.addAll(c.words, c.width)
		return
	}
	stride := w.words + c.width
	w.sieved = w.sieved[:0]
	for s := c.words; len(s) > 0; s = s[stride:] {
		high := uint64(0)
		if w.words == 2 {
			high = s[1]
		}
		if hash(s[0], high)<<(skip+16)>>(64-sieve) == k {
			w.sieved = append(w.sieved, s[:stride]...)
		}
	}
	w.addAll(w.sieved, c.width)
}

// expandAll adds the children of the states of the table to their layers.
func (w *worker) expandAll() {
	if w.words == 1 && w.width == 1 {
		w.expandNarrow()
		return
	}
	stride, weights, labels := w.words+w.width, w.Weights(), w.shared.labels
	for cells := w.cells; len(cells) > 0; cells = cells[stride:] {
		e := cells[:stride]
		ways := e[w.words:]
		if isZero(ways) {
			continue
		}
		if w.Nodes >= w.PauseAt && w.Pause() {
			return
		}
		high := uint64(0)
		if w.words == 2 {
			high = e[1]
		}
		kids := w.kids[:w.Expand(w.unpack(w.shared.cell, e[0], high), w.kids)]
		if labels != nil {
			labels.mark(kids)
		}
		for n := range kids {
			kid := &kids[n]
			if mi := w.shared.mirror; mi != nil && int(mi.boundary[kid.C]) > w.shared.cell {
				kid.State = mi.fold(kid.State)
			}
			number := ways
			if weights != nil && weights[kid.At] != 1 {
				number = w.times(ways, weights[kid.At])
			}
			w.put(kid.State, number)
		}
	}
}

// expandNarrow is expandAll for states and numbers of one word.
func (w *worker) expandNarrow() {
	mi, cell := w.shared.mirror, w.shared.cell
	weights, labels := w.Weights(), w.shared.labels
	// Remove free places first, without a branch: it would often be mispredicted.
	states := 0
	for cells := w.cells; len(cells) >= 2; cells = cells[2:] {
		ways := cells[1]
		w.cells[states], w.cells[states+1] = cells[0], ways
		states += int((ways|-ways)>>63) << 1
	}
	for cells := w.cells[:states]; len(cells) >= 2; cells = cells[2:] {
		q, ways := cells[0], cells[1]
		if w.Nodes >= w.PauseAt && w.Pause() {
			return
		}
		kids := w.kids[:w.Expand(w.unpack(cell, q, 0), w.kids)]
		if labels != nil {
			labels.mark(kids)
		}
		for n := range kids {
			kid := &kids[n]
			if mi != nil && int(mi.boundary[kid.C]) > cell {
				kid.State = mi.fold(kid.State)
			}
			if weights != nil && weights[kid.At] != 1 {
				w.put(kid.State, w.times(cells[1:2], weights[kid.At]))
				continue
			}
			low := kid.F>>1 | kid.K<<(w.shift&63)
			out := &w.filling[kid.C]
			if part := hash(low, 0) >> 1 >> (out.shift & 63); part < uint64(len(out.chunks)) {
				to := &out.chunks[part]
				if end := len(to.words) + 2; end <= cap(to.words) && to.width == 1 {
					to.words = to.words[:end]
					to.words[end-2], to.words[end-1] = low, ways
					continue
				}
			}
			w.put(kid.State, cells[1:2])
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
	w.weighed = w.weighed[:0]
	carry := uint64(0)
	for _, x := range ways {
		high, low := bits.Mul64(x, weight)
		low, c := bits.Add64(low, carry, 0)
		w.weighed = append(w.weighed, low)
		carry = high + c
	}
	if carry != 0 {
		w.weighed = append(w.weighed, carry)
	}
	return w.weighed
}
