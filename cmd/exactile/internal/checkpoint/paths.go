package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/exactile/exactile/internal/file"
)

// place returns the path of a checkpoint behind symbolic links, which keep their targets. A
// link that points to nothing is an error: its target may be on a disk that is not mounted.
func place(path string) (string, error) {
	target, err := file.Target(path)
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

// differentFiles returns an error if a checkpoint and an output would overwrite each other.
func differentFiles(path string, o *Output) error {
	target, err := file.Target(path)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	for _, path := range []string{path, target} {
		for _, output := range []string{o.path, o.Partial()} {
			if placeOf(path) == placeOf(output) {
				return fmt.Errorf("checkpoint: %s cannot be both the checkpoint and the output",
					output)
			}
		}
	}
	return nil
}
