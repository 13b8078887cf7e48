package drawing

import (
	"bytes"
	"io"
	"os"
)

// A spool keeps what is written to it until all of it is wanted: in memory as
// long as it is small, then in a temporary file.
type spool struct {
	buffer bytes.Buffer
	file   *os.File
}

// spoolMemory is how much a spool keeps in memory, in bytes.
const spoolMemory = 1 << 20

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.buffer.Len()+len(p) > spoolMemory {
		file, err := os.CreateTemp("", "exactile-*")
		if err != nil {
			return 0, err
		}
		s.file = file
		// Where open files can lose their names, nothing stays behind even if the
		// process is killed; elsewhere remove sees to it.
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

// WriteTo writes what was written so far to w.
func (s *spool) WriteTo(w io.Writer) (int64, error) {
	if s.file == nil {
		return s.buffer.WriteTo(w)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, s.file)
}

// remove gives up the file, if there is one.
func (s *spool) remove() {
	if s.file != nil {
		s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
