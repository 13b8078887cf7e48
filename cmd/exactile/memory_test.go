package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// A limit on memory that a merged count cannot keep is refused, and one that costs more than
// twice the time is said beforehand: a count of 83 cells takes 2.5 s at 1G and 18.8 at 4M, and
// does not end at 1M.
func TestMemoryHasAFloor(t *testing.T) {
	t.Skip("--memory is not weighed against the set-up of merged counts yet: it waits for their account of memory")
	t.Parallel()
	file := filepath.Join(t.TempDir(), "large.yaml")
	board := strings.Repeat("  .........\n", 9) + "  ..#######\n"
	text := "name: large\nboard: |\n" + board + "pieces:\n"
	for _, shape := range []string{"[XXXX]", "[XX, XX]", "[XXX, X..]", "[XXX, .X.]", "[XX., .XX]", "[X]"} {
		text += "  - {name: \"" + shape + "\", shape: " + shape + ", count: any}\n"
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for memory, want := range map[string]int{"1M": cli.Bad, "1G": cli.Done} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		var stdout, stderr bytes.Buffer
		code := run(ctx, []string{"count", "--memory", memory, file}, nil, &stdout, &stderr)
		cancel()
		if code != want || want == cli.Bad && !strings.Contains(stderr.String(), "--memory") {
			t.Errorf("%s: status %d, %s", memory, code, &stderr)
		}
	}
}
