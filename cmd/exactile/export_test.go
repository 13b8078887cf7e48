package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// An interrupt ends an export at once, even in a long step, and leaves no partial file.
func TestExportEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cli.ErrInterrupted)
	for _, format := range []string{"dimacs", "icnf", "opb", "dlx", "minizinc", "asp", "lp", "smt2"} {
		for _, file := range []string{"-", filepath.Join(t.TempDir(), "model")} {
			var stdout, stderr bytes.Buffer
			code := run(ctx, []string{"export", "pentominoes:6x10", "-f", format, "-o", file}, strings.NewReader(""), &stdout, &stderr)
			if code != cli.Stopped || stdout.Len() > 0 || !strings.Contains(stderr.String(), cli.ErrInterrupted.Error()) {
				t.Errorf("-f %s -o %s: status %d, %d bytes, %q", format, file, code, stdout.Len(), stderr.String())
			}
			if entries, _ := os.ReadDir(filepath.Dir(file)); file != "-" && len(entries) > 0 {
				t.Errorf("-f %s left %v", format, entries)
			}
		}
	}
}

// heapWatch is a writer that records the peak memory in use during writes.
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

// Clauses are written as they are generated, in memory that does not grow with their number.
func TestExportKeepsNoClauses(t *testing.T) {
	one := "pieces: [{name: one, shape: [X]}]\nboard: |\n" +
		strings.Repeat("  "+strings.Repeat("?", 40)+"\n", 40)
	for _, format := range []string{"dimacs", "icnf"} {
		var w heapWatch
		var stderr bytes.Buffer
		before := heapInUse()
		args := []string{"export", "-", "--encoding", "pairwise", "-f", format}
		code := run(t.Context(), args, strings.NewReader(one), &w, &stderr)
		if code != cli.Done || w.written < 10<<20 {
			t.Fatalf("status %d, %d bytes, %s", code, w.written, &stderr)
		}
		if grown := w.peak - before; grown > 6<<20 {
			t.Errorf("-f %s: %d bytes in use for %d bytes of text", format, grown, w.written)
		}
	}
}
