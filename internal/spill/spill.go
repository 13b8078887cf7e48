// Package spill makes temporary files for what memory has no room for.
package spill

import (
	"errors"
	"os"
)

// A File is a temporary file. Where the system can remove an open file, it has no name from the
// start, and nothing is left behind even if the process is killed.
type File struct {
	*os.File
	// Named is set if the file has a name until Close removes it.
	Named bool
}

// Create makes a file in a folder, "" for that of temporary files, with a name like the pattern of
// [os.CreateTemp].
func Create(dir, pattern string) (*File, error) {
	file, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	return &File{file, os.Remove(file.Name()) != nil}, nil
}

// Close closes the file, which is then gone.
func (f *File) Close() error {
	err := f.File.Close()
	if f.Named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
