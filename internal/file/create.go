package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
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
	switch err = link(fresh.Name(), path); {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		created, err = renameAlone(fresh.Name(), path)
	default:
		created = true
	}
	if err != nil {
		return false, fmt.Errorf("%s is not saved: %w", path, err)
	}
	return created, nil
}

// link is os.Link; not every file system has links.
var link = os.Link

// WithoutLinks makes links fail, for tests, until restore is called.
func WithoutLinks() (restore func()) {
	link = func(string, string) error { return errors.ErrUnsupported }
	return func() { link = os.Link }
}

// claimTime is how long a process may need to rename a file: after it, one has exited.
const claimTime = 10 * time.Second

// renameAlone renames a file unless there is one at that path, where there are no links. A
// folder beside it, which only one process can make, keeps others from doing so meanwhile.
func renameAlone(from, path string) (renamed bool, err error) {
	claim := path + ".claim"
	for {
		if err = os.Mkdir(claim, 0o700); err == nil {
			break
		}
		if _, there := os.Lstat(path); there == nil {
			return false, nil
		}
		info, gone := os.Lstat(claim)
		switch {
		case !errors.Is(err, fs.ErrExist):
			return false, err
		case gone == nil && time.Since(info.ModTime()) > claimTime:
			_ = os.Remove(claim)
		default:
			time.Sleep(time.Millisecond)
		}
	}
	defer os.Remove(claim)
	if _, there := os.Lstat(path); there == nil {
		return false, nil
	}
	return true, os.Rename(from, path)
}
