package beam

import "github.com/exactile/exactile/native/internal/problem"

// A state is a partial solution.
type state struct {
	score int64
	hash  uint64
	cell  int32 // the first one that is not decided
	need  int32 // the least number of cells for the pieces that must still be used
}

// fits reports whether an option, of undecided cells only, covers no cell twice.
func (st *state) fits(b *board, o int32, covered []uint64) bool {
	away := int(b.options[o].first - st.cell)
	if away < 0 {
		return false
	}
	from, shift := away/64, away%64
	if b.words == 1 {
		return from > 0 || b.masks[o]<<shift&covered[0] == 0
	}
	for w, m := range b.mask(o) {
		if at := w + from; at < b.words {
			if m<<shift&covered[at] != 0 || shift > 0 && at+1 < b.words &&
				m>>(64-shift)&covered[at+1] != 0 {
				return false
			}
		}
	}
	return true
}

// roomFor reports whether the counters of a kind leave room for one more option.
func roomFor(b *board, kind int32, use []uint64) bool {
	for _, k := range b.kinds[kind] {
		if q := &b.counters[k]; q.used(use) >= q.hi {
			return false
		}
	}
	return true
}

// room reports whether an option of a kind may be used once more, and returns the changes
// of the state: its new need, the gain of its score, and its new hash without the cells.
func (st *state) room(b *board, r *sameKind, use []uint64, prices []int64) (
	need int32, price int64, hash uint64, ok bool,
) {
	need, hash = st.need, st.hash
	for _, k := range b.kinds[r.kind] {
		q := &b.counters[k]
		n := q.used(use)
		if n >= q.hi {
			return 0, 0, 0, false
		}
		if q.piece && n < q.lo {
			need -= q.smallest
		}
		price += prices[k]
		hash ^= use1(k, n) ^ use1(k, n+1)
	}
	return need, price, hash, true
}

// met reports whether all counters are used as often as they must be, including one
// more option of the kind.
func met(b *board, r *sameKind, use []uint64) bool {
	for k := range b.counters {
		q := &b.counters[k]
		short := q.lo - q.used(use)
		for _, j := range b.kinds[r.kind] {
			if int(j) == k {
				short--
			}
		}
		if short > 0 {
			return false
		}
	}
	return true
}

// sums returns the sizes below 64, as bits, that the remaining pieces can fill.
func sums(b *board, use []uint64) uint64 {
	sums := uint64(1)
	for k := range b.counters {
		if q := &b.counters[k]; q.piece {
			sums = problem.Sums(sums, q.sizes, int(q.hi-q.used(use)))
		}
	}
	return problem.Sums(sums, b.free, 64)
}
