package drawing

import (
	"bytes"
	"io"
	"os"
)

// A spool stores what is written to it until WriteTo: in memory while it is small, then in a
// temporary file.
type spool struct {
	buffer bytes.Buffer
	file   *os.File
}

// spoolMemory bounds the memory of a spool, in bytes.
const spoolMemory = 1 << 20

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.buffer.Len()+len(p) > spoolMemory {
		file, err := os.CreateTemp("", "exactile-*")
		if err != nil {
			return 0, err
		}
		s.file = file
		// On systems that can remove an open file, nothing remains even if the process is
		// killed; on others, remove deletes the file.
		_ = os.Remove(file.Name())
		if _, err := s.buffer.WriteTo(file); err != nil {
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
		s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
