package merge

import (
	"encoding/binary"
	"os"
	"sync"
)

// A store holds the chunks of all layers, within a bound on memory. Beyond it, chunks of
// layers that are not due soon go to files. If the system allows the removal of an open file,
// the file is removed at once, so that nothing is left behind even if the process is killed.
type store struct {
	mu      sync.Mutex
	free    [][]uint64 // empty chunks
	used    int        // words of the chunks that are filled or being filled
	most    int        // the bound on used and shelved, above which chunks go to files
	layers  []layer
	blocks  [][]uint64 // free ones
	shelved int        // words of the blocks that are on shelves
	now     int        // the layer that is due: only later layers go to files
	away    int64      // bytes written in total
	buffer  []byte
	writes  sync.Mutex // of away and buffer
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
	s.used += cap(c)
	over := s.used+s.shelved > s.most
	s.mu.Unlock()
	if over {
		return c, s.relieve()
	}
	return c, nil
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
		enough := s.used+s.shelved <= s.most-s.most/8
		s.mu.Unlock()
		if enough {
			return nil
		}
		l := s.victim()
		if l == nil {
			return nil
		}
		if err := s.write(l); err != nil {
			return errDisk(err)
		}
	}
}

// victim returns the layer to write: one that takes much room and is not due soon.
func (s *store) victim() *layer {
	var best *layer
	most := 0
	for c := s.now + 1; c < len(s.layers); c++ {
		l := &s.layers[c]
		l.mu.Lock()
		if weight := (c - s.now) * l.held; weight > most {
			best, most = l, weight
		}
		l.mu.Unlock()
	}
	return best
}

// write writes the chunks of a layer.
func (s *store) write(l *layer) (err error) {
	if l.file == nil {
		if l.file, err = os.CreateTemp("", "exactile-*.states"); err != nil {
			return err
		}
		os.Remove(l.file.Name())
	}
	for n := range l.parts {
		p := &l.parts[n]
		l.mu.Lock()
		chunks := p.chunks
		p.chunks = nil
		l.held -= len(chunks)
		l.mu.Unlock()
		for len(chunks) > 0 {
			some := 1
			for some < len(chunks) && chunks[some].width == chunks[0].width {
				some++
			}
			e := extent{chunks[0].width, l.end, 0}
			s.buffer = s.buffer[:0]
			for _, c := range chunks[:some] {
				s.buffer, _ = binary.Append(s.buffer, binary.LittleEndian, c.words)
				e.words += len(c.words)
			}
			if _, err := l.file.WriteAt(s.buffer, l.end); err != nil {
				return err
			}
			s.away += int64(len(s.buffer))
			l.end += int64(len(s.buffer))
			p.away = append(p.away, e) // accessed only here, and when the layer is due
			s.recycle(chunks[:some])
			chunks = chunks[some:]
		}
	}
	return nil
}

// close removes all files.
func (s *store) close() {
	for n := range s.layers {
		s.layers[n].close()
	}
}
