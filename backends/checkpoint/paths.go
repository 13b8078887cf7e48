package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// maxLinks bounds the length of a chain of symbolic links.
const maxLinks = 255

// Target returns the path that symbolic links at a path lead to, even if nothing is there;
// more than 255 links are an error. Folders on the way are left to the system: to clean a
// path would mistake the ".." behind a link for another folder.
func Target(path string) (string, error) {
	at := path
	for range maxLinks {
		target, err := os.Readlink(at)
		if err != nil {
			return at, nil // no link, or nothing
		}
		if !filepath.IsAbs(target) {
			folder, _ := filepath.Split(at)
			target = folder + target
		}
		at = target
	}
	return path, fmt.Errorf("%s: more than %d symbolic links", path, maxLinks)
}

// place returns the path of a checkpoint behind symbolic links, which keep their targets. A
// link that points to nothing is an error: its target may be on a disk that is not mounted.
func place(path string) (string, error) {
	target, err := Target(path)
	if err == nil && target != path {
		if _, missing := os.Stat(target); errors.Is(missing, os.ErrNotExist) {
			err = fmt.Errorf("%s: is a symbolic link to %s, where there is nothing", path, target)
		}
	}
	if err != nil {
		return "", fmt.Errorf("checkpoint: %w", err)
	}
	return target, nil
}

// placeOf returns the one name of the target of a path, or of where it will be.
func placeOf(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}
