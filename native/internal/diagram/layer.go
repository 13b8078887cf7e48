package diagram

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/table"
)

// A layer is the states with the same first empty cell: a set in a table with open
// addressing, and a number for each, of as many words as the widest needs, low word first.
type layer struct {
	keys  []uint64 // the filled cells and the packed counts of each state
	slots []uint32 // 1 + a state; 0: free
	shift uint     // of a hash, for a slot
	width int
	sums  []uint64 // solutions below each state; nil until they are known
	// copy is the layer on disk, nil if not written; away is set if it is only there.
	copy *extent
	away bool
}

const (
	keyWords = 2
	minBits  = 4
)

func hash(f, k uint64) uint64 {
	h := f ^ bits.RotateLeft64(k*0x9e3779b97f4a7c15, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}

func (l *layer) states() int {
	if l.away {
		return l.copy.keys / keyWords
	}
	return len(l.keys) / keyWords
}

func (l *layer) state(c, n int) table.State {
	return table.State{C: c, F: l.keys[keyWords*n], K: l.keys[keyWords*n+1]}
}

// add adds a state, unless it is there, and returns how many bytes that took.
func (l *layer) add(st table.State) (bytes int) {
	if 3*len(l.slots) <= 4*(l.states()+1) {
		bytes = 4 * len(l.slots)
		l.rehash(max(minBits, bits.Len(uint(len(l.slots)))))
	}
	at := l.slot(st)
	if l.slots[at] != 0 {
		return bytes
	}
	l.keys = append(l.keys, st.F, st.K)
	l.slots[at] = uint32(l.states())
	return bytes + 8*keyWords
}

// rehash makes a table of 1<<slotBits slots.
func (l *layer) rehash(slotBits int) {
	l.slots, l.shift = make([]uint32, 1<<slotBits), uint(64-slotBits)
	for n := range l.states() {
		l.slots[l.slot(l.state(0, n))] = uint32(n + 1)
	}
}

// slot returns the slot of a state, or the free one for it.
func (l *layer) slot(st table.State) int {
	mask := len(l.slots) - 1
	for at := int(hash(st.F, st.K) >> l.shift); ; at = (at + 1) & mask {
		n := keyWords * (int(l.slots[at]) - 1)
		if n < 0 || l.keys[n] == st.F && l.keys[n+1] == st.K {
			return at
		}
	}
}

// below returns the number of solutions below a state, nil for none.
func (l *layer) below(st table.State) ([]uint64, error) {
	if l.away {
		return l.belowOnDisk(st)
	}
	n := l.find(st)
	if n < 0 {
		return nil, nil
	}
	return l.sum(n), nil
}

// belowOnDisk reads the few words that it needs from the disk.
func (l *layer) belowOnDisk(st table.State) ([]uint64, error) {
	e := l.copy
	if e.slots == 0 {
		return nil, nil
	}
	for at := int(hash(st.F, st.K) >> l.shift); ; at = (at + 1) & (e.slots - 1) {
		var slot [1]uint32
		if err := read(e.disk, slot[:], e.slotAt(at)); err != nil || slot[0] == 0 {
			return nil, err
		}
		n := int(slot[0]) - 1
		var key [keyWords]uint64
		if err := read(e.disk, key[:], e.keyAt(keyWords*n)); err != nil {
			return nil, err
		}
		if key == [keyWords]uint64{st.F, st.K} {
			sum := make([]uint64, l.width)
			return sum, read(e.disk, sum, e.sumAt(l.width*n))
		}
	}
}

// find returns the number of a state, -1 if it is not there. The layer is in memory.
func (l *layer) find(st table.State) int {
	if len(l.slots) == 0 {
		return -1
	}
	return int(l.slots[l.slot(st)]) - 1
}

// sum is the number of solutions below a state.
func (l *layer) sum(n int) []uint64 { return l.sums[n*l.width:][:l.width] }

// widen gives every number this many words.
func (l *layer) widen(width int) {
	sums := make([]uint64, len(l.sums)/l.width*width, cap(l.sums)/l.width*width)
	for n := range len(l.sums) / l.width {
		copy(sums[n*width:], l.sum(n))
	}
	l.sums, l.width = sums, width
}

// prune drops the states without solutions.
func (l *layer) prune() {
	l.copy = nil
	kept := 0
	for n := range l.states() {
		if slices.Max(l.sum(n)) == 0 {
			continue
		}
		copy(l.keys[keyWords*kept:], l.keys[keyWords*n:keyWords*(n+1)])
		copy(l.sum(kept), l.sum(n))
		kept++
	}
	if kept == l.states() {
		return
	}
	l.keys = append([]uint64(nil), l.keys[:keyWords*kept]...)
	l.sums = append([]uint64(nil), l.sums[:l.width*kept]...)
	l.slots = nil
	if kept > 0 {
		l.rehash(max(minBits, bits.Len(uint(2*kept))))
	}
}

func (l *layer) bytes() int64 { return int64(8*(cap(l.keys)+cap(l.sums)) + 4*len(l.slots)) }

// putAway drops the layer from memory, once it is on disk, and returns how many bytes that
// frees.
func (l *layer) putAway(k *disk) (bytes int64, err error) {
	if l.copy == nil {
		if l.copy, err = k.put(l.keys, l.sums, l.slots); err != nil {
			return 0, err
		}
	}
	bytes = l.bytes()
	l.keys, l.sums, l.slots, l.away = nil, nil, nil, true
	return bytes, nil
}

// fetch reads the layer into memory again.
func (l *layer) fetch() (err error) {
	l.away = false
	l.keys, l.sums, l.slots, err = l.copy.fetch()
	return err
}
