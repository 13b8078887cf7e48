package merge

import "math/bits"

// Options that begin at the next few cells do not reach the far end of the frontier.
// Where a layer is put into shards by what the cells there hold, the children of a
// shard's states are therefore all in the shard of the same number, until the scan
// has come close: up to then each shard goes on by itself, in a lane of its own. It
// fits into the second-level cache of one core, no state is sent to another, and
// nobody waits for anybody within a layer.
//
// Source: the distribution of states by their invariant bits in I. Jensen, Counting
// Polyominoes: A Parallel Implementation for Cluster Computing, ICCS 2003.
type lanes struct {
	key    uint64 // bit j: what the cell j positions on holds chooses the shard
	shift  int    // key's lowest bit
	shards int    // how many lanes there are, or shards without lanes
	until  int    // the last checkpoint to which the lanes lead
}

// hash returns what chooses the lane for what is filled from the checkpoint on. Its
// highest bits differ as much as they can between numbers in a row, which is nearly
// what the states to be told apart are.
func (a lanes) hash(f uint64) uint64 {
	return (f & a.key) >> (a.shift & 63) * 0x9e3779b97f4a7c15
}

// on are the lanes at a checkpoint so many cells further on.
func (a lanes) on(cells int) lanes {
	a.key >>= cells
	a.shift -= cells
	return a
}

// laneStates is how many states a shard should have at most: with their numbers, and
// those that they lead to, the second-level cache of a core has room for them.
const laneStates = 1 << 11

// lanesFrom returns the longest lanes that begin at a checkpoint, for about so many
// states. There are enough cells that choose one for every shard to have some. There
// are no lanes, and the key is 0, where they would not lead to another checkpoint.
func (m *merger) lanesFrom(at int, states int64) (a lanes) {
	a.shards = ManyShards
	if m.shards > 0 {
		a.shards = m.shards
	}
	w := m.Workers[0].Window
	if m.spacing >= sharedSpacing || at >= w.N {
		return a
	}
	shards := a.shards
	for m.shards == 0 && shards < mostShards && states > int64(shards)*laneStates {
		shards *= 2
	}
	frontier := uint64(0)
	for c := max(0, at-w.Span); c < at; c++ {
		frontier |= w.Reach(c) >> (at - c)
	}
	frontier &= w.Open[at]
	for c := at; c < w.N; {
		frontier &^= w.Reach(c)<<(c-at) | 1<<(c-at)
		c++
		if bits.OnesCount64(frontier) < bits.Len(uint(shards))-1 {
			break
		}
		if c%m.spacing == 0 {
			a = lanes{frontier, bits.TrailingZeros64(frontier), shards, c}
		}
	}
	return a
}
