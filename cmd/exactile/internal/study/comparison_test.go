package study

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// A study that is ended at any run, with its last line torn, and begun again, has each run
// once and evaluates to the same as one that is not.
func TestStudiesGoOn(t *testing.T) {
	t.Parallel()
	j := &Comparison{Plan: Plan{Backends: []string{"native", "native/plain", "gini"}, Seeds: []uint64{0}, Repetitions: 2}}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		in := &input{Formulas: Formulas{Puzzle: Puzzle{name, "sha256:" + name}}}
		j.inputs, j.Puzzles = append(j.inputs, in), append(j.Puzzles, in.Puzzle)
	}
	wanted := len(j.inputs) * len(j.Backends) * j.Repetitions
	evaluate := func(path string, most int, tear int) (evaluated string, runs int) {
		t.Helper()
		if text, err := os.ReadFile(path); tear > 0 && err == nil {
			if err := os.WriteFile(path, text[:len(text)-tear], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := cli.NewConsole(strings.NewReader(""), io.Discard, io.Discard)
		c.ProgressMode = "never"
		c.Begin()
		defer c.Close()
		err = j.fill(ctx, c, file, func(_ context.Context, in *input, name string, _ uint64) Run {
			run := made(in.Name, name, 1, len(in.Name+name))
			if most--; most == 0 {
				cancel() // in the middle of this run
				run.End = Interrupted
			}
			return run
		})
		if err != nil {
			t.Fatal(err)
		}
		for k := range file.Runs {
			file.Runs[k].Others = nil // what others did meanwhile is no result
		}
		for k := range file.Sessions {
			file.Sessions[k].Load = nil
		}
		s, err := Evaluate(file, j.Plan, ByTime)
		if err != nil {
			t.Fatal(err)
		}
		s.Sessions = nil // as many as it took
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), len(file.Runs)
	}
	dir := t.TempDir()
	want, n := evaluate(filepath.Join(dir, "whole"), -1, 0)
	if n != wanted || !strings.Contains(want, "6 puzzles by 3 backends, 36 runs: all that finished agree on the set of solutions") {
		t.Fatalf("%d runs of %d:\n%s", n, wanted, want)
	}
	path := filepath.Join(dir, "parts")
	var counts []int
	for _, stop := range []struct{ most, tear int }{{7, 0}, {20, 1}, {3, 30}} {
		got, n := evaluate(path, stop.most, stop.tear)
		if counts = append(counts, n); !strings.Contains(got, "unfinished: ") {
			t.Errorf("after %v runs nothing says that some are missing", counts)
		}
	}
	// The seventh, twentieth and third were interrupted; two lines were torn.
	if wantCounts := []int{6, 5 + 19, 23 + 2}; !slices.Equal(counts, wantCounts) {
		t.Errorf("there are %v runs, want %v", counts, wantCounts)
	}
	if got, n := evaluate(path, -1, 0); got != want || n != wanted {
		t.Errorf("in parts, %d runs:\n%s\nwant, in one go:\n%s", n, got, want)
	}
}
