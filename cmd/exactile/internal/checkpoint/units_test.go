package checkpoint_test

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// hasty is a backend that takes too long unless it searches a unit at so many cuts or more, or
// a model that has few options, and ends the process at its crash-th search.
type hasty struct {
	backends.Backend
	missing int // cuts
	crash   *int
}

func (b hasty) search(m *cover.Model) error {
	if *b.crash--; *b.crash == 0 {
		panic(errCrash)
	}
	dead := 0
	for _, d := range m.Reduce().Dead() {
		if d {
			dead++
		}
	}
	if b.missing > 0 && len(m.Options)-dead > fewOptions {
		return context.DeadlineExceeded
	}
	return nil
}

// fewOptions are fewer than those of a restriction of the model by two cuts.
const fewOptions = 20

func (b hasty) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		if err := b.search(m); err != nil {
			yield(nil, err)
			return
		}
		b.Backend.Solutions(ctx, m)(yield)
	}
}

// newHasty returns a hasty backend that has the abilities of b which units need.
func newHasty(b backends.Backend, missing int, crash *int) backends.Backend {
	h := hasty{b, missing, crash}
	if counter, ok := b.(backends.Counter); ok {
		return hastyStates{h, counter, adapter.DividerOf(b)}
	}
	return h
}

type hastyStates struct {
	hasty
	counter backends.Counter
	divider adapter.StateDivider
}

func (b hastyStates) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	if err := b.search(m); err != nil {
		return nil, err
	}
	return b.counter.Count(ctx, m)
}

func (b hastyStates) Partition(ctx context.Context, m *cover.Model, list bool, n int) (*native.Partition, native.Advice, error) {
	return b.divider.Partition(ctx, m, list, n)
}

func (b hastyStates) States(p *native.Partition) func(int64, ...native.Class) backends.Backend {
	part := b.divider.States(p)
	return func(nodes int64, in ...native.Class) backends.Backend {
		return newHasty(part(nodes, in...), b.missing-len(in), b.crash)
	}
}

// TestCrashesInUnitsChangeNothing runs jobs in units of states and of restrictions, and jobs that are
// a unit of a plan, with crashes, and compares the results with those of runs at once.
func TestCrashesInUnitsChangeNothing(t *testing.T) {
	t.Parallel()
	m := model(t, "dominoes:6x4")
	for _, name := range []string{"native", "gini"} {
		for _, task := range []backends.Task{{}, {List: true}, {List: true, UpToSymmetry: true}} {
			if name == "gini" && !task.UpToSymmetry && !testkit.Thorough() {
				continue // its units are restrictions for every task
			}
			task.Backend = name
			p, _, err := plan.New(t.Context(), lookup(t, name), m, plan.Request{Task: task, Units: 3, Budget: -1})
			if err != nil {
				t.Fatal(err)
			}
			if p.States != nil {
				p.States.Cuts = []int{4, 9, 14} // one would do for so short a count
			}
			units, err := p.Job(lookup(t, name), m, "")
			if err != nil {
				t.Fatal(err)
			}
			sum := new(big.Int)
			for _, u := range p.All() {
				want, err := backends.Run(t.Context(), units.Part(u), m, task)
				if err != nil {
					t.Fatal(err)
				}
				sum.Add(sum, want.Count)
				savedUnit(t, &checkpoint.Job{Model: m, Task: task, Plan: p, Unit: u}, want)
			}
			want, err := backends.Run(t.Context(), lookup(t, name), m, task)
			if err != nil || want.Count.Cmp(sum) != 0 {
				t.Errorf("%s, %+v: all units have %v, want %v: %v", name, task, sum, want.Count, err)
			}
			savedUnit(t, &checkpoint.Job{Model: m, Task: task}, want)
		}
	}
}

// savedUnit runs a job again and again until it is done, without crashes, and then with one
// in every few searches.
func savedUnit(t *testing.T, j *checkpoint.Job, want backends.Report) {
	t.Helper()
	for _, crash := range []int{0, 3} {
		j.File, j.Every = filepath.Join(t.TempDir(), "checkpoint"), time.Hour
		crashes := 0
		for left := crash; ; left = crash {
			cuts := 2
			if j.Plan == nil && j.Task.Backend == "native" {
				cuts = 1 // the plan of its own has no more
			}
			j.Backend = newHasty(lookup(t, j.Task.Backend), cuts, &left)
			got, err := attempt(t.Context(), j)
			if errors.Is(err, errCrash) {
				crashes++
				continue
			}
			if err != nil || got.Count.Cmp(want.Count) != 0 || !got.Complete || got.Checked != want.Checked ||
				want.Digest != nil && (got.Digest == nil || *got.Digest != *want.Digest) {
				t.Errorf("%+v, unit %v: %+v, want %+v: %v", j.Task, j.Unit, got, want, err)
			}
			break
		}
		if crash > 0 && crashes < 3 {
			t.Errorf("%+v, unit %v: %d crashes show nothing", j.Task, j.Unit, crashes)
		}
	}
}
