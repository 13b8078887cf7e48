package verbs

import (
	"context"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode/catalogue"
)

// within runs a backend in this process. Its answer is its own; its times are made up from
// the puzzle, so that two studies can have the same.
func within(ctx context.Context, in *trialInput, name string, seed uint64) study.Run {
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		return study.Run{End: study.Failed}
	}
	model := in.entry.Tiling.Model
	r, err := backends.Run(ctx, b, model, backends.Task{Puzzle: in.Name, Backend: name, List: true})
	run := study.Run{Report: r, End: study.Done}
	if err != nil {
		run.End = study.Interrupted
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, in.Name+name)
	made := time.Duration(1+h.Sum32()%5000) * time.Microsecond
	run.Report.Elapsed, run.Report.CPU, run.Report.First = made, made, made/2
	run.Report.Memory = 1 << 20
	return run
}

// asks returns a study of some built-in puzzles and its inputs.
func asks(t *testing.T, names ...string) (*comparison, []*trialInput) {
	t.Helper()
	j := &comparison{Plan: study.Plan{Backends: []string{"native", "native/plain", "gini"}, Seeds: []uint64{0}, Repetitions: 2}}
	j.Timeout = 10 * time.Second
	var inputs []*trialInput
	for _, name := range names {
		puzzles, err := catalogue.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range puzzles {
			tiling, err := p.Compile()
			if err != nil {
				t.Fatal(err)
			}
			in := &trialInput{entry: &cli.Entry{Name: p.Name, Tiling: tiling}}
			if err := in.read(t.Context()); err != nil {
				t.Fatal(err)
			}
			inputs, j.Puzzles = append(inputs, in), append(j.Puzzles, in.Puzzle)
		}
	}
	return j, inputs
}

// A study that is ended at any run, with its last line torn, and begun again, has each run
// once and makes the same tables as one that is not.
func TestStudiesGoOn(t *testing.T) {
	t.Parallel()
	j, inputs := asks(t, "dominoes:4x4", "dominoes:2x3", "cilada:1..3", "pegs:1,0 3,2 4,4")
	wanted := len(inputs) * len(j.Backends) * j.Repetitions
	draw := func(path string, most int, tear int) (tables string, runs int) {
		t.Helper()
		if text, err := os.ReadFile(path); tear > 0 && err == nil {
			if err := os.WriteFile(path, text[:len(text)-tear], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		file, err := study.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		made := func(ctx context.Context, in *trialInput, name string, seed uint64) study.Run {
			if most--; most == 0 {
				cancel() // in the middle of this run
			}
			return within(ctx, in, name, seed)
		}
		c := cli.NewConsole(strings.NewReader(""), io.Discard, io.Discard)
		c.ProgressMode = "never"
		c.Begin()
		defer c.Close()
		if err := j.fill(ctx, c, file, inputs, made); err != nil {
			t.Fatal(err)
		}
		record := &file.Record
		for k := range record.Runs {
			record.Runs[k].Others = nil // what others did meanwhile is no table
		}
		for k := range record.Sessions {
			record.Sessions[k].Load = nil
		}
		s, err := study.Evaluate(record, j.Plan, study.ByTime)
		if err != nil {
			t.Fatal(err)
		}
		s.Sessions = nil // as many as it took
		var b strings.Builder
		for _, format := range []string{"table", "csv", "json"} {
			if err := report.Print(&b, format, s); err != nil {
				t.Fatal(err)
			}
		}
		return b.String(), len(s.Record.Runs)
	}
	dir := t.TempDir()
	want, n := draw(filepath.Join(dir, "whole"), -1, 0)
	if n != wanted || !strings.Contains(want, "6 puzzles by 3 backends, 36 runs: all that finished agree on the set of") {
		t.Fatalf("%d runs of %d:\n%s", n, wanted, want)
	}
	path := filepath.Join(dir, "parts")
	var counts []int
	for _, stop := range []struct{ most, tear int }{{7, 0}, {20, 1}, {3, 30}} {
		got, n := draw(path, stop.most, stop.tear)
		if counts = append(counts, n); !strings.Contains(got, "unfinished: ") {
			t.Errorf("after %v runs nothing says that some are missing", counts)
		}
	}
	// The seventh, twentieth and third were interrupted; two lines were torn.
	if wantCounts := []int{6, 5 + 19, 23 + 2}; !slices.Equal(counts, wantCounts) {
		t.Errorf("there are %v runs, want %v", counts, wantCounts)
	}
	got, n := draw(path, -1, 0)
	if got != want || n != wanted {
		t.Errorf("in parts, %d runs:\n%s\nwant, in one go:\n%s", n, got, want)
	}
}
