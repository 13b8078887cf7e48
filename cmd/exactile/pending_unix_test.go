//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// write runs a verb that prints a puzzle's count to a path.
func write(t *testing.T, path string) (code int, messages string) {
	t.Helper()
	code, stdout, stderr := ran(t, nil, "count", "dominoes:2x2", "-o", path)
	return code, stdout + stderr
}

func hidden(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// A file is replaced as a whole, and keeps its permissions and the links to it.
func TestFilesAreReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, []byte("old and longer than the new one"), 0o600), os.Symlink("file", link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, link, filepath.Join(dir, "new")} {
		if code, messages := write(t, path); code != 0 || messages != "" {
			t.Fatalf("%s: status %d, %q", path, code, messages)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "2\n" {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the file has the mode %v, %v, want what it had", info.Mode(), err)
	}
	if target, err := os.Readlink(link); err != nil || target != "file" {
		t.Errorf("the link leads to %q, %v, want what it did", target, err)
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %q", left)
	}
}

// A link that leads nowhere yet is followed, a name may be as long as the system
// lets it be, and ".." behind a link is where the system finds it.
func TestOddNamesAreWrittenTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := errors.Join(
		os.MkdirAll(below, 0o700),
		os.Symlink("second", filepath.Join(dir, "first")),
		os.Symlink(filepath.Join("a", "b", "target"), filepath.Join(dir, "second")),
		os.Symlink(below, filepath.Join(dir, "folder")),
	); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, lies string }{
		{"first", "a/b/target"},
		{"folder/../up", "a/up"},
		{strings.Repeat("n", 255), strings.Repeat("n", 255)},
		{"n" + strings.Repeat("é", 127), "n" + strings.Repeat("é", 127)},
	} {
		if code, messages := write(t, dir+"/"+c.path); code != 0 || messages != "" {
			t.Errorf("%s: status %d, %q", c.path, code, messages)
		}
		if text, err := os.ReadFile(filepath.Join(dir, c.lies)); err != nil || string(text) != "2\n" {
			t.Errorf("%s holds %q, %v", c.lies, text, err)
		}
	}
	for link, want := range map[string]string{"first": "second", "second": "a/b/target"} {
		if target, err := os.Readlink(filepath.Join(dir, link)); err != nil || target != want {
			t.Errorf("the link %s leads to %q, %v, want what it did", link, target, err)
		}
	}
	if left := append(hidden(t, dir), hidden(t, below)...); left != nil {
		t.Errorf("left behind: %q", left)
	}
	long := filepath.Join(dir, strings.Repeat("n", 256))
	if code, messages := write(t, long); code != cli.Bad || !strings.Contains(messages, "name too long") {
		t.Errorf("a name that is too long: status %d, %q", code, messages)
	}
}

// A pipe or a device is written to, not replaced.
func TestDevicesAreWrittenTo(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		file, err := os.Open(pipe)
		if err != nil {
			read <- err.Error()
			return
		}
		defer file.Close()
		text, err := io.ReadAll(file)
		read <- string(text)
		if err != nil {
			t.Error(err)
		}
	}()
	if code, messages := write(t, pipe); code != 0 {
		t.Fatalf("status %d, %q", code, messages)
	}
	if text := <-read; text != "2\n" {
		t.Errorf("the pipe carried %q", text)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info.Mode(), err)
	}
}

// A failed write is an error that names the file, and the old file stays.
func TestUnwritableFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                              "is a folder",
		filepath.Join(dir, "no", "file"): "no such file or directory",
		filepath.Join(dir, "\x00"):       "invalid argument",
		filepath.Join(dir, "loop"):       "too many levels of symbolic links",
	} {
		if strings.HasSuffix(path, "loop") {
			if err := os.Symlink("loop", path); err != nil {
				t.Fatal(err)
			}
		}
		if code, messages := write(t, path); code != cli.Bad || !strings.Contains(messages, want) {
			t.Errorf("%q: status %d, %q, want %q", path, code, messages, want)
		}
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if code, messages := write(t, "/dev/full"); code != cli.Bad || !strings.Contains(messages, "/dev/full: ") {
			t.Errorf("a full disk: status %d, %q", code, messages)
		}
		if info, err := os.Lstat("/dev/full"); err != nil || info.Mode().Type()&os.ModeDevice == 0 {
			t.Errorf("/dev/full is now %v, %v", info.Mode(), err)
		}
	}
	kept := filepath.Join(dir, "kept")
	if err := os.WriteFile(kept, []byte("kept"), 0o400); err != nil {
		t.Fatal(err)
	}
	if code, _, said := ran(t, nil, "count", "dominoes:0x0", "-o", kept); code != cli.Bad {
		t.Errorf("status %d, %q", code, said)
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != "kept" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %q", left)
	}
}
