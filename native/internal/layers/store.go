package layers

import "sync"

// A store holds the chunks of all layers, within a bound on memory. Beyond it, chunks of
// layers that are not due soon go to files.
type store struct {
	mu     sync.Mutex
	free   [][]uint64 // empty chunks
	used   int        // words of the chunks that are filled or being filled
	most   int        // the bound on used and arenas, above which chunks go to files
	full   int        // the bound that is allowed; most is less while the count is a trial
	noDisk bool       // it is an error to exceed the bound
	layers []layer
	blocks [][]uint64 // free ones
	arenas int        // words of the blocks that are in arenas
	now    int        // the layer that is due: only later layers go to files
	// kept is, for a diagram, the distinct states of the layers that were due; they go to
	// files first, from the start on.
	kept   []layer
	away   int64 // words written in total
	out    writer
	writes sync.Mutex // of away and out
}

// slab is how many chunks are made at once.
const slab = 64

// chunk returns an empty chunk with room for the given number of words or more.
func (s *store) chunk(words int) ([]uint64, error) {
	s.mu.Lock()
	var c []uint64
	if words > chunkWords {
		c = make([]uint64, 0, 4*words)
	} else {
		if len(s.free) == 0 {
			all := make([]uint64, slab*chunkWords)
			for n := range slab {
				s.free = append(s.free, all[n*chunkWords:n*chunkWords:(n+1)*chunkWords])
			}
		}
		last := len(s.free) - 1
		c = s.free[last]
		s.free = s.free[:last]
	}
	s.mu.Unlock()
	return c, s.charge(cap(c))
}

// charge takes memory, and has chunks written to files if that is too much.
func (s *store) charge(words int) error {
	s.mu.Lock()
	s.used += words
	over := s.used+s.arenas > s.most
	s.mu.Unlock()
	switch {
	case !over:
		return nil
	case s.noDisk:
		return ErrMemory
	}
	err := s.relieve()
	if err != nil && s.most < s.full {
		return ErrLate // a trial without a disk; what comes after it may need none
	}
	return err
}

// recycle takes chunks back.
func (s *store) recycle(chunks []chunk) {
	s.mu.Lock()
	for _, c := range chunks {
		s.used -= cap(c.words)
		if cap(c.words) == chunkWords {
			s.free = append(s.free, c.words[:0])
		}
	}
	s.mu.Unlock()
}

// relieve writes chunks to files until an eighth of the room is free, or no layer is left
// that may be written.
func (s *store) relieve() error {
	s.writes.Lock()
	defer s.writes.Unlock()
	for {
		s.mu.Lock()
		enough := s.used+s.arenas <= s.most-s.most/8
		s.mu.Unlock()
		if enough {
			return nil
		}
		l := s.victim()
		if l == nil {
			return nil
		}
		if err := s.write(l); err != nil {
			return err
		}
	}
}

// victim returns the layer to write: one that takes much room and is not due soon.
func (s *store) victim() *layer {
	for c := range s.kept {
		if s.kept[c].waiting() > 0 {
			return &s.kept[c]
		}
	}
	var best *layer
	most := 0
	for c := s.now + 1; c < len(s.layers); c++ {
		if weight := (c - s.now) * s.layers[c].waiting(); weight > most {
			best, most = &s.layers[c], weight
		}
	}
	return best
}

// write writes the chunks of a layer.
func (s *store) write(l *layer) error {
	if l.disk.file == nil {
		if err := l.disk.open(false); err != nil {
			return err
		}
	}
	for n := range l.parts {
		p := &l.parts[n]
		l.mu.Lock()
		chunks := p.chunks
		p.chunks = nil
		l.held -= len(chunks)
		l.mu.Unlock()
		for len(chunks) > 0 {
			e := extent{chunks[0].width, l.disk.end, 0}
			some := 0
			for ; some < len(chunks) && chunks[some].width == e.width; some++ {
				if err := s.out.append(&l.disk, chunks[some].words); err != nil {
					return err
				}
			}
			e.words = int(l.disk.end - e.from)
			s.away += int64(e.words)
			p.away = append(p.away, e) // accessed only here, and when the layer is due
			s.recycle(chunks[:some])
			chunks = chunks[some:]
		}
	}
	return s.out.flush(&l.disk)
}

// close removes all files.
func (s *store) close() {
	for n := range s.layers {
		s.layers[n].disk.close()
	}
	for n := range s.kept {
		s.kept[n].disk.close()
	}
}
