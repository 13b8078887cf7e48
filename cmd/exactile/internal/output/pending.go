package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/durable"
)

// createPending opens the file at a path for writing. An existing file must be writable as if it
// were written in place. createPending waits only for the reader of a pipe, until ctx ends.
func createPending(ctx context.Context, path string) (*durable.Pending, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return durable.Beside(path)
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
		return durable.InPlace(old), nil
	}
	if err := old.Close(); err != nil {
		return nil, err
	}
	return durable.Beside(path)
}

// isEmpty reports whether nothing is in the file yet.
func isEmpty(file *durable.Pending) bool {
	info, err := file.Stat()
	return err == nil && info.Size() == 0
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
