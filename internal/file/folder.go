package file

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A PendingFolder is a folder whose files are not at their place yet: nobody sees half of them, and
// a killed process leaves only a hidden folder, which the next one removes.
type PendingFolder struct {
	path   string   // as given
	hidden string   // where the files are written: beside path, or in it if it is there
	within bool     // path is there
	cut    bool     // a process was killed while it moved files into path
	lock   *os.File // shows that the process lives
	made   []string // folders above path that were made for it, the outermost first
}

// newTitle and movingTitle are what the names of hidden folders within a folder begin with, the
// second once files are being moved from it.
const newTitle, movingTitle = "new", "moving"

// Folder begins a folder at a path. If there is one, its files stay, and the new ones will be
// added. What killed processes have left of the same folder is removed.
func Folder(path string) (*PendingFolder, error) {
	path = filepath.Clean(path)
	p := &PendingFolder{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s: is not a folder", path)
	case err == nil:
		p.within = true
		p.cut = len(left(path, movingTitle)) > 0
		err = p.hide(path, newTitle)
	case errors.Is(err, fs.ErrNotExist):
		if _, broken := os.Lstat(path); broken == nil {
			return nil, fmt.Errorf("%s: is a link to nothing", path)
		}
		above, name := filepath.Split(path)
		if err = p.makeAbove(filepath.Clean(above)); err == nil {
			err = p.hide(above, name)
		}
	}
	if err != nil {
		p.removeAbove()
		return nil, err
	}
	return p, nil
}

// makeAbove makes the folder above path and those that it needs, and notes which.
func (p *PendingFolder) makeAbove(above string) error {
	for at := above; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || at == filepath.Dir(at) {
			break
		}
		p.made = append(p.made, at)
	}
	slices.Reverse(p.made)
	return os.MkdirAll(above, 0o777)
}

// removeAbove removes the folders that makeAbove has made, if they are empty.
func (p *PendingFolder) removeAbove() {
	for _, at := range slices.Backward(p.made) {
		if os.Remove(at) != nil {
			return
		}
	}
}

// hide makes the hidden folder in a folder, and removes those of processes that have ended.
func (p *PendingFolder) hide(in, title string) (err error) {
	for _, old := range left(in, title) {
		_ = os.RemoveAll(old)
	}
	for {
		p.hidden = filepath.Join(in, hiddenPrefix(title)+fmt.Sprintf("%08x", rand.Uint32()))
		if err = os.Mkdir(p.hidden, 0o777); err == nil {
			break
		}
		if fault := (*fs.PathError)(nil); !errors.Is(err, fs.ErrExist) && errors.As(err, &fault) {
			fault.Path = p.path // show the given name, not the temporary one
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	if p.lock, err = lockPath(p.hidden); err != nil {
		_ = os.Remove(p.hidden)
	}
	return err
}

// Path is the folder to write the files into until Commit.
func (p *PendingFolder) Path() string { return p.hidden }

// Shown makes an error about a file of the folder name the place that the file will get.
func (p *PendingFolder) Shown(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		if name, below := strings.CutPrefix(fault.Path, p.hidden); below {
			fault.Path = p.path + name
		}
	}
	return err
}

// IsCut reports whether a process was killed while it moved files into a folder that was there:
// then some of the files with their names are of that process.
func (p *PendingFolder) IsCut() bool { return p.cut }

// Commit stores the files on the disk and moves them to their place. A new folder appears at once.
// In a folder that was there the old files are removed first, and the last one is moved last: it
// shows that all are there. After an error nothing new is at the place, or, in such a folder, not
// the last file.
func (p *PendingFolder) Commit(last string, old ...string) error {
	err := p.store()
	if err == nil && p.within {
		err = p.move(last, old)
	} else if err == nil {
		err = os.Rename(p.hidden, p.path)
	}
	if err != nil {
		p.Discard()
		return fmt.Errorf("%s: %w", p.path, p.Shown(err))
	}
	return errors.Join(SyncFolder(p.path), p.unlock())
}

// store writes the files to the disk.
func (p *PendingFolder) store() error {
	entries, err := os.ReadDir(p.hidden)
	for _, e := range entries {
		file, failed := os.OpenFile(filepath.Join(p.hidden, e.Name()), os.O_RDWR, 0)
		if failed == nil {
			failed = errors.Join(file.Sync(), file.Close())
		}
		err = errors.Join(err, failed)
	}
	return err
}

// move moves the files into the folder that is there.
func (p *PendingFolder) move(last string, old []string) error {
	cut := left(p.path, movingTitle)
	number := strings.TrimPrefix(filepath.Base(p.hidden), hiddenPrefix(newTitle))
	moving := filepath.Join(p.path, hiddenPrefix(movingTitle)+number)
	if err := os.Rename(p.hidden, moving); err != nil {
		return err
	}
	p.hidden = moving
	for _, name := range append([]string{last}, old...) {
		err := os.Remove(filepath.Join(p.path, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, path := range cut {
		_ = os.RemoveAll(path)
	}
	entries, err := os.ReadDir(p.hidden)
	if err != nil {
		return err
	}
	names := []string{}
	for _, e := range entries {
		if e.Name() != last {
			names = append(names, e.Name())
		}
	}
	for _, name := range append(names, last) {
		err := os.Rename(filepath.Join(p.hidden, name), filepath.Join(p.path, name))
		if err != nil {
			return err
		}
	}
	return os.Remove(p.hidden)
}

// Discard removes the files, and the folders that were made for them.
func (p *PendingFolder) Discard() {
	_ = os.RemoveAll(p.hidden)
	_ = p.unlock()
	p.removeAbove()
}

func (p *PendingFolder) unlock() error {
	if p.lock == nil {
		return nil
	}
	return p.lock.Close()
}
