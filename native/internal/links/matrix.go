package links

import (
	"math/bits"
	"slices"
)

// A bitMatrix is the rest of a problem, of at most 128 items, as rows of bits with a bit for
// each option. Rows are combined for 64 options at a time.
type bitMatrix struct {
	options []pair  // the items of each
	option  []int32 // of the model, if solutions are listed
	width   int     // of a row, in stripes
	covers  []stripe
	// stripe j of option k, at j*len(options)+k: the options sharing an item with k
	clashes  []stripe
	words    []uint64 // the items of each option in a word; empty if they do not fit one
	compress *compress
	items    []uint8 // the item of each bit of the words
}

// A stripe is the part of a row that is processed at once.
type stripe [4]uint64

const stripeBits = 256

// stripes is the number of stripes in a row for the given number of options.
func stripes(options int) int { return (options + stripeBits - 1) / stripeBits }

// build fills the matrix for options with the given items, all of which must be in
// open.
func (m *bitMatrix) build(options []pair, option []int32, open pair) {
	m.options = append(m.options[:0], options...)
	m.option = append(m.option[:0], option...)
	m.words = m.words[:0]
	m.fit(open)
	m.link()
}

// narrow fills the matrix for some options of another matrix, whose items must all be in
// open.
func (m *bitMatrix) narrow(of *bitMatrix, some []int32, open pair) {
	m.options, m.option, m.words = m.options[:0], m.option[:0], m.words[:0]
	for _, k := range some {
		m.options = append(m.options, of.options[k])
	}
	if len(of.option) > 0 {
		for _, k := range some {
			m.option = append(m.option, of.option[k])
		}
	}
	if len(of.words) > 0 {
		m.compress, m.items = of.compress, append(m.items[:0], of.items...)
		for _, k := range some {
			m.words = append(m.words, of.words[k])
		}
	} else {
		m.fit(open)
	}
	m.link()
}

// fit puts the items of the options in words, if they fit.
func (m *bitMatrix) fit(open pair) {
	if open.Count() > MaxWordItems {
		return
	}
	m.compress = newCompress(open)
	m.items = m.items[:0]
	for base, x := range [2]uint64{open.lo, open.hi} {
		for ; x != 0; x &= x - 1 {
			m.items = append(m.items, uint8(64*base+bits.TrailingZeros64(x)))
		}
	}
	for _, x := range m.options {
		m.words = append(m.words, m.compress.word(x))
	}
}

// link makes the rows.
func (m *bitMatrix) link() {
	m.width = stripes(len(m.options))
	m.cross()
	m.clash()
}

// cross makes the rows of the items: it transposes the options, 64 at a time.
func (m *bitMatrix) cross() {
	n := MaxPairItems * m.width
	m.covers = slices.Grow(m.covers[:0], n)[:n]
	clear(m.covers)
	var rows [64]uint64
	for base := 0; base < len(m.options); base += 64 {
		end := min(base+64, len(m.options))
		at, word := base/stripeBits, base/64%len(stripe{})
		if len(m.words) > 0 {
			clear(rows[copy(rows[:], m.words[base:end]):])
			transpose(&rows)
			for k, i := range m.items {
				m.covers[int(i)*m.width+at][word] = rows[k&63]
			}
			continue
		}
		for half := range 2 {
			clear(rows[:])
			for k, x := range m.options[base:end] {
				rows[k] = [2]uint64{x.lo, x.hi}[half]
			}
			transpose(&rows)
			for i, x := range rows {
				m.covers[(64*half+i)*m.width+at][word] = x
			}
		}
	}
}

// transpose transposes a 64 by 64 bit matrix: bit j of word i becomes bit i of word j.
//
// Source: H. S. Warren, Hacker's Delight, 7-3.
func transpose(a *[64]uint64) {
	low := uint64(1)<<32 - 1
	for by := 32; by > 0; by /= 2 {
		for k := 0; k < 64; k = (k + by + 1) &^ by {
			x, y := &a[k], &a[(k+by)&63]
			swap := (*x>>by ^ *y) & low
			*x ^= swap << by
			*y ^= swap
		}
		low ^= low << (by / 2)
	}
}

// clash makes the rows of the options from the rows of the items.
func (m *bitMatrix) clash() {
	n := m.width * len(m.options)
	m.clashes = slices.Grow(m.clashes[:0], n)[:n]
	for j := range m.width {
		part := m.clashes[j*len(m.options):][:len(m.options)]
		if len(m.words) > 0 {
			m.clashWords(j, part)
			continue
		}
		for k, x := range m.options {
			var a, b, c, d uint64
			for y := x.lo; y != 0; y &= y - 1 {
				s := &m.covers[bits.TrailingZeros64(y)*m.width+j]
				a, b, c, d = a|s[0], b|s[1], c|s[2], d|s[3]
			}
			for y := x.hi; y != 0; y &= y - 1 {
				s := &m.covers[(64+bits.TrailingZeros64(y))*m.width+j]
				a, b, c, d = a|s[0], b|s[1], c|s[2], d|s[3]
			}
			part[k] = stripe{a, b, c, d}
		}
	}
}

