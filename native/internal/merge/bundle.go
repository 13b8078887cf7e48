package merge

// A bundle is all states of a layer that have the same cells filled: the counts that may be
// left, each with its number of ways. The placements that fit are looked up once per bundle.
// Bundles are large where pieces have copies. A layer then queues origins instead of states.
// An origin is a bundle and a placement; the states it leads to are computed and merged only
// when the layer is due. A bundle is stored as a heading followed by its entries.
type bundle []entry

// An entry is one state of a bundle. The heading holds the cells filled and, in one word,
// the number of entries (high bits) and the first empty cell (low bits).
type entry struct{ left, ways uint64 }

func heading(filled uint64, cell, entries int) entry {
	return entry{filled, uint64(entries)<<cellBits | uint64(cell)}
}

// head reads a heading.
func (b bundle) head() (filled uint64, cell int) {
	return b[0].left, int(b[0].ways & (1<<cellBits - 1))
}

// A shelf holds the bundles of one worker whose last children are in the same layer. Once
// that layer is done, these bundles are no longer needed.
type shelf struct {
	blocks [][]entry
	used   int // of the last block
}

// blockEntries is how many entries a block has, except a block made for one longer bundle.
const blockEntries = 1 << 11

// An origin is how a state was reached: a placement and the bundle it was made from, which
// is on a shelf of a worker.
type origin uint64

const (
	placementBits = 16
	cellBits      = 12
	workerBits    = 6
	indexBits     = 64 - placementBits - cellBits - workerBits

	// nowhere is the placement of the origin of the start.
	nowhere = 1<<placementBits - 1
)

func originOf(at int32, last, worker, index int) origin {
	return origin(at) | origin(last)<<placementBits | origin(worker)<<(placementBits+cellBits) |
		origin(index)<<(placementBits+cellBits+workerBits)
}

func (o origin) placement() int32 { return int32(o & (1<<placementBits - 1)) }

func (o origin) last() int { return int(o >> placementBits & (1<<cellBits - 1)) }

func (o origin) worker() int { return int(o >> (placementBits + cellBits) & (1<<workerBits - 1)) }

func (o origin) index() int { return int(o >> (placementBits + cellBits + workerBits)) }

// add adds a bundle with room for the given number of entries, to be filled in by the
// caller, and returns its index. It reports false if there is no more room for bundles.
func (s *shelf) add(entries int, st *store) (b bundle, index int, ok bool) {
	last, room := len(s.blocks)-1, true
	if last < 0 || s.used+entries >= len(s.blocks[last]) {
		var block []entry
		block, room = st.block(entries + 1)
		s.blocks = append(s.blocks, block)
		s.used = 0
		last++
	}
	// A longer block has only one bundle, so every bundle begins within blockEntries.
	index = last*blockEntries + s.used
	b = s.blocks[last][s.used:][:entries+1]
	s.used += entries + 1
	return b, index, room && index < 1<<indexBits
}

// at returns a bundle.
func (s *shelf) at(index int) bundle {
	b := s.blocks[index/blockEntries][index%blockEntries:]
	return b[:1+b[0].ways>>cellBits]
}

// block returns a block, not cleared, for at least the given number of entries. It reports
// false if the blocks take too much room.
func (s *store) block(entries int) (b []entry, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.blocks) - 1; entries <= blockEntries && last >= 0 {
		b = s.blocks[last]
		s.blocks = s.blocks[:last]
	} else {
		b = make([]entry, max(entries, blockEntries))
	}
	s.shelved += 2 * len(b)
	return b, s.shelved <= s.most/4*3
}

// clear empties a shelf.
func (s *store) clear(sh *shelf) {
	s.mu.Lock()
	for _, b := range sh.blocks {
		s.shelved -= 2 * len(b)
		if len(b) == blockEntries {
			s.blocks = append(s.blocks, b)
		}
	}
	s.mu.Unlock()
	*sh = shelf{}
}
