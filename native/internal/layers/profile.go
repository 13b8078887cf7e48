package layers

// A profile is all states of a layer that have the same cells filled: the counts that may be
// left, each with its number of ways. The placements that fit are looked up once per profile.
// Profiles are large where pieces have copies. A layer then holds origins instead of states.
// An origin is a profile and a placement; the states it leads to are computed and merged only
// when the layer is due.
//
// A profile is stored as a heading of two words followed by its states. The heading holds the
// cells filled and, in one word, the words that follow (high bits), whether the profile is wide
// (one bit), and the first empty cell (low bits). A state takes one word, with the packed
// counts left in its low mostLeft bits, and the ways above; in a wide profile, whose ways
// outgrow that, two.
type profile []uint64

const (
	headWords = 2
	wide      = 1 << layerBits
	wordsAt   = layerBits + 1
	// mostLeft is how many bits the counts may have. Numbers of ways are in a table indexed
	// by the packed counts, which must not be much larger than the caches.
	mostLeft = 24

	// More ways than these make a profile wide.
	narrowWays = 1<<(64-mostLeft) - 1
)

// head reads the heading.
func (p profile) head() (filled uint64, cell int) {
	return p[0], int(p[1] & (wide - 1))
}

// words is how many words a profile of this number of states takes, if no state has more
// ways than most.
func words(states int, most uint64) int {
	if most > narrowWays {
		states *= 2
	}
	return headWords + states
}

// fill writes a profile: the cells filled, the first empty cell and its states, which are as
// many as it was made for. It clears the ways of the states.
func (p profile) fill(filled uint64, cell int, left []uint32, ways []uint64) {
	rest := p[headWords:]
	p[0], p[1] = filled, uint64(len(rest))<<wordsAt|uint64(cell)
	if len(rest) == len(left) {
		for k, x := range left {
			rest[k] = ways[x]<<mostLeft | uint64(x)
			ways[x] = 0
		}
		return
	}
	p[1] |= wide
	for k, x := range left {
		rest[2*k], rest[2*k+1] = uint64(x), ways[x]
		ways[x] = 0
	}
}

// A codec is how the states of a profile are written: how many words each takes, which bits
// of the first of them are the counts left, and by how many bits the ways are shifted in
// the last.
type codec struct {
	stride int
	left   uint64
	shift  uint
}

func (p profile) codec() codec {
	if p[1]&wide != 0 {
		return codec{2, ^uint64(0), 0}
	}
	return codec{1, 1<<mostLeft - 1, mostLeft}
}

// An arena holds the profiles of one worker whose last children are in the same layer. Once
// that layer is done, these profiles are no longer needed.
type arena struct {
	blocks [][]uint64
	used   int // of the last block
}

// blockWords is how many words a block has, except a block made for one longer profile.
const blockWords = 1 << 12

// An origin is how a state was reached: a placement and the profile it was made from, which
// is in an arena of a worker.
type origin uint64

const (
	placementBits = 16
	layerBits     = 12
	workerBits    = 6
	indexBits     = 64 - placementBits - layerBits - workerBits

	// nowhere is the placement of the origin of the start.
	nowhere = 1<<placementBits - 1
)

func originOf(at int32, last, worker, index int) origin {
	return origin(at) | origin(last)<<placementBits | origin(worker)<<(placementBits+layerBits) |
		origin(index)<<(placementBits+layerBits+workerBits)
}

func (o origin) placement() int32 { return int32(o & (1<<placementBits - 1)) }

func (o origin) last() int { return int(o >> placementBits & (1<<layerBits - 1)) }

func (o origin) worker() int { return int(o >> (placementBits + layerBits) & (1<<workerBits - 1)) }

func (o origin) index() int { return int(o >> (placementBits + layerBits + workerBits)) }

// add adds a profile of this number of words, to be filled by the caller, and returns its
// index. It reports false if there is no more room for profiles.
func (s *arena) add(words int, st *store) (p profile, index int, ok bool) {
	last, room := len(s.blocks)-1, true
	if last < 0 || s.used+words > len(s.blocks[last]) {
		var block []uint64
		block, room = st.block(words)
		s.blocks = append(s.blocks, block)
		s.used = 0
		last++
	}
	// A longer block has only one profile, so every profile begins within blockWords.
	index = last*blockWords + s.used
	p = s.blocks[last][s.used:][:words]
	s.used += words
	return p, index, room && index < 1<<indexBits
}

// at returns a profile.
func (s *arena) at(index int) profile {
	p := s.blocks[index/blockWords][index%blockWords:]
	return p[:headWords+p[1]>>wordsAt]
}

// block returns a block, not cleared, of at least the given number of words. It reports
// false if the blocks take too much room.
func (s *store) block(words int) (b []uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.blocks) - 1; words <= blockWords && last >= 0 {
		b = s.blocks[last]
		s.blocks = s.blocks[:last]
	} else {
		b = make([]uint64, max(words, blockWords))
	}
	s.arenas += len(b)
	return b, s.arenas <= s.most/8*7
}

// clear empties an arena.
func (s *store) clear(a *arena) {
	s.mu.Lock()
	for _, b := range a.blocks {
		s.arenas -= len(b)
		if len(b) == blockWords {
			s.blocks = append(s.blocks, b)
		}
	}
	s.mu.Unlock()
	*a = arena{}
}
