package merge

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// A layer is a set of states at one checkpoint, each with the number of ways to
// get there. States that agree have the same completions, so what was found of
// one holds of all.
type layer struct {
	at     int          // the checkpoint: the states are relative to it
	shards []shard      // a power of two of them
	shift  int          // 64 less the number of bits of a number of a shard
	lanes  lanes        // if it has any, they choose the shards
	size   atomic.Int64 // the number of states, as far as they are in the shards
	waste  *atomic.Int64
}

// A shard is a part of a layer, chosen by the hash of a state or by its lane, so that
// several workers can fill a layer and so that no table takes long to grow. It is a hash
// table with open addressing. A state and its number are side by side, in blocks,
// so that nothing is ever copied to make room; the numbers of a shard are all of
// the same width, which grows when one of them would overflow.
type shard struct {
	mu     sync.Mutex
	stale  bool // it is still to be emptied
	n      int  // states
	width  int  // words of a number
	blocks [][]uint64
	index  []uint32      // 1 + number of a state; 0: free
	shift  int           // 64 less the number of bits of an index into index
	waste  *atomic.Int64 // how many bytes were left to the garbage collector
	inbox  inbox         // states that are yet to be added
}

// A mergedState is a state in the one form that equal states share.
type mergedState struct{ f, k uint64 }

func (q mergedState) hash() uint64 {
	return (q.f ^ bits.RotateLeft64(q.k*0x9e3779b97f4a7c15, 32)) * 0x94d049bb133111eb
}

const (
	// ManyShards is how many shards a layer of many states has, and mostShards is
	// how many it may have. The highest bits of the hash choose the shard, and
	// those below the place in it.
	ManyShards = 1 << 6
	mostShards = 1 << shardBits
	shardBits  = 8

	blockStates = 1 << blockBits
	blockBits   = 8

	startBits = 6 // of the index of a shard with few states
)

// BytesPerState is what a state may cost: itself, its number, and its share of
// an index that is a quarter full and of one half as large that it has outgrown.
func BytesPerState(width int) int64 { return int64(8*(2+width) + 4*4 + 4*2) }

// reset empties the layer for a checkpoint, and keeps its memory.
func (l *layer) reset(at, shards int) {
	l.at, l.lanes = at, lanes{}
	l.size.Store(0)
	if len(l.shards) != shards {
		l.shift = 64 - bits.TrailingZeros(uint(shards))
		l.shards = make([]shard, shards)
		for n := range l.shards {
			l.shards[n].width = 1
			l.shards[n].waste = l.waste
		}
	}
	for n := range l.shards {
		l.shards[n].stale = true
		l.shards[n].inbox.last.Store(nil) // of a layer that was given up
	}
}

// begin empties the shard, if nobody has since its layer was emptied: that is left
// to who fills it first, whose caches it is then in.
func (s *shard) begin() {
	if s.stale {
		s.stale = false
		s.resize(max(startBits, bits.Len(uint(s.n))))
		s.n = 0
	}
}

// bytes is what the layer takes.
func (l *layer) bytes() int64 {
	n := 0
	for k := range l.shards {
		s := &l.shards[k]
		n += 4 * cap(s.index)
		for _, b := range s.blocks {
			n += 8 * len(b)
		}
	}
	return int64(n)
}

// width is the greatest of a number.
func (l *layer) width() int {
	width := 1
	for n := range l.shards {
		width = max(width, l.shards[n].width)
	}
	return width
}

// shardOf is the shard for a state, whose hash is h, of several.
func (l *layer) shardOf(q mergedState, h uint64) int {
	if l.lanes.key != 0 {
		h = l.lanes.hash(q.f)
	}
	return int(h >> l.shift)
}

// owned are the shards that one of several workers fills: from begin to before end.
func (l *layer) owned(worker, workers int) (begin, end int) {
	return len(l.shards) * worker / workers, len(l.shards) * (worker + 1) / workers
}

// before is how many states there are in the shards before one of them.
func (l *layer) before(shard int) (states int) {
	for n := range shard {
		states += l.shards[n].n
	}
	return states
}

// state returns state n and its number, low word first.
func (s *shard) state(n int) (q mergedState, number []uint64) {
	stride := 2 + s.width
	e := s.blocks[n>>blockBits][n&(blockStates-1)*stride:][:stride:stride]
	return mergedState{e[0], e[1]}, e[2:]
}

