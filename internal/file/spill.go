package file

import (
	"errors"
	"os"
)

// A Spill is a temporary file for what memory has no room for. Where the system can remove an open
// file, it has no name from the start, and nothing is left behind even if the process is killed.
type Spill struct {
	*os.File
	// Named is set if the file has a name until Close removes it.
	Named bool
}

// NewSpill makes a file in a folder, "" for that of temporary files, with a name like the pattern
// of [os.CreateTemp].
func NewSpill(dir, pattern string) (*Spill, error) {
	file, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &Spill{file, os.Remove(file.Name()) != nil}, nil
}

// Close closes the file, which is then gone.
func (f *Spill) Close() error {
	err := f.File.Close()
	if f.Named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