// clashWords makes a stripe of each row of the options from the items in their words.
func (m *bitMatrix) clashWords(j int, part []stripe) {
	var covers [MaxWordItems]stripe
	for k, i := range m.items {
		covers[k&63] = m.covers[int(i)*m.width+j]
	}
	for k, x := range m.words {
		var a, b, c, d uint64
		for ; x != 0; x &= x - 1 {
			s := &covers[bits.TrailingZeros64(x)&63]
			a, b, c, d = a|s[0], b|s[1], c|s[2], d|s[3]
		}
		part[k] = stripe{a, b, c, d}
	}
}

// cover returns the row of the options that cover an item.
func (m *bitMatrix) cover(item int) []stripe { return m.covers[item*m.width:][:m.width] }

// fill sets a row to all options.
func (m *bitMatrix) fill(row []stripe) {
	clear(row)
	for k := range m.options {
		row[k/stripeBits][k/64%len(stripe{})] |= 1 << (k & 63)
	}
}

// without writes the options of a row that do not clash with option k to rest, and returns
// their number.
func (m *bitMatrix) without(row []stripe, k int, rest []stripe) (n int) {
	rest = rest[:len(row)]
	for j := range row {
		x, y, z := &row[j], &m.clashes[k], &rest[j]
		z[0] = x[0] &^ y[0]
		z[1] = x[1] &^ y[1]
		z[2] = x[2] &^ y[2]
		z[3] = x[3] &^ y[3]
		n += bits.OnesCount64(z[0]) + bits.OnesCount64(z[1]) +
			bits.OnesCount64(z[2]) + bits.OnesCount64(z[3])
		k += len(m.options)
	}
	return n
}

// remove removes from a row the options that clash with every option of some, except those in
// own. Neighbours in some are much alike, so it is processed from both ends: then it shows
// sooner that no option clashes with all of them.
func (m *bitMatrix) remove(row, own []stripe, some []int32) {
	own = own[:len(row)]
	for j := range row {
		part := m.clashes[j*len(m.options):][:len(m.options)]
		p, q := &row[j], &own[j]
		a, b, c, d := p[0]&^q[0], p[1]&^q[1], p[2]&^q[2], p[3]&^q[3]
		for k, end := 0, len(some)-1; k <= end; k, end = k+1, end-1 {
			x, y := &part[some[k]], &part[some[end]]
			a &= x[0] & y[0]
			b &= x[1] & y[1]
			c &= x[2] & y[2]
			d &= x[3] & y[3]
			if a|b|c|d == 0 {
				break
			}
		}
		p[0] &^= a
		p[1] &^= b
		p[2] &^= c
		p[3] &^= d
	}
}

// intersect counts the options that are in both rows.
func intersect(a, b []stripe) (n int) {
	b = b[:len(a)]
	for j := range a {
		x, y := &a[j], &b[j]
		n += bits.OnesCount64(x[0]&y[0]) + bits.OnesCount64(x[1]&y[1]) +
			bits.OnesCount64(x[2]&y[2]) + bits.OnesCount64(x[3]&y[3])
	}
	return n
}

// collect lists the options that are in both rows, in the memory of to.
func collect(a, b []stripe, to []int32) []int32 {
	b = b[:len(a)]
	if room := stripeBits*len(a) + unrolled; cap(to) < room {
		to = make([]int32, room)
	}
	to = to[:cap(to)]
	n := 0
	for j := range a {
		p, q := &a[j], &b[j]
		for i := range p {
			x, base := p[i]&q[i], int32(j*stripeBits+64*i)
			first := (*[unrolled]int32)(to[n:])
			n += bits.OnesCount64(x)
			first[0] = base + int32(bits.TrailingZeros64(x))
			x &= x - 1
			first[1] = base + int32(bits.TrailingZeros64(x))
			x &= x - 1
			first[2] = base + int32(bits.TrailingZeros64(x))
			x &= x - 1
			for k := n; x != 0; { // the others, the last one first
				k--
				last := bits.Len64(x) - 1
				to[k] = base + int32(last)
				x ^= 1 << (last & 63)
			}
		}
	}
	return to[:n]
}

// unrolled is how many bits of a word are written without testing whether the word has as many:
// most words have few, and the number is unpredictable for a branch.
const unrolled = 3
