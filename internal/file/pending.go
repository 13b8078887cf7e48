package file

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A Pending file is written beside the file that it will replace, so that neither a reader nor
// a crash can see half of it.
type Pending struct {
	*os.File
	path string // as given
	name string // the file to replace; "": written in place
}

// InPlace returns a pending file for a device or a pipe, which is written in place: a rename
// would replace it by a file.
func InPlace(file *os.File) *Pending { return &Pending{File: file} }

// IsInPlace reports whether the file is of InPlace.
func (p *Pending) IsInPlace() bool { return p.name == "" }

// Beside creates the file that will replace the one at a path. An existing file keeps its
// permissions; a symbolic link keeps its target.
func Beside(path string) (*Pending, error) {
	name, err := Target(path)
	if err != nil {
		return nil, err
	}
	file, err := createHidden(name)
	if err != nil {
		var fault *fs.PathError
		if errors.As(err, &fault) {
			fault.Path = path // show the given name, not the temporary one
		}
		return nil, err
	}
	_ = lock(file) // shows that the process lives, where the file system has locks
	p := &Pending{file, path, name}
	if err := likeOld(file, name); err != nil {
		p.Discard()
		return nil, err
	}
	return p, nil
}

// RemoveLeft removes what killed processes have left of pending files for a path.
func RemoveLeft(path string) {
	name, err := Target(path)
	if err != nil {
		return
	}
	in, title := filepath.Split(name)
	for _, old := range left(in, title) {
		_ = os.RemoveAll(old)
	}
}

// createHidden creates a hidden file with a new name in the folder of a path, with the
// permissions of new files.
func createHidden(path string) (*os.File, error) {
	folder, title := filepath.Split(path)
	for {
		name := folder + hiddenPrefix(title) + fmt.Sprintf("%08x", rand.Uint32())
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Commit stores the file on the disk and gives it its name. After an error the old file is
// unchanged.
func (p *Pending) Commit() error {
	if p.IsInPlace() {
		return p.Close()
	}
	if err := Commit(p.File, p.name); err != nil {
		os.Remove(p.Name())
		return fmt.Errorf("%s: %w", p.path, err)
	}
	return nil
}

// Discard closes and removes the file.
func (p *Pending) Discard() {
	p.Close()
	if !p.IsInPlace() {
		os.Remove(p.Name())
	}
}

// Commit stores an open file on the disk, moves it to a path, and closes it. It replaces the
// file there and takes over its permissions. The file remains locked until it has its name, if
// the system can rename an open file.
func Commit(file *os.File, path string) error {
	err := likeOld(file, path)
	if err == nil {
		err = file.Sync()
	}
	closed := false
	if err == nil && !renamesOpen {
		err, closed = file.Close(), true
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err == nil {
		err = SyncFolder(path)
	}
	if !closed {
		err = errors.Join(err, file.Close())
	}
	return err
}

// likeOld gives a file the permissions of the file it will replace, if there is one.
func likeOld(file *os.File, path string) error {
	old, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm() == old.Mode().Perm() {
		return nil // some file systems do not let permissions be changed
	}
	return file.Chmod(old.Mode().Perm())
}
