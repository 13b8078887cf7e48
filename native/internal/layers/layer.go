package layers

import "sync"

// A layer is states, each with its number of ways, of a system's layer. States are added as
// they are found, and equal ones are merged when the layer is due. By then it is complete,
// since states come only from earlier layers. The hash of a state chooses its partition, so
// that equal states meet in a table that fits the second-level cache of a core, whatever the
// size of the layer.
//
// Source: the idea of the partitions is that of the partitioned hash join, A. Shatdal,
// C. Kant and J. F. Naughton, Cache Conscious Algorithms for Relational Query Processing,
// 1994.
type layer struct {
	bits  int // of a partition number
	mu    sync.Mutex
	parts []partition // nil: no state was ever added
	held  int         // chunks in memory, without those that workers are filling
	disk  wordFile
}

// A partition is chunks of states, in memory and in the file of its layer.
type partition struct {
	chunks []chunk
	away   []extent
}

// A chunk is states with their numbers, one after the other.
type chunk struct {
	width int // words of each number
	words []uint64
}

// An extent is chunks of one width in the file of a layer.
type extent struct {
	width int
	from  int64
	words int
}

const (
	maxBits = 8 // of a partition number
	// chunkWords is small, since every worker fills a chunk for every partition of many
	// layers, and large enough for the work per chunk not to matter.
	chunkWords = 128
	// partStates is how many states a partition is meant to have.
	partStates = 1 << 14
)

// open gives the layer its partitions.
func (l *layer) open(partBits int) {
	l.bits = partBits
	l.parts = make([]partition, 1<<partBits)
}

// take adds a chunk to a partition.
func (l *layer) take(part int, c chunk) {
	l.mu.Lock()
	p := &l.parts[part]
	p.chunks = append(p.chunks, c)
	l.held++
	l.mu.Unlock()
}

// waiting is how many chunks a file could take.
func (l *layer) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held
}

// states is the number of states, equal ones counted as often as they were added.
func (l *layer) states(stateWords int) (n int) {
	for k := range l.parts {
		n += l.parts[k].states(stateWords)
	}
	return n
}

func (p *partition) states(stateWords int) (n int) {
	for _, c := range p.chunks {
		n += len(c.words) / (stateWords + c.width)
	}
	for _, e := range p.away {
		n += e.words / (stateWords + e.width)
	}
	return n
}

// width is how many words the widest number has.
func (p *partition) width() int {
	width := 1
	for _, c := range p.chunks {
		width = max(width, c.width)
	}
	for _, e := range p.away {
		width = max(width, e.width)
	}
	return width
}

// read passes on the chunks of a partition, those in the file a piece at a time.
func (l *layer) read(p *partition, stateWords int, r *reader, take func(c chunk)) error {
	for _, c := range p.chunks {
		take(c)
	}
	for _, e := range p.away {
		stride := stateWords + e.width
		for done := 0; done < e.words; {
			some := min(e.words-done, max(1, piece/stride)*stride) // whole states
			if cap(r.words) < some {
				r.words = make([]uint64, some)
			}
			r.words = r.words[:some]
			if err := r.read(&l.disk, r.words, e.from+int64(done)); err != nil {
				return err
			}
			take(chunk{e.width, r.words})
			done += some
		}
	}
	return nil
}
