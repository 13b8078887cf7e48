//go:build unix

package file_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/internal/file"
)

// A file that lost its name between being opened and being locked is given up for
// the one that has the name now: else two processes would be at one job, each with
// a lock of its own.
func TestHeldFileHasTheName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, next := filepath.Join(dir, "file"), filepath.Join(dir, "next")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	times := 0
	opened, err := file.OpenLocked(path, os.O_RDONLY, func(f *os.File) error {
		if times++; times == 1 {
			err := errors.Join(os.WriteFile(next, []byte("new"), 0o600), os.Rename(next, path))
			if err != nil {
				return err
			}
		}
		return file.Lock(f)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if text, err := io.ReadAll(opened); err != nil || string(text) != "new" || times != 2 {
		t.Errorf("it holds %q (%v) after %d locks, want the new file after 2", text, err, times)
	}
	other, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := file.Lock(other); err == nil {
		t.Error("the file that has the name is not locked")
	}
}

// A process that was killed a moment ago still has its locks; it is waited for, and
// no longer than a moment.
func TestLocksOfTheDying(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	times := 0
	dying := func(*os.File) error {
		if times++; times < 3 {
			return errors.New("locked")
		}
		return nil
	}
	f, err := file.OpenLocked(path, os.O_RDONLY, dying)
	if err != nil || times != 3 {
		t.Fatalf("%v after %d tries", err, times)
	}
	_ = f.Close()
	alive := func(*os.File) error { times++; return errors.New("locked") }
	if _, err := file.OpenLocked(path, os.O_RDONLY, alive); err == nil || times < 10 {
		t.Errorf("%v after %d tries", err, times)
	}
}
