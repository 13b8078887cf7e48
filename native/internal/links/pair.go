package links

import "math/bits"

// A pair is a set of at most 128 items, a bit each.
type pair struct{ lo, hi uint64 }

// MaxWordItems is how many items fit a word, and MaxPairItems how many fit a pair.
const (
	MaxWordItems = 64
	MaxPairItems = 128
)

func (p pair) or(q pair) pair { return pair{p.lo | q.lo, p.hi | q.hi} }

func (p pair) and(q pair) pair { return pair{p.lo & q.lo, p.hi & q.hi} }

func (p pair) without(q pair) pair { return pair{p.lo &^ q.lo, p.hi &^ q.hi} }

// clash is not 0 if p and q have items in common.
func (p pair) clash(q pair) uint64 { return p.lo&q.lo | p.hi&q.hi }

// has reports whether an item is in p.
func (p pair) has(item int) bool {
	if item < 64 {
		return p.lo>>item&1 != 0
	}
	return p.hi>>(item-64)&1 != 0
}

func (p pair) empty() bool { return p.lo|p.hi == 0 }

// next returns, for a set p of one item, the set of the next item.
func (p pair) next() pair { return pair{p.lo << 1, p.hi<<1 | p.lo>>63} }

// first returns the set of the first item of p.
func (p pair) first() pair {
	if p.lo != 0 {
		return pair{p.lo & -p.lo, 0}
	}
	return pair{0, p.hi & -p.hi}
}

// item is the number of the first item of p.
func (p pair) item() int {
	if p.lo != 0 {
		return bits.TrailingZeros64(p.lo)
	}
	return 64 + bits.TrailingZeros64(p.hi)
}

func (p pair) Count() int { return bits.OnesCount64(p.lo) + bits.OnesCount64(p.hi) }
