//go:build unix

package checkpoint_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// What is no file is neither read nor replaced: a pipe would be waited for, and a
// device destroyed.
func TestNoFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"checkpoint", "out", "out.partial"} {
		for kind, make := range map[string]func(path string) error{
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		} {
			job, dir := begun(t)
			path := filepath.Join(dir, name)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), path+": is not a file") {
				t.Errorf("%s is a %s: it ends with %v", name, kind, err)
			}
			if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("%s is a %s: it was replaced (%v)", name, kind, err)
			}
		}
	}
}

// Two jobs do not write one output, also if their checkpoints are two.
func TestOneOutputEach(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	run, _, err := job().Start()
	if err != nil {
		t.Fatal(err)
	}
	second := job()
	second.File = filepath.Join(dir, "another checkpoint")
	if _, err := attempt(t.Context(), second); err == nil || !strings.Contains(err.Error(), "out.partial: another process") {
		t.Errorf("a second one ends with %v", err)
	}
	if report, err := run.Count(t.Context()); err != nil || report.Count.Int64() != 36 {
		t.Errorf("the first one counts %v, %v", report.Count, err)
	}
	if err := errors.Join(run.Finish(nil), run.Close()); err != nil {
		t.Error(err)
	}
}

// Neither of the two files may be in the place of the other, at any time.
func TestFilesAreApart(t *testing.T) {
	for _, output := range []string{"checkpoint", "./checkpoint"} {
		job, dir := begun(t)
		j := job()
		listing(j, dir+"/"+output)
		if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "cannot be both") {
			t.Errorf("%s as output: it ends with %v", output, err)
		}
		j = job()
		j.File = filepath.Join(dir, "out.partial")
		if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "cannot be both") {
			t.Errorf("out.partial as checkpoint: it ends with %v", err)
		}
	}
	// A place has more than one name.
	job, dir := begun(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, file := range []string{"same", filepath.Join(link, "same"), dir + "/../" + filepath.Base(dir) + "/same.partial"} {
		j := job()
		listing(j, filepath.Join(dir, "same"))
		j.File = file
		if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "cannot be both") {
			t.Errorf("%s as checkpoint: it ends with %v", file, err)
		}
	}
}

// A checkpoint that others may not read keeps its permissions when it is saved.
func TestCheckpointKeepsPermissions(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	file := filepath.Join(dir, "checkpoint")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := attempt(t.Context(), job()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the checkpoint has %v, %v", info, err)
	}
}

// An output replaces the file that a symbolic link leads to, and is as open to
// others as that was; where nothing is yet, there will be a file.
func TestOutputKeepsLinkAndPermissions(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	for n, mode := range []os.FileMode{0o600, 0} {
		target := filepath.Join(dir, fmt.Sprint("target", n))
		if mode != 0 {
			if err := os.WriteFile(target, []byte("old"), mode); err != nil {
				t.Fatal(err)
			}
		}
		link, second := filepath.Join(dir, fmt.Sprint("link", n)), filepath.Join(dir, fmt.Sprint("second", n))
		if err := errors.Join(os.Symlink(filepath.Base(second), link), os.Symlink(target, second)); err != nil {
			t.Fatal(err)
		}
		j := job()
		j.File = filepath.Join(dir, fmt.Sprint("another checkpoint", n))
		listing(j, link)
		if _, err := attempt(t.Context(), j); err != nil {
			t.Fatal(err)
		}
		for from, want := range map[string]string{link: filepath.Base(second), second: target} {
			if to, err := os.Readlink(from); err != nil || to != want {
				t.Errorf("the link %s leads to %q (%v), want %q", from, to, err, want)
			}
		}
		info, err := os.Lstat(target)
		if err != nil || mode != 0 && info.Mode() != mode || info.Size() < 100 {
			t.Errorf("the file has %v, %v", info, err)
		}
	}
	// Links that go round lead nowhere, and nothing is written.
	round := filepath.Join(dir, "round")
	if err := os.Symlink("round", round); err != nil {
		t.Fatal(err)
	}
	j := job()
	j.File = filepath.Join(dir, "a third checkpoint")
	listing(j, round)
	if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "symbolic links") {
		t.Errorf("links that go round end with %v", err)
	}
	if _, err := os.Stat(round + ".partial"); err == nil {
		t.Error("links that go round leave an output behind")
	}
}

// A gigabyte in the place of a checkpoint is refused by its beginning, or else by
// its size.
func TestLargeCheckpoints(t *testing.T) {
	t.Parallel()
	for beginning, want := range map[string]string{"": "not a checkpoint", `{"exactile_checkpoint":2,`: "too large"} {
		job, dir := begun(t)
		path := filepath.Join(dir, "checkpoint")
		if err := os.WriteFile(path, []byte(beginning), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<31); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := attempt(t.Context(), job())
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it ends with %v, want %q", err, want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
			t.Errorf("to say that it is %s takes %d bytes", want, used)
		}
	}
}
