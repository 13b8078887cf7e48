package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/durable"
)

// A pendingFile is written beside the file that it will replace, so that neither a reader nor
// a crash can see half of it. A device or a pipe is written in place: a rename would replace
// it by a file.
type pendingFile struct {
	*os.File
	path  string // as given
	final string // the file to replace; "": written in place
}

// createPending opens the file at a path for writing. An existing file keeps its permissions,
// and must be writable as if it were written in place; a symbolic link keeps its target.
// createPending waits only for the reader of a pipe, until ctx ends.
func createPending(ctx context.Context, path string) (*pendingFile, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p, err := pendingBeside(path)
		var fault *fs.PathError
		if errors.As(err, &fault) {
			fault.Path = path // show the given name, not the temporary one
		}
		return p, err
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder", path)
	}
	old, err := await.Value(ctx, func() (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) })
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return &pendingFile{old, path, ""}, nil
	}
	if err := old.Close(); err != nil {
		return nil, err
	}
	p, err := pendingBeside(path)
	if err != nil {
		return nil, err
	}
	if err := p.Chmod(info.Mode().Perm()); err != nil {
		p.discard()
		return nil, err
	}
	return p, nil
}

// pendingBeside creates the file that will replace the target of a path.
func pendingBeside(path string) (*pendingFile, error) {
	final, err := durable.Target(path)
	if err != nil {
		return nil, err
	}
	file, err := createBeside(final)
	if err != nil {
		return nil, err
	}
	return &pendingFile{file, path, final}, nil
}

// maxTitle bounds, in bytes, how much of a file's name is part of the hidden one's: with the
// additions it must not exceed the length limit of names.
const maxTitle = 100

// createBeside creates a hidden file with a new name in the folder of a path, with the
// permissions of new files.
func createBeside(path string) (*os.File, error) {
	folder, title := filepath.Split(path)
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "")
	}
	for {
		name := fmt.Sprintf("%s.%s.%08x", folder, title, rand.Uint32())
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Free returns an error if a file exists at a path and force is not set.
func Free(path string, force bool) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil && !force:
		return fmt.Errorf("%s is there already; --force overwrites it", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// empty reports whether nothing is in the file yet.
func (p *pendingFile) empty() bool {
	info, err := p.Stat()
	return err == nil && info.Size() == 0
}

// commit stores the file on the disk and gives it its name. After an error the old file is
// unchanged.
func (p *pendingFile) commit() error {
	if p.final == "" {
		return p.Close()
	}
	err := errors.Join(p.Sync(), p.Close())
	if err == nil {
		err = os.Rename(p.Name(), p.final)
	}
	if err != nil {
		os.Remove(p.Name())
		return fmt.Errorf("%s: %w", p.path, err)
	}
	// The new name is on the disk once its folder is synced. Not all file systems can sync a
	// folder, so errors are ignored.
	at, _ := filepath.Split(p.final)
	if folder, err := os.Open(at + "."); err == nil {
		folder.Sync()
		folder.Close()
	}
	return nil
}

// discard closes and removes the file.
func (p *pendingFile) discard() {
	p.Close()
	if p.final != "" {
		os.Remove(p.Name())
	}
}
