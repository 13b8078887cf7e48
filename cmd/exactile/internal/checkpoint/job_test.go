package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// errCrash ends the process, as far as a job can tell.
var errCrash = errors.New("crash")

// fragile is a backend that takes too long for restrictions of a model with more than patience
// options that are not ruled out, and ends the process at its crash-th search.
type fragile struct {
	backends.Backend
	patience int
	crash    *int
	options  int // of the model
}

func (f fragile) search(ctx context.Context, m *cover.Model) error {
	if *f.crash--; *f.crash == 0 {
		panic(errCrash)
	}
	open := 0
	for _, dead := range m.Reduce().Dead() {
		if !dead {
			open++
		}
	}
	if open > f.patience && len(m.Options) == f.options {
		return context.DeadlineExceeded // as if the time of the part were up
	}
	return ctx.Err()
}

func (f fragile) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		if err := f.search(ctx, m); err != nil {
			yield(nil, err)
			return
		}
		f.Backend.Solutions(ctx, m)(yield)
	}
}

// counting is a fragile Counter.
type counting struct{ fragile }

func (c counting) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	if err := c.search(ctx, m); err != nil {
		return nil, err
	}
	return backends.Count(ctx, c.Backend, m)
}

// breakable returns the backend of a name as a fragile one.
func breakable(t *testing.T, m *cover.Model, name string, patience int, crash *int) backends.Backend {
	t.Helper()
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := fragile{b, patience, crash, len(m.Options)}
	if _, counts := b.(backends.Counter); counts {
		return counting{f}
	}
	return f
}

// oneMarked is 4x4 with dominoes, one of which is marked: the symmetries of the
// board take its placements to each other, so that not all need to be counted.
// There are eight times 36 solutions.
const oneMarked = `
name: one marked
board: "....\n....\n....\n...."
pieces:
  - {name: I, shape: [XX], count: 7}
  - {name: M, shape: [XX], count: 1}
`

func model(t *testing.T, name string) *cover.Model {
	t.Helper()
	if name == oneMarked {
		file, err := formats.Read("marked.yaml", strings.NewReader(oneMarked), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := file.Documents[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		return tiling.Model
	}
	puzzles, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model
}

// attempt runs a job until it is done, fails or crashes. A crash leaves the files
// as they are on the disk.
func attempt(ctx context.Context, j *checkpoint.Job) (report backends.Report, err error) {
	run, _, err := j.Start()
	if err != nil {
		return backends.Report{}, err
	}
	defer run.Close()
	defer func() {
		if caught := recover(); caught != nil {
			if caught != errCrash {
				panic(caught)
			}
			err = errCrash
		}
	}()
	if report, err = run.Count(ctx); err != nil {
		return report, err
	}
	return report, run.Finish(func() error {
		_, err := fmt.Fprintln(j.Output, "end")
		return err
	})
}

// listing lets a job write a line for each solution to a file.
func listing(j *checkpoint.Job, path string) {
	j.Output = checkpoint.NewOutput(path)
	j.Task.Found = func(s cover.Solution) { fmt.Fprintln(j.Output, s) }
}

func TestCrashesChangeNothing(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		puzzle, backend string
		task            backends.Task
		patience        int
		written         bool
	}{
		{puzzle: "pegs:1,0 3,2 4,4", backend: "native", patience: 80},
		{puzzle: "dominoes:4x6", backend: "native", patience: 26},
		{puzzle: oneMarked, backend: "native", patience: 30},
		{puzzle: oneMarked, backend: "native", patience: 20, task: backends.Task{List: true}},
		{puzzle: oneMarked, backend: "native", patience: 20, task: backends.Task{UpToSymmetry: true}},
		{puzzle: "dominoes:4x4", backend: "native/plain", patience: 12, task: backends.Task{UpToSymmetry: true, List: true}},
		{puzzle: "dominoes:4x4", backend: "native/plain", patience: 8, task: backends.Task{List: true}},
		{puzzle: "pegs:1,0 3,2 4,4", backend: "gini", patience: 40, task: backends.Task{List: true}},
		{puzzle: "dominoes:4x4", backend: "gophersat", patience: 8},
		{puzzle: "dominoes:4x4", backend: "native", patience: 12, task: backends.Task{UpToSymmetry: true}},
		{puzzle: "dominoes:5x5", backend: "native", patience: 20},
		{puzzle: "dominoes:4x4", backend: "native", patience: 1 << 30, written: true},
		{puzzle: "pegs:1,0 3,2 4,4", backend: "gini", patience: 1 << 30, task: backends.Task{UpToSymmetry: true}, written: true},
		{puzzle: "dominoes:3x3", backend: "native", patience: 1 << 30, written: true},
	} {
		name := fmt.Sprintf("%.20s %s list %v orbits %v", test.puzzle, test.backend, test.task.List || test.written, test.task.UpToSymmetry)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := model(t, test.puzzle)
			want, err := backends.Run(t.Context(), lookup(t, test.backend), m, test.task)
			if err != nil {
				t.Fatal(err)
			}
			whole, searches := finished(t, m, test.backend, test.task, test.patience, test.written, 0)
			if searches < 5 && test.puzzle != "dominoes:3x3" && test.puzzle != "dominoes:5x5" {
				t.Errorf("only %d searches: the test shows nothing", searches)
			}
			for _, crash := range []int{4, 1 + searches/3} {
				if !testkit.Thorough() && crash == 4 {
					continue
				}
				got, _ := finished(t, m, test.backend, test.task, test.patience, test.written, crash)
				if got != whole {
					t.Errorf("with a crash in each %d searches: %s, without: %s", crash+1, got, whole)
				}
			}
			if !strings.HasPrefix(whole, fmt.Sprintf("count %v complete %v\n", want.Count, true)) {
				t.Errorf("a job counts %s, a run %v", whole, want.Count)
			}
			if want.Digest != nil && !strings.Contains(whole, fmt.Sprintf("digest %v checked %d\n", want.Digest, want.Checked)) {
				t.Errorf("a job finds %s, a run %v of %d", whole, want.Digest, want.Checked)
			}
		})
	}
}

