package merge

// A bundle is all states of a layer that have the same cells filled: what may be left of
// the counts, with the numbers of ways. What fits the cells is looked up once for all of
// them, and where pieces have copies there are many. What waits in a layer is then not
// states but origins, each a bundle and a placement: the states that it leads to are worked
// out when the layer is due, and not before they are merged. A bundle is a heading, and as
// many entries behind it.
type bundle []entry

// An entry is one state of a bundle. A heading is the cells filled, and the number of
// entries with the first empty cell below it.
type entry struct{ left, ways uint64 }

func heading(filled uint64, cell, entries int) entry {
	return entry{filled, uint64(entries)<<cellBits | uint64(cell)}
}

// head reads a heading.
func (b bundle) head() (filled uint64, cell int) {
	return b[0].left, int(b[0].ways & (1<<cellBits - 1))
}

// A shelf holds those bundles of one worker whose last children are in the same layer. When
// that is done, nobody asks for them any more.
type shelf struct {
	blocks [][]entry
	used   int // of the last block
}

// blockEntries is how many entries a block has, but those for one longer bundle.
const blockEntries = 1 << 11

// An origin is how a state was come to: by a placement from a bundle, which is on a shelf
// of a worker.
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

// add adds a bundle of so many entries, to be filled in, and returns its index. It reports
// false if there is no more room for bundles.
func (s *shelf) add(entries int, st *store) (b bundle, index int, ok bool) {
	last, room := len(s.blocks)-1, true
	if last < 0 || s.used+entries >= len(s.blocks[last]) {
		var block []entry
		block, room = st.block(entries + 1)
		s.blocks = append(s.blocks, block)
		s.used = 0
		last++
	}
	// A longer block has one bundle, so that all begin within blockEntries.
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

// block returns a block for so many entries or more, whatever is in it. It reports false if
// the blocks take too much room.
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
