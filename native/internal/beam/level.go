package beam

import (
	"cmp"
	"math/bits"
	"slices"
)

// A level is the states with the same number of decided cells: first all candidates,
// then the survivors.
type level struct {
	states     []state
	sets       []uint64 // of each state, the covered cells from its cell on, then the counters
	candidates []candidate
	// cut is the score that a candidate needs, once others had to be dropped.
	cut     int64
	dropped bool
}

// A candidate is a state that has not been made yet.
type candidate struct {
	score int64
	hash  uint64
	step
}

// before reports whether a candidate comes before another: by score, and at the same
// score by hash.
func (x *candidate) before(y *candidate) bool {
	return x.score > y.score || x.score == y.score && x.hash < y.hash
}

// A step is how a state was made: the option, and the state it was added to.
type step struct{ parent, option int32 }

// unit is the scores' fixed point.
const unit = 1 << 16

func (v *level) reset() {
	v.states, v.sets, v.candidates = v.states[:0], v.sets[:0], v.candidates[:0]
	v.cut, v.dropped = -1<<63, false
}

// A level holds perState candidates for each state that survives, or minCandidates if
// that is more; beyond that, half are dropped.
const (
	perState      = 16
	minCandidates = 1 << 16
)

// halve drops the candidates of lower scores.
func (v *level) halve() {
	slices.SortFunc(v.candidates, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.hash, y.hash))
	})
	v.candidates = v.candidates[:len(v.candidates)/2]
	v.cut, v.dropped = v.candidates[len(v.candidates)-1].score, true
}

// heapify makes the candidates a heap.
func (v *level) heapify() {
	for n := len(v.candidates)/2 - 1; n >= 0; n-- {
		v.sink(n)
	}
}

func (v *level) sink(n int) {
	h := v.candidates
	x := h[n]
	for {
		child := 2*n + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&x) {
			break
		}
		h[n] = h[child]
		n = child
	}
	h[n] = x
}

// pop takes the candidate with the highest score off the heap.
func (v *level) pop() candidate {
	h := v.candidates
	top := h[0]
	h[0] = h[len(h)-1]
	v.candidates = h[:len(h)-1]
	if len(v.candidates) > 0 {
		v.sink(0)
	}
	return top
}

// set is the covered cells and the use of the counters of a state.
func (v *level) set(b *board, n int) (covered, use []uint64) {
	all := v.sets[n*b.stride() : (n+1)*b.stride()]
	return all[:b.words], all[b.words:]
}

// advance shifts a set of cells so that it begins with the first cell that is not in
// it, and returns how far that was.
func advance(set []uint64) (by int32) {
	for {
		n := bits.TrailingZeros64(^set[0])
		by += int32(n)
		for w := range set {
			set[w] >>= n
			if w+1 < len(set) {
				set[w] |= set[w+1] << (64 - n)
			}
		}
		if n < 64 {
			return by
		}
	}
}

// coverWord adds the options of a run that fit, if a set of cells is one word.
func (v *level) coverWord(b *board, r *sameKind, covered uint64, x candidate, cost int64) {
	for n, m := range b.masks[r.first:r.end] {
		if m&covered != 0 {
			continue
		}
		o, score := r.first+int32(n), x.score
		if cost > 0 {
			border := int64(b.border[o])
			for j, plane := range b.planes {
				border -= int64(bits.OnesCount64(plane[o]&covered)) << (j + 1)
			}
			score -= cost * border
		}
		if score >= v.cut {
			v.add(b, x, score, o)
		}
	}
}

// cover is coverWord for sets of several words.
func (v *level) cover(
	b *board, r *sameKind, covered []uint64, x candidate, cost int64,
) {
	words := len(covered)
	for o := r.first; o < r.end; o++ {
		at := int(o) * words
		if overlaps(b.masks[at:at+words], covered) {
			continue
		}
		score := x.score
		if cost > 0 {
			border := int64(b.border[o])
			for j, plane := range b.planes {
				for w, m := range plane[at : at+words] {
					border -= int64(bits.OnesCount64(m&covered[w])) << (j + 1)
				}
			}
			score -= cost * border
		}
		if score >= v.cut {
			v.add(b, x, score, o)
		}
	}
}

// add adds the candidate of an option.
func (v *level) add(b *board, x candidate, score int64, o int32) {
	x.score, x.option = score, o
	x.hash ^= b.options[o].cells
	v.candidates = append(v.candidates, x)
}

func overlaps(a, b []uint64) bool {
	for w, m := range a {
		if m&b[w] != 0 {
			return true
		}
	}
	return false
}
