package table

import "math/bits"

// PocketBytes is how many bytes of the window are looked at for pockets: those that
// a fastBoard has tables for.
const PocketBytes = 4

// A pocketer finds pockets for a board: what dead is to a cell by itself, it is to
// a cell among the others of its byte of the window. A cell may be within reach of
// many placements when all is empty, and of none that fit once some of its
// neighbours are filled. The tables are looked up by those neighbours, whatever they
// are, so they can leave out a placement after which such a cell would be there, at
// no cost to the search: on pentominoes that saves a third of the nodes, nine tenths
// of which are due to the first byte.
//
// To be exact, o may be placed at c only if every cell y that is empty, must be
// covered and is not covered by o has a placement that can still come: one of a
// lowest cell after c that covers y, avoids o, is not of a piece that o was the
// only one of, and whose cells within the byte are all empty. Where it reaches
// beyond the byte is not asked.
type pocketer struct {
	board *fastBoard
	bytes int
	with  [8 * PocketBytes]uint64 // the slots that cover each cell of the window but the first
	// after[d][q] are the slots after which slot q can still come d cells on.
	after [1 + 8*PocketBytes][maxSlots]uint64
	view  pocketView
}

// A pocketView is all that the pockets of a cell depend on: cells that look the
// same have the same.
type pocketView struct {
	slots uint64 // those that there are
	must  uint32 // the cells that must be covered, as in the window without its bit 0
	// comers[j][v] are the slots after which a placement can come whose cells in
	// byte j of the window are just those of v.
	comers [][256]uint64
}

func (v *pocketView) equal(w *pocketView) bool {
	if v.slots != w.slots || v.must != w.must {
		return false
	}
	for j := range v.comers {
		if v.comers[j] != w.comers[j] {
			return false
		}
	}
	return true
}

func newPocketer(b *fastBoard, bytes int) *pocketer {
	t := &pocketer{board: b, bytes: min(bytes, PocketBytes, (b.Span+7)/8)}
	t.view.comers = make([][256]uint64, t.bytes)
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
			rivals = s.group // there is one of the piece
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

// look takes in what can come after the placements at cell c.
func (t *pocketer) look(c int, must uint64) {
	b, view := t.board, &t.view
	view.slots, view.must = 0, uint32(must>>1)
	for _, s := range b.slotOf[b.from[c]:b.from[c+1]] {
		view.slots |= 1 << s
	}
	clear(view.comers)
	for d := 1; d <= 8*t.bytes && c+d < b.N; d++ {
		for _, s := range b.slotOf[b.from[c+d]:b.from[c+d+1]] {
			free := t.after[d][s] & view.slots
			if free == 0 {
				continue
			}
			first := (d - 1) / 8
			m := b.slots[s].mask << (d - 1 - 8*first)
			for j := first; j < t.bytes; j++ {
				view.comers[j][byte(m)] |= free
				m >>= 8
			}
		}
	}
}

// sharpen takes the slots out of the tables of a cell that would leave a pocket.
func (t *pocketer) sharpen(tables *[4]chunk) {
	for j := range t.bytes {
		for d := range 8 {
			with, comers := t.with[8*j+d], &t.view.comers[j]
			// If something comes anyway that covers d and none of the others, the
			// others do not matter.
			if t.view.must>>(8*j+d)&1 != 0 && t.view.slots&^(comers[1<<d]|with) != 0 {
				tables[j].sharpen(d, comers, with)
			}
		}
	}
}

// sharpen takes out of the entries with cell d empty the slots after which nothing
// comes that covers d and, of the other cells, only empty ones. The slots that
// cover d themselves are those of with.
func (t *chunk) sharpen(d int, comers *[256]uint64, with uint64) {
	half := 1 << d
	var can [128]uint64 // by the other cells, at first for just those, and then for some of them
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

// sharpen puts the pockets of so many bytes into the tables of a board.
func (b *fastBoard) sharpen(bytes int) {
	t := newPocketer(b, bytes)
	t.sharpenAll(b.must, func(s *site) **[4]chunk { return &s.fits })
	if b.holes != 0 {
		t.sharpenAll(b.Open, func(s *site) **[4]chunk { return &s.strict })
		return
	}
	for c := range b.sites {
		b.sites[c].strict = b.sites[c].fits
	}
}

// sharpenAll sharpens one table of every site. Sites that had the same go on
// having the same where they look the same.
func (t *pocketer) sharpenAll(must []uint64, tablesOf func(s *site) **[4]chunk) {
	type class struct {
		view  pocketView
		sharp [4]chunk
	}
	classes := map[*[4]chunk][]*class{}
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
			found.view.comers = append([][256]uint64(nil), t.view.comers...)
			t.sharpen(&found.sharp)
			classes[*tables] = append(classes[*tables], found)
		}
		*tables = &found.sharp
	}
}
