package printer

import (
	"bytes"
	"io"

	"github.com/exactile/exactile/internal/file"
)

// A spool stores what is written to it until WriteTo: in memory while it is small, then in a
// temporary file.
type spool struct {
	buffer bytes.Buffer
	file   *file.Spill
}

// spoolMemory bounds the memory of a spool, in bytes.
const spoolMemory = 1 << 20

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.buffer.Len()+len(p) > spoolMemory {
		f, err := file.NewSpill("", "exactile-*")
		if err != nil {
			return 0, err
		}
		s.file = f
		if _, err := s.buffer.WriteTo(f); err != nil {
			return 0, err
		}
	}
	if s.file != nil {
		return s.file.Write(p)
	}
	return s.buffer.Write(p)
}

// WriteTo writes the content to w.
func (s *spool) WriteTo(w io.Writer) (int64, error) {
	if s.file == nil {
		return s.buffer.WriteTo(w)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, s.file)
}

// remove deletes the file, if there is one.
func (s *spool) remove() {
	if s.file != nil {
		_ = s.file.Close()
	}
}
