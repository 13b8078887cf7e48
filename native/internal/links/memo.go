package links

import "math/bits"

// A memo remembers how many solutions there are below the states that a search has visited.
// The key of a state is the set of items of its open options. It is enough unless a branch
// has dropped options: the open options are all that lie within these items, on whatever path
// the state was reached, or all of them that are in a solution. Each key has one place, where
// a newer state replaces an older one.
//
// Source: M. Nishino, N. Yasuda, S. Minato, M. Nagata, Dancing with Decision Diagrams, AAAI
// 2017; they key the same states by the items not covered, and keep all states.
type memo struct {
	entries []uint64 // each the words of the key, the nodes it took, and the solutions
	width   int      // words of a key
	shift   int      // of a hash, to get a place
	number  [MaxWordItems]uint16
	plain   bool // a word of items is a key without renaming
	key     [maxKey]uint64
	looks   int64 // the number of look-ups
	saved   int64 // the nodes that hits have saved
}

const (
	// maxKey is the most words of a key.
	maxKey = 8
	// memoOptions is how many options a state must have for a look-up: a search below fewer
	// takes about as long.
	memoOptions = 10
	// smallMemo and largeMemo are the binary logarithms of the number of entries, while a memo
	// is on trial and once it has proved useful: they fit the first cache, and the last.
	smallMemo, largeMemo = 11, 16
	// memoPays is how many nodes each look-up must save on average.
	memoPays = 2
)

// newMemo returns a memo of 1<<size entries for the items of a web with heads heads.
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

// rename sets what the bits of words stand for from now on: bit k is the k-th item of open,
// whose number is in named.
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

// pays reports whether the nodes saved were worth the look-ups.
func (m *memo) pays() bool { return m.saved >= memoPays*m.looks }
