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

// A file is replaced as a whole, and keeps its permissions and the links to it. A link that leads
// nowhere yet is followed, a name may be as long as the system lets it be, and ".." behind a link is
// where the system finds it.
func TestFilesAreReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	links := map[string]string{"link": "file", "first": "second", "second": filepath.Join("a", "b", "target"), "folder": below}
	err := errors.Join(os.MkdirAll(below, 0o700),
		os.WriteFile(filepath.Join(dir, "file"), []byte("old and longer than the new one"), 0o600))
	for link, target := range links {
		err = errors.Join(err, os.Symlink(target, filepath.Join(dir, link)))
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, lies := range map[string]string{
		"file": "file", "link": "file", "new": "new", "first": "a/b/target", "folder/../up": "a/up",
		strings.Repeat("n", 255):       strings.Repeat("n", 255),
		"n" + strings.Repeat("é", 127): "n" + strings.Repeat("é", 127),
	} {
		if code, messages := write(t, dir+"/"+path); code != 0 || messages != "" {
			t.Errorf("%s: status %d, %q", path, code, messages)
		}
		if text, err := os.ReadFile(filepath.Join(dir, lies)); err != nil || string(text) != "2\n" {
			t.Errorf("%s holds %q, %v", lies, text, err)
		}
	}
	if info, err := os.Lstat(filepath.Join(dir, "file")); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file has the mode %v, %v, want what it had", info.Mode(), err)
	}
	for link, want := range links {
		if target, err := os.Readlink(filepath.Join(dir, link)); err != nil || target != want {
			t.Errorf("the link %s leads to %q, %v, want what it did", link, target, err)
		}
	}
	if left := append(hidden(t, dir), hidden(t, below)...); left != nil {
		t.Errorf("left behind: %q", left)
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
	kept, loop := filepath.Join(dir, "kept"), filepath.Join(dir, "loop")
	if err := errors.Join(os.Symlink("loop", loop), os.WriteFile(kept, []byte("kept"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                              "is a folder",
		filepath.Join(dir, "no", "file"): "no such file or directory",
		filepath.Join(dir, "\x00"):       "invalid argument",
		loop:                             "too many levels of symbolic links",
		filepath.Join(dir, strings.Repeat("n", 256)): "name too long",
		"/dev/full": "/dev/full: ",
	} {
		if _, err := os.Stat(path); path == "/dev/full" && err != nil {
			continue
		}
		if code, messages := write(t, path); code != cli.Bad || !strings.Contains(messages, want) {
			t.Errorf("%q: status %d, %q, want %q", path, code, messages, want)
		}
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
