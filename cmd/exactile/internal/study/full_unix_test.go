//go:build unix

package study

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A run that does not fit on the disk leaves the results file as it was: no part of its line.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.jsonl")
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Begin(&Session{Program: "exactile", Command: []string{"exactile"}, Machine: thisMachine()}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// A limit for the size of files stands for a full disk: the write that exceeds it is cut.
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := limit
	small.Cur = uint64(len(before) + 10)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Skip("no limit for the size of files:", err)
	}
	failed := file.Append(made("a", "native", 1, 5))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if failed == nil || !strings.HasPrefix(failed.Error(), path+": ") {
		t.Errorf("got %v, want an error with the path", failed)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v, %d bytes were %d", err, len(after), len(before))
	}
}
