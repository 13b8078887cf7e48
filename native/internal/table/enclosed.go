package table

import "math/bits"

// enclosed is the rule of enclosed cells: empty cells that no placement can cover any more
// because some of their neighbours are filled, though placements reached them on an empty
// board. A cell is examined together with the other cells of its byte of the window.
// The tables are looked up by that byte, so they can leave out every placement that would
// enclose a cell, at no cost to the search: on pentominoes that saves a third of the nodes,
// nine tenths of which are due to the first byte. The level is the number of bytes. Stranded
// cells are the case in which no neighbour matters.
var enclosed = Rule{
	Name: "enclosed", Levels: enclosedBytes, worth: worthEnclosed, tune: (*fastBoard).tune,
}

// enclosedBytes is how many bytes of the window a fastBoard has tables for.
const enclosedBytes = 4

// Finding enclosed cells in the first byte takes some 150 nanoseconds an option, and in all
// bytes three times as long. It is worth it if a search is expected to take more than these
// nanoseconds an option.
const (
	worthOneByte   = 300
	worthEveryByte = 1500
)

func worthEnclosed(e Expected) int {
	spent := e.Time / float64(e.Options)
	switch {
	case spent > worthEveryByte:
		return enclosedBytes
	case spent > worthOneByte:
		return 1
	}
	return 0
}

// An encloser removes the placements that enclose cells from the tables of a board.
//
// To be exact, o may be placed at c only if every cell y that is empty, must be
// covered and is not covered by o has a placement that can still be made: its lowest
// cell is after c, it covers y, it avoids o, it does not need the only copy of a piece
// that o has used, and its cells within the byte are all empty. Its cells beyond the
// byte are not tested.
type encloser struct {
	board *fastBoard
	bytes int
	with  [8 * enclosedBytes]uint64 // the slots that cover each cell of the window but the first
	// after[d][q] are the slots after which slot q can still be placed d cells on.
	after [1 + 8*enclosedBytes][maxSlots]uint64
	view  surroundings
}

// surroundings is all that determines how the tables of one cell are tuned: cells with equal tables
// and equal surroundings share the result.
type surroundings struct {
	slots uint64 // of the placements at the cell
	must  uint32 // the cells that must be covered, as in the window without its bit 0
	// arrivals[j][v] are the slots after which a placement can still be made whose cells
	// in byte j of the window are exactly those of v.
	arrivals [][256]uint64
}

func (v *surroundings) equal(w *surroundings) bool {
	if v.slots != w.slots || v.must != w.must {
		return false
	}
	for j := range v.arrivals {
		if v.arrivals[j] != w.arrivals[j] {
			return false
		}
	}
	return true
}

func newEncloser(b *fastBoard, bytes int) *encloser {
	t := &encloser{board: b, bytes: min(bytes, enclosedBytes, (b.Span+7)/8)}
	t.view.arrivals = make([][256]uint64, t.bytes)
	var with [64]uint64
	for o := range b.slots {
		for m := b.slots[o].mask; m != 0; m &= m - 1 {
			with[bits.TrailingZeros64(m)] |= 1 << o
		}
	}
	copy(t.with[:], with[1:])
	holes := uint64(0) // the slots that cover nothing
	for n := range b.at {
		if b.at[n].option < 0 {
			holes |= 1 << b.slotOf[n]
		}
	}
	for q := range b.slots {
		if holes>>q&1 != 0 {
			continue
		}
		s := &b.slots[q]
		rivals := uint64(0)
		if bits.OnesCount64(s.field) == 1 {
			rivals = s.group // the piece has one copy
		}
		for d := 1; d <= 8*t.bytes; d++ {
			clash := rivals
			for m := s.mask << d; m != 0; m &= m - 1 {
				clash |= with[bits.TrailingZeros64(m)]
			}
			t.after[d][q] = ^clash
		}
	}
	return t
}

// look sets view to the surroundings of cell c.
func (t *encloser) look(c int, must uint64) {
	b, view := t.board, &t.view
	view.slots, view.must = 0, uint32(must>>1)
	for _, s := range b.slotOf[b.from[c]:b.from[c+1]] {
		view.slots |= 1 << s
	}
	clear(view.arrivals)
	for d := 1; d <= 8*t.bytes && c+d < b.N; d++ {
		for _, s := range b.slotOf[b.from[c+d]:b.from[c+d+1]] {
			free := t.after[d][s] & view.slots
			if free == 0 {
				continue
			}
			first := (d - 1) / 8
			m := b.slots[s].mask << (d - 1 - 8*first)
			for j := first; j < t.bytes; j++ {
				view.arrivals[j][byte(m)] |= free
				m >>= 8
			}
		}
	}
}

// tune takes the slots that would enclose a cell out of the tables of a cell.
func (t *encloser) tune(tables *[4]lookahead) {
	for j := range t.bytes {
		for d := range 8 {
			with, comers := t.with[8*j+d], &t.view.arrivals[j]
			// If every slot can be followed by a placement that covers only d in this
			// byte, the other cells do not matter.
			if t.view.must>>(8*j+d)&1 != 0 && t.view.slots&^(comers[1<<d]|with) != 0 {
				tables[j].tune(d, comers, with)
			}
		}
	}
}

// tune removes slots from the entries with cell d empty: those after which no placement
// can be made that covers d and, of the other cells, only empty ones. It keeps the slots of
// with, which cover d themselves.
func (t *lookahead) tune(d int, comers *[256]uint64, with uint64) {
	half := 1 << d
	var can [128]uint64 // by the other cells: first for exactly these, then for any subset
	for from := 0; from < 128; from += half {
		copy(can[from:from+half], comers[2*from+half:])
	}
	for step := 1; step < 128; step *= 2 {
		for from := 0; from < 128; from += 2 * step {
			less, more := can[from:from+step], can[from+step:from+2*step]
			for v, x := range less {
				more[v] |= x
			}
		}
	}
	for from := 0; from < 128; from += half {
		entries := t[2*from+half:][:half]
		for v, x := range can[from : from+half] {
			entries[v] &= x | with
		}
	}
}

// tune removes the slots that would enclose a cell, in the given number of bytes of the
// window, from the tables of a board.
func (b *fastBoard) tune(bytes int) {
	t := newEncloser(b, bytes)
	t.tuneAll(b.must, func(s *site) **[4]lookahead { return &s.fits })
	if b.holes != 0 {
		t.tuneAll(b.Open, func(s *site) **[4]lookahead { return &s.strict })
		return
	}
	for c := range b.sites {
		b.sites[c].strict = b.sites[c].fits
	}
}

// tuneAll tunes one table of every site. Sites that shared a table still share it if their
// surroundings are equal.
func (t *encloser) tuneAll(must []uint64, tablesOf func(s *site) **[4]lookahead) {
	type class struct {
		view  surroundings
		sharp [4]lookahead
	}
	classes := map[*[4]lookahead][]*class{}
	for c := range t.board.sites {
		tables := tablesOf(&t.board.sites[c])
		if *tables == &nothingFits {
			continue
		}
		t.look(c, must[c])
		var found *class
		for _, cl := range classes[*tables] {
			if cl.view.equal(&t.view) {
				found = cl
				break
			}
		}
		if found == nil {
			found = &class{view: t.view, sharp: **tables}
			found.view.arrivals = append([][256]uint64(nil), t.view.arrivals...)
			t.tune(&found.sharp)
			classes[*tables] = append(classes[*tables], found)
		}
		*tables = &found.sharp
	}
}
