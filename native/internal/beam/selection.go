package beam

import (
	"math/bits"
	"slices"
)

// A selection rejects states that lead nowhere or that are known already.
type selection struct {
	b      *board
	seen   map[uint64]int32 // by hash: a state of the level from 1 on, or a rejected one, negative
	bad    []state          // the rejected states of the level
	badSet []uint64
	// An option that has fitted recently, by cell and by counter: most often it still does.
	ofCell, ofCounter []int32
	// Of a pass: how many states were rejected because some item could not be covered,
	// and, by counter, for how many of these it could not.
	rejected int64
	blame    []int64
	flooded  []int32 // scratch
	mark     []int64 // by cell, the flood it was last in
	floods   int64
}

func (f *selection) init(b *board) {
	f.b = b
	f.seen = map[uint64]int32{}
	none := []int32{-1}
	f.ofCell, f.ofCounter = slices.Repeat(none, b.n), slices.Repeat(none, len(b.counters))
	f.blame = make([]int64, len(b.counters))
	f.mark = make([]int64, b.n)
}

// clear forgets what was rejected, for a new pass.
func (f *selection) clear() {
	f.rejected = 0
	clear(f.blame)
}

// begin forgets what was seen, for a new level.
func (f *selection) begin() {
	clear(f.seen)
	f.bad, f.badSet = f.bad[:0], f.badSet[:0]
}

// sift reports whether the last state of a level is worth keeping.
func (f *selection) sift(v *level, x *candidate) bool {
	n := len(v.states) - 1
	st := &v.states[n]
	stride := f.b.stride()
	set := v.sets[n*stride:]
	if old := int(f.seen[st.hash]); old != 0 {
		states, sets := v.states, v.sets
		if old < 0 {
			states, sets, old = f.bad, f.badSet, -old
		}
		if states[old-1].cell == st.cell && slices.Equal(sets[(old-1)*stride:old*stride], set) {
			return false
		}
	}
	covered, use := v.set(f.b, n)
	if f.fits(st, covered, use) && f.islandsFill(st, x.option, covered, use) &&
		f.cellsFill(st, covered, use) {
		f.seen[st.hash] = int32(n) + 1
		return true
	}
	f.bad = append(f.bad, *st)
	f.badSet = append(f.badSet, set...)
	f.seen[st.hash] = -int32(len(f.bad))
	return false
}

// fits reports whether each item that must still be covered has an option that fits. It
// blames all items that have none.
func (f *selection) fits(st *state, covered, use []uint64) bool {
	b := f.b
	all := true
	for k := range b.counters {
		q := &b.counters[k]
		if q.used(use) >= q.lo {
			continue
		}
		last := f.ofCounter[k]
		if last >= 0 && st.fits(f.b, last, covered) {
			continue
		}
		ok := false
		for _, o := range b.throughCounter.of(int32(k)) {
			if b.options[o].first < st.cell {
				break
			}
			if st.fits(f.b, o, covered) {
				ok, f.ofCounter[k] = true, o
				break
			}
		}
		if !ok {
			all = false
			f.blame[k]++
		}
	}
	if !all {
		f.rejected++
	}
	return all
}

// empty reports whether a cell is neither decided nor covered.
func empty(c int32, st *state, covered []uint64) bool {
	away := int(c - st.cell)
	return away >= 0 && (away >= 64*len(covered) || covered[away/64]>>(away%64)&1 == 0)
}

// cellsFill reports whether some option fits each empty cell that has at most one empty
// neighbour.
func (f *selection) cellsFill(st *state, covered, use []uint64) bool {
	b := f.b
	end := st.cell
	for w := len(covered) - 1; w >= 0; w-- {
		if covered[w] != 0 {
			end += int32(w*64 + bits.Len64(covered[w]))
			break
		}
	}
	end = min(end+b.reach, int32(b.n))
	for c := st.cell; c < end; c++ {
		if !empty(c, st, covered) {
			continue
		}
		open, list := 0, b.from(c)
		for j, d := range b.neighbours.of(c) {
			if empty(d, st, covered) {
				if open++; open > 1 {
					break
				}
				list = b.from(c) + int32(j) + 1
			}
		}
		if open <= 1 && !f.cellFills(c, list, st, covered, use) {
			return false
		}
	}
	return true
}

// cellFills reports whether some option fits a cell that has no empty neighbour,
// except perhaps that of the list.
func (f *selection) cellFills(c, list int32, st *state, covered, use []uint64) bool {
	b := f.b
	if o := f.ofCell[c]; o >= 0 && st.fits(f.b, o, covered) && roomFor(b, b.options[o].kind, use) {
		return true
	}
	o := f.fitting(list, st, covered, use)
	if alone := b.from(c); o < 0 && list != alone {
		o = f.fitting(alone, st, covered, use)
	}
	if o >= 0 {
		f.ofCell[c] = o
	}
	return o >= 0
}

// fitting returns an option of a list that fits, or -1.
func (f *selection) fitting(list int32, st *state, covered, use []uint64) int32 {
	for _, o := range f.b.throughEnd.of(list) {
		if f.b.options[o].first < st.cell {
			break
		}
		if st.fits(f.b, o, covered) && roomFor(f.b, f.b.options[o].kind, use) {
			return o
		}
	}
	return -1
}

// islandsFill reports whether the remaining pieces can add up to the size of each
// small island beside the last option.
func (f *selection) islandsFill(st *state, last int32, covered, use []uint64) bool {
	b := f.b
	if !b.whole {
		return true
	}
	fill := uint64(0)
	first := f.floods + 1
	q := &b.options[last]
	for w, m := range b.mask(last) {
		for ; m != 0; m &= m - 1 {
			for _, d := range b.neighbours.of(q.first + int32(w*64+bits.TrailingZeros64(m))) {
				if f.mark[d] >= first || !empty(d, st, covered) {
					continue
				}
				size := f.flood(d, first, st, covered)
				if size > largestIsland {
					continue
				}
				if fill == 0 {
					fill = sums(b, use)
				}
				if fill>>size&1 == 0 {
					return false
				}
			}
		}
	}
	return true
}

// flood marks the island of a cell and returns its size, or one that is too large. An
// island that touches an earlier flood since first is too large, too.
func (f *selection) flood(c int32, first int64, st *state, covered []uint64) int {
	f.floods++
	mine := f.floods
	f.mark[c] = mine
	f.flooded = append(f.flooded[:0], c)
	for n := 0; n < len(f.flooded); n++ {
		for _, d := range f.b.neighbours.of(f.flooded[n]) {
			switch {
			case f.mark[d] == mine || !empty(d, st, covered):
			case f.mark[d] >= first: // an earlier one: it was too large, or would include this cell
				return largestIsland + 1
			default:
				f.mark[d] = mine
				f.flooded = append(f.flooded, d)
			}
		}
		if len(f.flooded) > largestIsland {
			return largestIsland + 1
		}
	}
	return len(f.flooded)
}
