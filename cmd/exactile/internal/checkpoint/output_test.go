//go:build unix

package checkpoint_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/exactile/exactile/backends"
)

// The output must be what the job wrote; what was written after the checkpoint
// may be anything.
func TestOutputIsNotWhatWasWritten(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(text []byte) []byte{
		"more was written": func(text []byte) []byte { return append(text, "half a solu"...) },
		"cut":              func(text []byte) []byte { return text[:len(text)-1] },
		"edited":           func(text []byte) []byte { text[0] ^= 1; return text },
		"gone":             func([]byte) []byte { return nil },
	} {
		job := begun(t)
		partial := job().File + ".out.partial"
		if text := change(read(t, partial)); text == nil {
			_ = os.Remove(partial)
		} else {
			write(t, partial, text)
		}
		if name == "more was written" {
			goesOn(t, name, job(), false)
		} else {
			refused(t, name, job(), partial)
		}
	}
}

// Two processes do not work on one job, nor write one output.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	job := begun(t)
	run, err := job().Start()
	if err != nil || !run.Resumed || run.Done() || run.Solutions == 0 {
		t.Fatal(run, err)
	}
	refused(t, "a second one", job(), "checkpoint: another process")
	second := job()
	second.File += " of another"
	refused(t, "another checkpoint", second, "out.partial: another process")
	if err := run.Close(); err != nil {
		t.Error(err)
	}
	goesOn(t, "later", job(), false)
}

// What is no file is neither read nor replaced: a pipe would be waited for, and a
// folder destroyed.
func TestNoFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", ".out", ".out.partial"} {
		for kind, make := range map[string]func(path string) error{
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"folder": func(path string) error { return os.Mkdir(path, 0o700) },
		} {
			job := begun(t)
			path := job().File + name
			if err := errors.Join(os.RemoveAll(path), make(path)); err != nil {
				t.Fatal(err)
			}
			refused(t, kind, job(), path+": is not a file")
			if info, err := os.Lstat(path); err != nil || info.Mode().IsRegular() {
				t.Errorf("%s is a %s: it was replaced (%v)", name, kind, err)
			}
		}
	}
}

// A checkpoint and its output are two files, also where links give one file two names. A refusal
// leaves no file.
func TestFilesAreApart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"same", "../" + filepath.Base(dir) + "/same.partial"} {
		for _, in := range []string{dir, link} {
			j := newJob(t, model(t, "dominoes:2x2"), lookup(t, "native"), backends.Task{}, 1)
			j.File = in + "/" + file
			if in == link && file != "same" {
				j.File = in + "/same.partial"
			}
			refused(t, j.File, listing(j, filepath.Join(dir, "same"), 1), "cannot be both")
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A link keeps its target, and a file its permissions; a checkpoint is not made behind a link that
// leads nowhere, and nothing is written where links go round.
func TestLinksAndPermissions(t *testing.T) {
	t.Parallel()
	job := begun(t)
	dir := filepath.Dir(job().File)
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.Symlink("checkpoint", at("link")), os.Symlink("nowhere", at("broken")),
		os.Symlink("round", at("round")), os.Symlink("target", at("second")), os.Symlink("second", at("first")),
		os.Chmod(job().File, 0o600), os.WriteFile(at("target"), nil, 0o640)); err != nil {
		t.Fatal(err)
	}
	j := job()
	j.File = at("broken")
	refused(t, "a broken link", j, at("broken")+": is a symbolic link to "+at("nowhere")+", where there is nothing")
	j = job()
	j.File = at("other")
	refused(t, "links that go round", listing(j, at("round"), 8), "symbolic links")
	if _, err := os.Lstat(at("other")); err == nil {
		t.Error("a refused job leaves a checkpoint")
	}
	j = job()
	j.File = at("link")
	if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 {
		t.Errorf("by a link: %v, %v", report.Count, err)
	}
	j = job()
	j.File = at("other")
	if report, err := attempt(t.Context(), listing(j, at("first"), 8)); err != nil || report.Count.Int64() != 36 {
		t.Errorf("to a link: %v, %v", report.Count, err)
	}
	for name, want := range map[string]os.FileMode{"checkpoint": 0o600, "target": 0o640, "link": os.ModeSymlink, "first": os.ModeSymlink, "second": os.ModeSymlink} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&(os.ModeSymlink|0o777)&^0o777 != want&os.ModeSymlink ||
			want != os.ModeSymlink && info.Mode().Perm() != want {
			t.Errorf("%s is now %v, %v", name, info.Mode(), err)
		}
	}
}

// A large file in the place of a checkpoint is refused by its beginning, or else by its size, and
// is not read.
func TestLargeCheckpoints(t *testing.T) {
	for beginning, want := range map[string]string{"": "not a checkpoint", `{"exactile_checkpoint":2,`: "too large"} {
		job := begun(t)
		write(t, job().File, []byte(beginning))
		if err := os.Truncate(job().File, 1<<31); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		refused(t, want, job(), want)
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 100<<20 {
			t.Errorf("%s: it takes %d bytes", want, after.TotalAlloc-before.TotalAlloc)
		}
	}
}
