// Package file writes files that are whole or not there, opens and locks files that must survive
// the end of the process, finds where links lead, and makes temporary files.
package file

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A killed process holds its locks until the system has removed it, which takes a
// while if the machine is busy or the process had much memory. A restart at once
// waits for dyingTime before it reports another process at work.
const (
	dyingTime = time.Second
	dyingStep = 10 * time.Millisecond
)

// Open opens the file at a path, with the flags of os.OpenFile, and locks it. If
// the file was replaced meanwhile, Open tries again: the lock on the old file is
// worthless, since the process that replaced it has the new one locked. Anything
// but a file, such as a pipe or a device, is an error, and is not opened: that
// could wait for ever, and to rename a file to it would destroy it.
func Open(path string, flags int) (*os.File, error) { return open(path, flags, lock) }

func open(path string, flags int, lock func(*os.File) error) (*os.File, error) {
	for waited := time.Duration(0); ; {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: is not a file", path)
		}
		file, err := os.OpenFile(path, flags, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lock(file); err != nil {
			_ = file.Close()
			if waited < dyingTime {
				waited += dyingStep
				time.Sleep(dyingStep)
				continue
			}
			return nil, fmt.Errorf("%s: another process uses it: %w", path, err)
		}
		if names(path, file) {
			return file, nil
		}
		_ = file.Close()
	}
}

// names reports whether the path is still that of the open file.
func names(path string, file *os.File) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	held, err := file.Stat()
	return err == nil && os.SameFile(there, held)
}

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
