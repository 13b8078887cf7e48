package contest

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
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/studied"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode/catalogue"
)

// within runs a backend in this process. Its answer is its own; its times are made up from
// the question, so that two studies can have the same.
func within(ctx context.Context, q *question, name string, seed uint64) comparison.Run {
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		return comparison.Run{End: comparison.Failed}
	}
	model := q.entry.Tiling.Model
	r, err := backends.Run(ctx, b, model, backends.Task{Puzzle: q.Name, Backend: name, List: true})
	run := comparison.Run{Report: r, End: comparison.Done}
	if err != nil {
		run.End = comparison.Interrupted
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, q.Name+name)
	made := time.Duration(1+h.Sum32()%5000) * time.Microsecond
	run.Report.Elapsed, run.Report.CPU, run.Report.First = made, made, made/2
	run.Report.Memory = 1 << 20
	return run
}

// asks returns a study of some built-in puzzles and its questions.
func asks(t *testing.T, names ...string) (*studyJob, []*question) {
	t.Helper()
	j := &studyJob{contest: contest{names: []string{"native", "native/plain", "gini"}, repeat: 2, seeds: []uint64{0}}}
	j.Timeout = 10 * time.Second
	var questions []*question
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
			q, err := asked(t.Context(), &load.Entry{Name: p.Name, Tiling: tiling})
			if err != nil {
				t.Fatal(err)
			}
			questions = append(questions, q)
		}
	}
	return j, questions
}

// A study that is ended at any run, with its last line torn, and begun again, has each run
// once and makes the same tables as one that is not.
func TestStudiesGoOn(t *testing.T) {
	t.Parallel()
	j, questions := asks(t, "dominoes:4x4", "dominoes:2x3", "cilada:1..3", "pegs:1,0 3,2 4,4")
	wanted := len(questions) * len(j.names) * j.repeat
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
		made := func(ctx context.Context, q *question, name string, seed uint64) comparison.Run {
			if most--; most == 0 {
				cancel() // in the middle of this run
			}
			return within(ctx, q, name, seed)
		}
		c := console.New(strings.NewReader(""), io.Discard, io.Discard)
		c.ProgressMode = "never"
		if err := c.Begin(); err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := j.fill(ctx, c, file, questions, made); err != nil {
			t.Fatal(err)
		}
		s, err := study.Of(&file.Record, j.plan(questions), study.ByTime)
		if err != nil {
			t.Fatal(err)
		}
		s.Record.Sessions = nil // as many as it took
		for k := range s.Record.Runs {
			s.Record.Runs[k].Others = nil // what others did meanwhile is no table
		}
		var b strings.Builder
		for _, format := range []string{"table", "csv", "json"} {
			if err := studied.Print(&b, format, s); err != nil {
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

// Runs under other limits are no part of a study.
func TestStudiesAreOfOneKind(t *testing.T) {
	t.Parallel()
	j, questions := asks(t, "dominoes:2x3")
	path := filepath.Join(t.TempDir(), "r.jsonl")
	c := console.New(strings.NewReader(""), io.Discard, io.Discard)
	c.ProgressMode = "never"
	if err := c.Begin(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, test := range []struct {
		limit string
		want  string
	}{{"10s", ""}, {"5s", `runs with "--timeout 10s" and with "--timeout 5s" cannot be compared`}} {
		j.Args = []string{"--timeout", test.limit}
		file, err := study.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		err = j.fill(t.Context(), c, file, questions, within)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("with %s: %v, want %q", test.limit, err, test.want)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
