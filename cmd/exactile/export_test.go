package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An interrupt ends an export, however long what it is at would have taken, and
// leaves nothing half-written.
func TestExportEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	for _, format := range []string{"dimacs", "icnf", "opb", "dlx"} {
		for _, file := range []string{"-", filepath.Join(t.TempDir(), "model")} {
			var stdout, stderr bytes.Buffer
			status := run(ctx, []string{"export", "pentominoes:6x10", "-f", format, "-o", file}, strings.NewReader(""), &stdout, &stderr)
			if status != statusStopped || stdout.Len() > 0 || !strings.Contains(stderr.String(), errInterrupted.Error()) {
				t.Errorf("-f %s -o %s: status %d, %d bytes, %q", format, file, status, stdout.Len(), stderr.String())
			}
			if entries, _ := os.ReadDir(filepath.Dir(file)); file != "-" && len(entries) > 0 {
				t.Errorf("-f %s left %v", format, entries)
			}
		}
	}
}

// What is more than a gigabyte is warned of before it is written, whatever the format,
// and what is less is not.
func TestExportWarnsOfMuchText(t *testing.T) {
	for _, format := range []string{"dimacs", "icnf", "opb", "dlx"} {
		var stdout, stderr bytes.Buffer
		a := &app{stdout: &stdout, stderr: &stderr}
		entries, err := a.puzzles(&inputFlags{symmetry: "all"}, []string{"dominoes:4x4"})
		if err != nil {
			t.Fatal(err)
		}
		export := func(encoding string, much int64) (text, said string) {
			stdout.Reset()
			stderr.Reset()
			w, err := (&outputFlags{path: "-"}).open(t.Context(), &stdout)
			if err != nil {
				t.Fatal(err)
			}
			f := exportFlags{encoding: encoding, cubes: 4, much: much}
			if err := w.finish(f.write(t.Context(), a, w, format, entries[0])); err != nil {
				t.Fatal(err)
			}
			return stdout.String(), stderr.String()
		}
		text, said := export("totalizer", muchText)
		if said != "" {
			t.Errorf("%s: %d bytes are warned of: %s", format, len(text), said)
		}
		length := int64(len(text))
		_, said = export("totalizer", length*9/10)
		if !strings.Contains(said, "dominoes:4x4: warning: this is ") {
			t.Errorf("%s: no warning of %d bytes: %q", format, length, said)
		}
		if _, said = export("totalizer", length*11/10); said != "" {
			t.Errorf("%s: %d bytes are more than announced: %q", format, length, said)
		}
	}
}

// heapWatch is a writer that remembers how much memory was in use at most while it
// was written to.
type heapWatch struct{ written, peak int64 }

func (h *heapWatch) Write(p []byte) (int, error) {
	if h.written>>20 != (h.written+int64(len(p)))>>20 {
		h.peak = max(h.peak, heapInUse())
	}
	h.written += int64(len(p))
	return len(p), nil
}

func heapInUse() int64 {
	runtime.GC()
	var st runtime.MemStats
	runtime.ReadMemStats(&st)
	return int64(st.HeapAlloc)
}

// Clauses are written as they are made, in memory that does not grow with their
// number.
func TestExportKeepsNoClauses(t *testing.T) {
	one := "pieces: [{name: one, shape: [X]}]\nboard: |\n" +
		strings.Repeat("  "+strings.Repeat("?", 40)+"\n", 40)
	for _, format := range []string{"dimacs", "icnf"} {
		var w heapWatch
		var stderr bytes.Buffer
		before := heapInUse()
		args := []string{"export", "-", "--encoding", "pairwise", "-f", format}
		status := run(t.Context(), args, strings.NewReader(one), &w, &stderr)
		if status != statusDone || w.written < 10<<20 {
			t.Fatalf("status %d, %d bytes, %s", status, w.written, &stderr)
		}
		if grown := w.peak - before; grown > 6<<20 {
			t.Errorf("-f %s: %d bytes in use for %d bytes of text", format, grown, w.written)
		}
	}
}
