package layers

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/exactile/exactile/internal/file"
)

// ErrMemory ends a count or a diagram that would take more memory than is allowed.
var ErrMemory = errors.New("native: the set of solutions takes more memory than is allowed")

// A wordFile is a temporary file of words that memory has no room for.
type wordFile struct {
	file *file.Spill
	end  int64 // of the file, in words
}

// piece is how many words are read or written at a time.
const piece = 1 << 13

// open makes the file. If close will not be called, it is an error that the system cannot remove
// it now.
func (s *wordFile) open(unclosed bool) (err error) {
	if s.file, err = file.NewSpill("", "exactile-*.states"); err != nil {
		return errDisk(err)
	}
	if s.file.Named && unclosed {
		s.close()
		return ErrMemory
	}
	return nil
}

// A writer has the scratch of one goroutine that writes what is to wait.
type writer struct {
	buffer []byte
}

// append writes words at the end; flush must follow the last of them.
func (w *writer) append(s *wordFile, words []uint64) error {
	for some := range slices.Chunk(words, piece) {
		w.buffer, _ = binary.Append(w.buffer, binary.LittleEndian, some)
		if s.end += int64(len(some)); len(w.buffer) >= 8*piece {
			if err := w.flush(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) flush(s *wordFile) error {
	_, err := s.file.WriteAt(w.buffer, 8*s.end-int64(len(w.buffer)))
	w.buffer = w.buffer[:0]
	return errDisk(err)
}

// A reader has the scratch of one goroutine that reads what waits.
type reader struct {
	buffer []byte
	words  []uint64
}

// read fills words from a place in a file.
func (r *reader) read(s *wordFile, words []uint64, at int64) error {
	for some := range slices.Chunk(words, piece) {
		r.buffer = slices.Grow(r.buffer[:0], 8*len(some))[:8*len(some)]
		if _, err := s.file.ReadAt(r.buffer, 8*at); err != nil {
			return errDisk(err)
		}
		binary.Decode(r.buffer, binary.LittleEndian, some)
		at += int64(len(some))
	}
	return nil
}

// errDisk is the error of a count that could not write or read waiting states.
func errDisk(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("native: merged states outgrow the memory allowed, and cannot wait in %s: %w",
		os.TempDir(), err)
}

// close removes the file, if there is one.
func (s *wordFile) close() {
	if s.file != nil {
		s.file.Close()
		*s = wordFile{}
	}
}
