package file_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/file"
)

// fill begins a folder and writes files into it, each with its name as the text.
func fill(t *testing.T, path string, names ...string) *file.PendingFolder {
	t.Helper()
	p, err := file.Folder(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		put(t, filepath.Join(p.Path(), name), name)
	}
	return p
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// below are the files and folders below a folder, folders with a slash.
func below(t *testing.T, path string) string {
	t.Helper()
	var all []string
	err := fs.WalkDir(os.DirFS(path), ".", func(name string, d fs.DirEntry, err error) error {
		if name != "." {
			if d.IsDir() {
				name += "/"
			}
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// A new folder appears whole or not at all, with the folders above it.
func TestNewFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "c")
	p := fill(t, path, "one", "last")
	if _, err := os.Stat(path); err == nil {
		t.Error("it is there before it is complete")
	}
	if hidden := filepath.Base(p.Path()); !file.IsPending(hidden) {
		t.Errorf("%s is not known to be incomplete", hidden)
	}
	p.Discard()
	if got := below(t, dir); got != "" {
		t.Errorf("left: %s", got)
	}
	if err := fill(t, path, "one", "last").Commit("last"); err != nil {
		t.Fatal(err)
	}
	if got := below(t, dir); got != "a/ a/b/ a/b/c/ a/b/c/last a/b/c/one" {
		t.Errorf("there is %s", got)
	}
}

// A folder that is there keeps its files, but for those that are replaced.
func TestFolderThatIsThere(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"mine", "old", "last"} {
		put(t, filepath.Join(dir, name), "before")
	}
	fill(t, dir, "new", "last").Discard()
	if got := below(t, dir); got != "last mine old" {
		t.Errorf("discarded: %s", got)
	}
	if err := fill(t, dir, "new", "last").Commit("last", "old", "older"); err != nil {
		t.Fatal(err)
	}
	if got := below(t, dir); got != "last mine new" {
		t.Errorf("committed: %s", got)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "last")); string(text) != "last" {
		t.Errorf("last is %q, %v", text, err)
	}
	path := filepath.Join(dir, "mine")
	if _, err := file.Folder(path); err == nil || !strings.Contains(err.Error(), "is not a folder") {
		t.Errorf("a file: %v", err)
	}
}

// Hidden files of killed processes are removed, those of living ones stay.
func TestFilesOfKilledProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system has no locks that end with the process")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	lives, err := file.Beside(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".out.txt.01234567"), "half")
	put(t, filepath.Join(dir, ".out.txt.old.01234567"), "of another")
	file.RemoveLeft(path)
	if got, want := below(t, dir), ".out.txt.old.01234567"; !strings.Contains(got, want) ||
		!strings.Contains(got, filepath.Base(lives.Name())) || strings.Contains(got, ".out.txt.01234567") {
		t.Errorf("there is %s", got)
	}
	if err := lives.Commit(); err != nil {
		t.Error(err)
	}
}

// What a killed process has left is removed by the next one; what belongs to one that lives, or to
// another folder, stays.
func TestFoldersOfKilledProcesses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system locks no folders")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "cert")
	others := []string{".cert.old.01234567", ".certs.01234567", ".cert.0123456", ".cert.0123456g"}
	for _, name := range append(slices.Clone(others), ".cert.01234567") {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, name, "half"), "")
	}
	lives := fill(t, path)
	if err := fill(t, path, "last").Commit("last"); err != nil {
		t.Fatal(err)
	}
	if got := below(t, dir); strings.Contains(got, ".cert.01234567") || !strings.Contains(got, filepath.Base(lives.Path())) {
		t.Errorf("there is %s", got)
	}
	lives.Discard()
	for _, name := range others {
		if !strings.Contains(below(t, dir), name+"/half") {
			t.Errorf("%s is gone", name)
		}
	}
	// Killed while it moved files into a folder that was there.
	moving := filepath.Join(path, ".moving.01234567")
	if err := os.Mkdir(moving, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(moving, "last"), "")
	p := fill(t, path, "other", "last")
	if !p.IsCut() {
		t.Error("it is not known that files were being moved")
	}
	if err := p.Commit("last"); err != nil || below(t, path) != "last other" {
		t.Errorf("there is %s, %v", below(t, path), err)
	}
	p = fill(t, path)
	if p.IsCut() {
		t.Error("it is still said that files are being moved")
	}
	p.Discard()
}
