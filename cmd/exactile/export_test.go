package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