// add adds to the number of ways to state q, whose hash is h, and reports whether
// it is new.
func (s *shard) add(q mergedState, h uint64, number []uint64) (isNew bool) {
	for len(number) > s.width {
		s.widen()
	}
	mask := uint64(len(s.index) - 1)
	at := h << shardBits >> s.shift
	for ; ; at = (at + 1) & mask {
		n := s.index[at]
		if n == 0 {
			break
		}
		if r, to := s.state(int(n - 1)); r == q {
			if !plus(to, number) {
				s.widen()
				_, to = s.state(int(n - 1))
				to[len(to)-1] = 1
			}
			return false
		}
	}
	s.index[at] = uint32(s.n + 1)
	stride := 2 + s.width
	if s.n>>blockBits == len(s.blocks) {
		s.blocks = append(s.blocks, make([]uint64, min(blockStates, max(16, s.n))*stride))
	}
	b := &s.blocks[s.n>>blockBits]
	from := s.n & (blockStates - 1) * stride
	if from == len(*b) { // only the first block starts small
		s.waste.Add(int64(8 * len(*b)))
		*b = append(*b, make([]uint64, len(*b))...)
	}
	e := (*b)[from : from+stride]
	e[0], e[1] = q.f, q.k
	clear(e[2+copy(e[2:], number):])
	s.n++
	if 2*s.n > len(s.index) {
		s.resize(bits.Len(uint(len(s.index))))
		s.refill()
	}
	return true
}

// addAll adds states that lie one after the other, each of so many words, and
// returns how many of them are new. Nearly all numbers are of one word, and nearly
// always there is room: that is done here, and all else by add.
func (s *shard) addAll(words []uint64, stride int) (added int) {
	n := s.n
	for len(words) >= stride {
		if stride == 3 && s.width == 1 {
			words = s.addNarrow(words)
		}
		if len(words) > 0 {
			q := mergedState{words[0], words[1]}
			s.add(q, q.hash(), words[2:stride])
			words = words[stride:]
		}
	}
	return s.n - n
}

// addNarrow adds states with numbers of one word to those with numbers of one word,
// up to where something has to grow, and returns the rest.
func (s *shard) addNarrow(words []uint64) (rest []uint64) {
	index, blocks, shift := s.index, s.blocks, s.shift&63
	mask := uint64(len(index) - 1)
	room := 0
	if k := s.n >> blockBits; k < len(blocks) {
		room = min(len(index)/2-s.n, len(blocks[k])/3-s.n&(blockStates-1))
	}
states:
	for ; len(words) >= 3; words = words[3:] {
		q, x := mergedState{words[0], words[1]}, words[2]
		at := q.hash() << shardBits >> shift
		for ; ; at++ {
			n := index[at&mask]
			if n == 0 {
				break
			}
			e := blocks[(n-1)>>blockBits][(n-1)&(blockStates-1)*3:][:3]
			if e[0] != q.f || e[1] != q.k {
				continue
			}
			sum, carry := bits.Add64(e[2], x, 0)
			if carry != 0 {
				break states
			}
			e[2] = sum
			continue states
		}
		if room <= 0 {
			break
		}
		room--
		e := blocks[s.n>>blockBits][s.n&(blockStates-1)*3:][:3]
		e[0], e[1], e[2] = q.f, q.k, x
		s.n++
		index[at&mask] = uint32(s.n)
	}
	return words
}

// plus adds number to to, which is not narrower. If the sum is too wide, it
// leaves what fits and reports false.
func plus(to, number []uint64) (fits bool) {
	carry := uint64(0)
	for j, x := range number {
		to[j], carry = bits.Add64(to[j], x, carry)
	}
	for j := len(number); carry != 0 && j < len(to); j++ {
		to[j], carry = bits.Add64(to[j], 0, carry)
	}
	return carry == 0
}

// resize gives the shard an empty index of that many bits.
func (s *shard) resize(indexBits int) {
	if cap(s.index) >= 1<<indexBits {
		s.index = s.index[:1<<indexBits]
		clear(s.index)
	} else {
		s.waste.Add(int64(4 * cap(s.index)))
		s.index = make([]uint32, 1<<indexBits)
	}
	s.shift = 64 - indexBits
}

// refill puts every state into the empty index.
func (s *shard) refill() {
	mask := uint64(len(s.index) - 1)
	for n := range s.n {
		q, _ := s.state(n)
		at := q.hash() << shardBits >> s.shift
		for s.index[at] != 0 {
			at = (at + 1) & mask
		}
		s.index[at] = uint32(n + 1)
	}
}

// widen adds a word to every number.
func (s *shard) widen() {
	stride := 2 + s.width
	for k, b := range s.blocks {
		states := len(b) / stride
		wide := make([]uint64, states*(stride+1))
		for n := range states {
			copy(wide[n*(stride+1):], b[n*stride:(n+1)*stride])
		}
		s.blocks[k] = wide
		s.waste.Add(int64(8 * len(b)))
	}
	s.width++
}
