package links

import "math/bits"

// A memo remembers how many solutions there are below the states that a search has been
// through. A state is known by the items that an open option has: as long as no option was
// dropped by hand, those open are all that lie within these items, however the search came
// there, or those of them that are in a solution. An entry has one place, and the newest
// state takes it.
//
// Source: M. Nishino, N. Yasuda, S. Minato, M. Nagata, Dancing with Decision Diagrams, AAAI
// 2017, keep the same states, by the items not covered, and all of them.
type memo struct {
	entries []uint64 // each the words of the key, the nodes it took, and the solutions
	width   int      // words of a key
	shift   int      // of a hash, to get a place
	number  [MaxWordItems]uint16
	plain   bool // the items of a word are a key as they are
	key     [maxKey]uint64
	looks   int64 // how often it was asked
	saved   int64 // the nodes that its answers have spared
}

const (
	// maxKey is how many words a key has at most.
	maxKey = 8
	// memoOptions is how many options a state must have to be worth a look: to search below
	// fewer takes about as long.
	memoOptions = 10
	// smallMemo and largeMemo are the logarithms of the number of entries, while a memo is
	// tried and once it has proved useful: what fits the nearest cache, and the last.
	smallMemo, largeMemo = 11, 16
	// memoPays is how many nodes each look must spare to be worth it.
	memoPays = 2
)

// newMemo returns a memo for the items of so many heads.
func newMemo(heads, size int) *memo {
	m := &memo{width: (heads + 63) / 64}
	m.resize(size)
	return m
}

// resize empties a memo and gives it 1<<size entries.
func (m *memo) resize(size int) {
	m.entries = make([]uint64, (m.width+2)<<size)
	m.shift = 64 - size
}

// rename says what the bits of words stand for from now on: bit by bit of open, the numbers
// named.
func (m *memo) rename(open pair, named *[MaxPairItems]uint16) {
	bit := 0
	m.plain = m.width == 1
	for base, x := range [2]uint64{open.lo, open.hi} {
		for ; x != 0; x &= x - 1 {
			n := named[base*64+bits.TrailingZeros64(x)]
			m.number[bit] = n
			m.plain = m.plain && int(n) == bit
			bit++
		}
	}
}

// name puts the key of a state into m.key and returns the place of its entry.
func (m *memo) name(items uint64) []uint64 {
	key := m.key[:m.width]
	if m.plain {
		key[0] = items
	} else {
		clear(key)
		for x := items; x != 0; x &= x - 1 {
			n := m.number[bits.TrailingZeros64(x)]
			key[n>>6] |= 1 << (n & 63)
		}
	}
	hash := uint64(0)
	for _, x := range key {
		hash = (hash ^ x) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	hash *= 0xbf58476d1ce4e5b9
	at := int(hash>>m.shift) * (m.width + 2)
	return m.entries[at : at+m.width+2]
}

// look returns how many solutions there are below a state, if it is known.
func (m *memo) look(items uint64) (solutions uint64, known bool) {
	e := m.name(items)
	m.looks++
	for k, x := range m.key[:m.width] {
		if e[k] != x {
			return 0, false
		}
	}
	m.saved += int64(e[m.width])
	return e[m.width+1], true
}

// keep remembers how many nodes a state took, and how many solutions there are below it.
func (m *memo) keep(items uint64, nodes int64, solutions uint64) {
	e := m.name(items)
	copy(e, m.key[:m.width])
	e[m.width], e[m.width+1] = uint64(nodes), solutions
}

// pays reports whether the nodes spared were worth the looks.
func (m *memo) pays() bool { return m.saved >= memoPays*m.looks }
