package table

import "slices"

// maxSlots is how many slots the fast search can tell apart: the bits of a word.
const maxSlots = 64

// FastSpan is how many cells ahead the placements of a fastBoard may reach: the bits of
// four bytes.
const FastSpan = 32

// A slot is a placement seen from its lowest cell, the same from every cell: a
// kind and a mask. Placements of one cell that look the same have slots of their
// own.
type slot struct {
	mask  uint64
	unit  uint64 // what it takes from the packed counts
	field uint64 // the count it takes from; 0 for none
	group uint64 // the slots that take from the same count
}

// A site is the data of a cell for the fast search: the cells of the board from
// there on, and the tables of the slots that fit.
type site struct {
	open   uint64
	fits   *[4]lookahead
	strict *[4]lookahead // the same once no cell may stay empty any more
	// near marks the cells from there at which a child needs no more than the tables: the
	// window reaches far enough, and no rule or class test is tested. countBatched sets it.
	near uint64
}

// A fastBoard is a window with at most 64 slots whose placements reach at most 32
// cells ahead. Every state then needs four look-ups, and one word holds the slots
// that are still available. Cells from which the board looks the same share their
// tables.
type fastBoard struct {
	*Window
	slots  []slot
	slotOf []uint8 // slot of each of window.at
	sites  []site
	holes  uint64 // the slot of holes, if their number is bounded
}

// newFastBoard returns nil if w has too many slots or too wide ones, or a kind
// with several counts.
func newFastBoard(w *Window, demands demands) *fastBoard {
	b := &fastBoard{Window: w}
	if !b.number() {
		return nil
	}
	fits := b.tables(demands(w, false), false)
	strict := fits
	if b.holes != 0 {
		strict = b.tables(demands(w, true), true)
	}
	b.sites = make([]site, w.N)
	for c := range b.sites {
		b.sites[c] = site{open: w.Open[c], fits: fits[c], strict: strict[c]}
	}
	return b
}

// FitsFast reports whether there is a fastBoard for w.
func (w *Window) FitsFast() bool { return (&fastBoard{Window: w}).number() }

// number gives the placements their slots. It reports false if they do not fit.
func (b *fastBoard) number() bool {
	if b.Span > FastSpan || slices.ContainsFunc(b.kinds,
		func(k kind) bool { return len(k.counts) > 1 }) {
		return false
	}
	type look struct {
		mask uint64
		kind int32
		twin int32 // how many earlier placements at the same cell look the same
	}
	var looks [maxSlots]look
	var table [4 * maxSlots]uint8 // open addressing: 1 + slot
	n := 0
	b.slotOf = make([]uint8, len(b.at))
	for c := range b.N {
		for k := int(b.from[c]); k < int(b.from[c+1]); k++ {
			q := &b.at[k]
			l := look{q.mask, q.kind, 0}
			if k > int(b.from[c]) && b.at[k-1].mask == q.mask && b.at[k-1].kind == q.kind {
				l.twin = looks[b.slotOf[k-1]].twin + 1
			}
			h := (q.mask*0x9e3779b97f4a7c15 + uint64(q.kind)*0xbf58476d1ce4e5b9 +
				uint64(l.twin)) * 0x94d049bb133111eb >> 56
			for table[h] != 0 && looks[table[h]-1] != l {
				h = (h + 1) % uint64(len(table))
			}
			if table[h] == 0 {
				if n == maxSlots {
					return false
				}
				looks[n] = l
				n++
				table[h] = uint8(n)
			}
			b.slotOf[k] = table[h] - 1
		}
	}
	b.slots = make([]slot, n)
	for s := range b.slots {
		l := &looks[s]
		k := &b.kinds[l.kind]
		sl := slot{mask: l.mask, unit: k.unit}
		if len(k.counts) > 0 {
			sl.field = b.counts[k.counts[0]].field
			for r := range n {
				if looks[r].kind == l.kind {
					sl.group |= 1 << r
				}
			}
		}
		if int(l.kind) == b.Hole && sl.field != 0 {
			b.holes |= 1 << s
		}
		b.slots[s] = sl
	}
	return true
}

// tables returns the tables of every cell; cells with the same demands share
// theirs. With strict set they are for states that have no hole left.
func (b *fastBoard) tables(filled []uint64, strict bool) []*[4]lookahead {
	classes := make([]int32, 0, b.N) // cells with tables of their own
	tables := make([]*[4]lookahead, b.N)
	for c := range b.N {
		from, to := b.from[c], b.from[c+1]
		like := slices.IndexFunc(classes, func(d int32) bool {
			return slices.Equal(b.slotOf[from:to], b.slotOf[b.from[d]:b.from[d+1]]) &&
				slices.Equal(filled[from:to], filled[b.from[d]:b.from[d+1]])
		})
		if like >= 0 {
			tables[c] = tables[classes[like]]
			continue
		}
		usable, demands := uint64(0), [maxSlots]demand{}
		for k := from; k < to; k++ {
			s := b.slotOf[k]
			if strict && b.holes>>s&1 != 0 {
				continue
			}
			usable |= 1 << s
			demands[s] = demand{empty: b.at[k].mask >> 1, filled: filled[k] >> 1}
		}
		if tables[c] = &nothingFits; usable != 0 {
			tables[c] = new([4]lookahead)
			for j := range tables[c] {
				tables[c][j].fill(8*j, usable, demands[:])
			}
		}
		classes = append(classes, int32(c))
	}
	return tables
}

// nothingFits is the table of cells at which no placement begins.
var nothingFits [4]lookahead

// available returns the slots that the packed counts leave.
func (b *fastBoard) available(k uint64) uint64 {
	avail := uint64(0)
	for s := range b.slots {
		if f := b.slots[s].field; f == 0 || k&f != 0 {
			avail |= 1 << s
		}
	}
	return avail
}