func lookup(t *testing.T, name string) backends.Backend {
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// finished runs a job again and again until it is done, crashing at the crash-th
// search of every attempt, later in each next one. It returns the result and how
// many searches the last attempt took.
func finished(t *testing.T, m *cover.Model, backend string, task backends.Task, patience int, written bool, crash int) (result string, searches int) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "solutions")
	for n := 1; ; n++ {
		left := crash * n
		j := &checkpoint.Job{
			Model: m, Backend: breakable(t, m, backend, patience, &left), Task: task,
			File: filepath.Join(dir, "checkpoint"), Every: time.Hour, Parts: 12,
		}
		if written {
			listing(j, path)
		}
		j.Task.Backend = backend
		report, err := attempt(t.Context(), j)
		if err == errCrash {
			if _, err := os.Stat(path); err == nil {
				t.Fatal("the output has its name before it is whole")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		result = fmt.Sprintf("count %v complete %v\n", report.Count, report.Complete)
		if report.Digest != nil {
			result += fmt.Sprintf("digest %v checked %d\n", report.Digest, report.Checked)
		}
		if written {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			result += string(text)
			if lines := strings.Count(string(text), "\n"); fmt.Sprint(lines-1) != report.Count.String() {
				t.Errorf("%d solutions are written of %v", lines-1, report.Count)
			}
		}
		return result, crash*n - left
	}
}

// A job that is stopped reports what it has so far, and resumes from there.
func TestStopped(t *testing.T) {
	t.Parallel()
	m := model(t, "dominoes:6x6")
	never := 0
	j := &checkpoint.Job{
		Model: m, Backend: breakable(t, m, "native/plain", 40, &never), Task: backends.Task{Backend: "b", List: true},
		File: filepath.Join(t.TempDir(), "checkpoint"), Every: time.Hour,
	}
	whole, err := backends.Run(t.Context(), lookup(t, "native/plain"), m, j.Task)
	if err != nil {
		t.Fatal(err)
	}
	least := new(big.Int)
	for n := 1; ; n++ {
		stopping := stopper{Backend: j.Backend, after: 5 * n}
		ctx, cancel := context.WithCancel(t.Context())
		stopping.stop = cancel
		again := *j
		again.Backend = &stopping
		report, err := attempt(ctx, &again)
		cancel()
		if err == nil {
			if report.Count.Int64() != 6728 || report.Checked != 6728 || *report.Digest != *whole.Digest {
				t.Errorf("counted %v, checked %d", report.Count, report.Checked)
			}
			if n < 3 {
				t.Errorf("it was never stopped on the way")
			}
			return
		}
		if !errors.Is(err, context.Canceled) || report.Complete || report.Count.Cmp(least) < 0 || report.Count.Int64() > 6728 {
			t.Fatalf("stopped with %v after %v, having had %v before: %+v", err, report.Count, least, report)
		}
		if least = report.Count; least.Sign() > 0 && report.Stats.Nodes == 0 {
			t.Errorf("%v were found by no nodes", least)
		}
	}
}

// stopper ends the context at the after-th search. It reports a node for each search.
type stopper struct {
	backends.Backend
	after  int
	stop   func()
	report func(backends.Stats)
}

func (s *stopper) Observed(report func(backends.Stats)) backends.Backend {
	s.report = report
	return s
}

func (s *stopper) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	s.report(backends.Stats{Nodes: 1})
	if s.after--; s.after == 0 {
		s.stop()
	}
	return s.Backend.Solutions(ctx, m)
}

// A backend that fails is not run again on smaller and smaller parts.
func TestFailingBackend(t *testing.T) {
	t.Parallel()
	j := &checkpoint.Job{Model: model(t, "dominoes:4x4"), Backend: failing{}, File: filepath.Join(t.TempDir(), "checkpoint")}
	if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "out of order") {
		t.Errorf("it ends with %v", err)
	}
}

type failing struct{}

func (failing) Solutions(context.Context, *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) { yield(nil, errors.New("out of order")) }
}
