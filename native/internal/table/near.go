package table

import "math/bits"

// A near is the tables of a cell that needs only one word and four bytes of the window: no
// placement there takes from a count, and none reaches farther.
type near [4]*lookahead

// allFit is the table of a byte that rules out nothing.
var allFit = func() (t lookahead) {
	for v := range t {
		t[v] = ^uint64(0)
	}
	return t
}()

// nearOf returns the tables of the given words as a near; they are nil if they do not fit.
func nearOf(words []wideWord) (t near) {
	if len(words) != 1 || len(words[0].shift) > 0 || len(words[0].window) > len(t) {
		return t
	}
	for j := range t {
		t[j] = &allFit
		if j < len(words[0].window) {
			t[j] = &words[0].window[j]
		}
	}
	return t
}

// fit returns which of the placements fit a window.
func (t *near) fit(e uint64) uint64 {
	return t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]
}

// expandNear is Expand for a cell whose tables are near, if nothing is counted and no
// stranded cell is filled early. It leaves the word of the counts to the caller, unchanged
// in the children.
func (x *Expander) expandNear(st State, to []Child) (n int) {
	b := x.board
	free := b.Open[st.C] &^ st.F
	first := int(b.from[st.C])
	fit := b.sites[st.C].near.fit(free >> 1)
	x.Nodes += int64(bits.OnesCount64(fit))
	for ; fit != 0; fit &= fit - 1 {
		at := first + bits.TrailingZeros64(fit)
		mask := b.slots[at].mask
		left := free &^ mask
		step := bits.TrailingZeros64(left) // 64 when the window is full
		child := &to[n]
		child.At = int32(at)
		child.State = State{st.C + step, (st.F | mask) >> (step & 63), st.K}
		if step == 64 {
			child.State = State{b.nextOpen(st.C + step), 0, st.K}
		}
		if !x.Asks || child.C == b.N {
			n++
			continue
		}
		more := uint64(0)
		if t := &b.sites[child.C].near; step < 32 && t[0] != nil {
			more = t.fit(left >> step >> 1) // its 32 bits are in sight
		} else {
			more = b.fit(child.State, 0)
		}
		// No branch: whether something fits is unpredictable.
		some := int((more | -more) >> 63)
		n += some
		x.Alive += int64(some)
		x.Asked++
	}
	return n
}
