package proof

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/file"
)

// sorterWords is the number of words that a sorter holds in memory: 64 MiB.
const sorterWords = 16 << 20

// A sorter takes solutions in any order and returns them in increasing order. Solutions that do not
// fit in memory go to temporary files as sorted runs, which are merged at the end. Add may be
// called by several goroutines.
type sorter struct {
	dir   string // of the temporary files; "": the system's
	limit int    // of words
	mu    sync.Mutex
	words []uint32 // the options of the solutions end to end
	ends  []int    // where each solution ends in words
	runs  []*file.Spill
	count int64
}

func newSorter(dir string, limit int) *sorter { return &sorter{dir: dir, limit: limit} }

// Add takes a copy of s.
func (q *sorter) Add(s cover.Solution) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.count++
	for _, o := range s {
		q.words = append(q.words, uint32(o))
	}
	q.ends = append(q.ends, len(q.words))
	if len(q.words)+2*len(q.ends) < q.limit {
		return nil
	}
	return q.spill()
}

// sorted returns the solutions in memory in increasing order.
func (q *sorter) sorted() [][]uint32 {
	list := make([][]uint32, len(q.ends))
	start := 0
	for k, end := range q.ends {
		list[k], start = q.words[start:end], end
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

// spill writes the solutions in memory as a run: for each its length and its
// options as unsigned varints.
func (q *sorter) spill() error {
	f, err := file.NewSpill(q.dir, "solutions-*.run")
	if err != nil {
		return err
	}
	q.runs = append(q.runs, f)
	w := bufio.NewWriterSize(f, 1<<16)
	var buf []byte
	for _, s := range q.sorted() {
		buf = binary.AppendUvarint(buf[:0], uint64(len(s)))
		for _, o := range s {
			buf = binary.AppendUvarint(buf, uint64(o))
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	q.words, q.ends = q.words[:0], q.ends[:0]
	return w.Flush()
}

// Each yields the solutions in increasing order. The slice is valid until the next one. It is
// called after the last Add, any number of times.
func (q *sorter) Each(yield func(cover.Solution) error) error {
	runs := []*run{{rest: q.sorted()}}
	for _, f := range q.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		runs = append(runs, &run{file: bufio.NewReaderSize(f, 1<<16)})
	}
	var merge []*run // in the order of their current solutions
	advance := func(r *run) error {
		more, err := r.next()
		if more && err == nil {
			at, _ := slices.BinarySearchFunc(merge, r, func(a, b *run) int {
				return slices.Compare(a.words, b.words)
			})
			merge = slices.Insert(merge, at, r)
		}
		return err
	}
	for _, r := range runs {
		if err := advance(r); err != nil {
			return err
		}
	}
	var s cover.Solution
	for len(merge) > 0 {
		first := merge[0]
		s = s[:0]
		for _, o := range first.words {
			s = append(s, int(o))
		}
		if err := yield(s); err != nil {
			return err
		}
		merge = slices.Delete(merge, 0, 1)
		if err := advance(first); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the temporary files.
func (q *sorter) Close() error {
	var errs []error
	for _, f := range q.runs {
		errs = append(errs, f.Close())
	}
	q.runs = nil
	return errors.Join(errs...)
}

// A run yields sorted solutions: those of a temporary file, or without a file the rest.
type run struct {
	words []uint32 // the current solution
	file  *bufio.Reader
	rest  [][]uint32
}

func (r *run) next() (more bool, err error) {
	if r.file == nil {
		if more = len(r.rest) > 0; more {
			r.words, r.rest = r.rest[0], r.rest[1:]
		}
		return more, nil
	}
	n, err := binary.ReadUvarint(r.file)
	if err == io.EOF {
		return false, nil
	}
	r.words = r.words[:0]
	for range n {
		var o uint64
		if o, err = binary.ReadUvarint(r.file); err != nil {
			break
		}
		r.words = append(r.words, uint32(o))
	}
	return true, err
}
