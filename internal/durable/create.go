package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Create writes a file unless there is one at that path, and reports whether it did. The file
// appears whole, and on the disk if synced is set, or not at all; until then its name begins
// with the prefix.
func Create(path, prefix string, text []byte, synced bool) (created bool, err error) {
	fresh, err := os.CreateTemp(filepath.Dir(path), prefix+"*")
	if err != nil {
		return false, err
	}
	defer os.Remove(fresh.Name())
	_, err = fresh.Write(text)
	if err == nil {
		err = fresh.Chmod(0o644)
	}
	if err == nil && synced {
		err = fresh.Sync()
	}
	if err = errors.Join(err, fresh.Close()); err != nil {
		return false, fmt.Errorf("%s is not saved: %w", path, err)
	}
	// A link, unlike a rename, does not replace a file of another process.
	switch err = os.Link(fresh.Name(), path); {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil: // not every file system has links
		if _, gone := os.Lstat(path); gone == nil {
			return false, nil
		}
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		return false, fmt.Errorf("%s is not saved: %w", path, err)
	}
	return true, nil
}
