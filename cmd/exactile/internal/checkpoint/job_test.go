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

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func lookup(t *testing.T, name string) backends.Backend {
	t.Helper()
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func model(t *testing.T, name string) *cover.Model {
	t.Helper()
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

// newJob returns a job that counts a model by a backend, as one of so many units.
func newJob(t *testing.T, m *cover.Model, b backends.Backend, task backends.Task, units int) *checkpoint.Job {
	return &checkpoint.Job{
		Model: m, Backend: b, Task: task, File: filepath.Join(t.TempDir(), "checkpoint"),
		Facts: []checkpoint.Fact{{Name: "version", Value: "1"}},
		Found: func() int64 { return 0 }, Warn: func(error) {},
		Plan: func(ctx context.Context) (*plan.Plan, plan.Unit, error) {
			restricted := watch(b, nil) // it has no other units
			p, _, err := plan.New(ctx, restricted, m, plan.Request{Task: task, Units: units, Budget: -1})
			if err != nil {
				return nil, nil, err
			}
			return p, p.All()[units-1], nil
		},
	}
}

// listing has a job write a line for each solution to a file, in so many parts.
func listing(j *checkpoint.Job, path string, parts int) *checkpoint.Job {
	j.Output, j.Task.List = checkpoint.NewOutput(path), true
	j.Task.Found = func(s cover.Solution) { fmt.Fprintln(j.Output, s) }
	j.Plan = func(ctx context.Context) (*plan.Plan, plan.Unit, error) {
		p, _, err := plan.New(ctx, j.Backend, j.Model,
			plan.Request{Task: j.Task, Units: parts, Budget: -1, Restricts: true})
		return p, nil, err
	}
	return j
}

// errCrash ends the process, as far as a job can tell.
var errCrash = errors.New("crash")

// attempt runs a job until it is done, fails or crashes. A crash leaves the files
// as they are on the disk.
func attempt(ctx context.Context, j *checkpoint.Job) (report backends.Report, err error) {
	run, err := j.Start()
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

// watched is a backend that calls before with the number of each search, and reports a node for
// each. A search ends with the error of before.
type watched struct {
	backends.Backend
	before func(m *cover.Model, n int) error
	n      *int
	report func(backends.Stats)
}

func watch(b backends.Backend, before func(m *cover.Model, n int) error) backends.Backend {
	w := watched{b, before, new(int), func(backends.Stats) {}}
	if _, counts := b.(backends.Counter); counts {
		return watchedCounter{w}
	}
	return w
}

func (w watched) search(m *cover.Model) error {
	*w.n++
	w.report(backends.Stats{Nodes: 1})
	return w.before(m, *w.n)
}

func (w watched) Observed(report func(backends.Stats)) backends.Backend {
	w.report = report
	return w
}

func (w watched) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		if err := w.search(m); err != nil {
			yield(nil, err)
			return
		}
		w.Backend.Solutions(ctx, m)(yield)
	}
}

type watchedCounter struct{ watched }

func (w watchedCounter) Observed(report func(backends.Stats)) backends.Backend {
	w.report = report
	return w
}

func (w watchedCounter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	if err := w.search(m); err != nil {
		return nil, err
	}
	return backends.Count(ctx, w.Backend, m)
}

// late returns DeadlineExceeded, as if the time of a unit were up, for a restriction of a model
// that leaves more than patience options.
func late(whole, m *cover.Model, patience int) error {
	open := 0
	for _, dead := range m.Reduce().Dead() {
		if !dead {
			open++
		}
	}
	if open > patience && len(m.Options) == len(whole.Options) {
		return context.DeadlineExceeded
	}
	return nil
}

// Jobs that crash again and again end with the report and the file of jobs that do not, also as
// units of a plan; and the report is that of a run without a checkpoint.
func TestCrashesChangeNothing(t *testing.T) {
	t.Parallel()
	list, orbits, both := backends.Task{List: true}, backends.Task{UpToSymmetry: true}, backends.Task{List: true, UpToSymmetry: true}
	for _, test := range []struct {
		puzzle, backend string
		task            backends.Task
		patience, units int
		written         bool
	}{
		{puzzle: "dominoes:4x6", backend: "native", patience: 26, units: 1},
		{puzzle: "dominoes:4x4", backend: "native", task: orbits, patience: 12, units: 1},
		{puzzle: "dominoes:4x4", backend: "native/plain", task: both, patience: 12, units: 1},
		{puzzle: "pegs:1,0 3,2 4,4", backend: "gini", task: list, patience: 40, units: 1},
		{puzzle: "dominoes:4x6", backend: "native/plain", task: list, patience: 16, units: 2},
		{puzzle: "dominoes:4x4", backend: "native", patience: 1 << 30, units: 12, written: true},
		{puzzle: "pegs:1,0 3,2 4,4", backend: "gini", task: orbits, patience: 1 << 30, units: 12, written: true},
		{puzzle: "dominoes:3x3", backend: "native", patience: 1 << 30, units: 12, written: true},
	} {
		t.Run(fmt.Sprintf("%s %s %d units", test.puzzle, test.backend, test.units), func(t *testing.T) {
			t.Parallel()
			m, b := model(t, test.puzzle), lookup(t, test.backend)
			finished := func(crash int) (result string, searches int) {
				j := newJob(t, m, b, test.task, test.units)
				path := j.File + ".out"
				for n := 1; ; n++ {
					again := *j
					again.Backend = watch(b, func(part *cover.Model, k int) error {
						if searches = k; k == crash*n {
							panic(errCrash)
						}
						return late(m, part, test.patience)
					})
					if test.written {
						listing(&again, path, test.units)
					}
					report, err := attempt(t.Context(), &again)
					if err == errCrash {
						if _, err := os.Stat(path); err == nil {
							t.Fatal("the output has its name before it is whole")
						}
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					text, _ := os.ReadFile(path)
					if lines := strings.Count(string(text), "\n"); test.written && int64(lines-1) != report.Count.Int64() {
						t.Errorf("%d solutions are written of %v", lines-1, report.Count)
					}
					return fmt.Sprintln(report.Count, report.Complete, report.Checked, report.Digest) + string(text), searches
				}
			}
			whole, searches := finished(0)
			if searches < 5 && test.puzzle != "dominoes:3x3" {
				t.Errorf("only %d searches: the test shows nothing", searches)
			}
			if got, _ := finished(1 + searches/3); got != whole {
				t.Errorf("with crashes: %s, without: %s", got, whole)
			}
			test.task.List = test.task.List || test.written
			want, err := backends.Run(t.Context(), unitOf(t, m, b, test.task, test.units, test.written), m, test.task)
			if line := fmt.Sprintln(want.Count, true, want.Checked, want.Digest); err != nil || !strings.HasPrefix(whole, line) {
				t.Errorf("a job has %s, a run %s", whole, line)
			}
		})
	}
}

// unitOf is the backend of the unit that a job of [newJob] is, or of the whole if it is written.
func unitOf(t *testing.T, m *cover.Model, b backends.Backend, task backends.Task, units int, written bool) backends.Backend {
	t.Helper()
	if units == 1 || written {
		return b
	}
	p, u, err := newJob(t, m, b, task, units).Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	of, err := p.Job(b, m, "")
	if err != nil {
		t.Fatal(err)
	}
	return of.Part(u)
}

// A job that is stopped reports what it has so far, and resumes from there.
func TestStopped(t *testing.T) {
	t.Parallel()
	m, b, task := model(t, "dominoes:6x6"), lookup(t, "native/plain"), backends.Task{List: true}
	j := newJob(t, m, b, task, 1)
	whole, err := backends.Run(t.Context(), b, m, task)
	if err != nil {
		t.Fatal(err)
	}
	least := new(big.Int)
	for n := 1; ; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		again := *j
		again.Backend = watch(b, func(part *cover.Model, k int) error {
			if k == 5*n {
				cancel()
			}
			return late(m, part, 40)
		})
		report, err := attempt(ctx, &again)
		cancel()
		if err == nil {
			if report.Count.Int64() != 6728 || report.Checked != 6728 || *report.Digest != *whole.Digest || n < 3 {
				t.Errorf("counted %v, checked %d, stopped %d times", report.Count, report.Checked, n-1)
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

// A count that is stopped reports the solutions found one by one; and that number does not fall
// when the job is resumed.
func TestStoppedCountKnowsWhatWasFound(t *testing.T) {
	t.Parallel()
	b, found := lookup(t, "native"), int64(100) // by others
	j := newJob(t, model(t, "dominoes:4x4"), b, backends.Task{}, 1)
	j.Found = func() int64 { return found }
	for _, more := range []int64{7, 0, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		j.Backend = watch(b, func(*cover.Model, int) error {
			found += more
			cancel()
			return ctx.Err()
		})
		report, err := attempt(ctx, j)
		if !errors.Is(err, context.Canceled) || report.Count.Int64() != 7 || report.Complete {
			t.Errorf("stopped with %v, %v, complete: %t, want 7", report.Count, err, report.Complete)
		}
	}
	j.Backend = b
	if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 {
		t.Errorf("in the end %v, %v, want 36", report.Count, err)
	}
}

// A backend that fails is not run again on smaller and smaller parts.
func TestFailingBackend(t *testing.T) {
	t.Parallel()
	failing := watch(lookup(t, "native"), func(*cover.Model, int) error { return errors.New("out of order") })
	j := newJob(t, model(t, "dominoes:4x4"), failing, backends.Task{}, 1)
	if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), "out of order") {
		t.Errorf("it ends with %v", err)
	}
}

// A line that cannot be written is a warning, and the run goes on; one that fails at the end
// does not withhold the count.
func TestFailedSavings(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{true, false} {
		m, b, warnings := model(t, "dominoes:4x4"), lookup(t, "native"), 0
		var run *checkpoint.Run
		var mend func()
		j := newJob(t, m, b, backends.Task{}, 1)
		j.Warn = func(error) { warnings++ }
		j.Backend = watch(b, func(_ *cover.Model, n int) (err error) {
			switch {
			case n == 1:
				if mend, err = run.Break(); err == nil {
					err = context.DeadlineExceeded // as if its time were up
				}
			case n == 5 && again:
				mend()
			}
			return err
		})
		var err error
		if run, err = j.Start(); err != nil {
			t.Fatal(err)
		}
		report, err := run.Count(t.Context())
		if err != nil || report.Count.Int64() != 36 || !report.Complete || warnings != 1 {
			t.Errorf("it counts %v, complete: %t, %v, %d warnings", report.Count, report.Complete, err, warnings)
		}
		if err := run.Finish(nil); (err == nil) != again {
			t.Errorf("room again: %t: it ends with %v", again, err)
		}
		if !again {
			mend()
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
		// What was written is taken up.
		left := 0
		j.Backend = watch(b, func(_ *cover.Model, n int) error { left = n; return nil })
		if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 || again != (left == 0) {
			t.Errorf("then it counts %v with %d searches, %v", report.Count, left, err)
		}
	}
}
