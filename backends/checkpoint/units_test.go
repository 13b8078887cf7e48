package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/cover"
)

// moody is a backend that takes too long unless it is patient, and ends the process at its
// crash-th search.
type moody struct {
	backends.Backend
	patient bool
	crash   *int
}

func (b moody) search() error {
	if *b.crash--; *b.crash == 0 {
		panic(errCrash)
	}
	if !b.patient {
		return context.DeadlineExceeded
	}
	return nil
}

func (b moody) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		if err := b.search(); err != nil {
			yield(nil, err)
			return
		}
		b.Backend.Solutions(ctx, m)(yield)
	}
}

// Abilities are the abilities of the backend that units need.
func (b moody) Abilities() backends.Abilities {
	can := backends.Abilities{}
	if count := backends.AbilitiesOf(b.Backend).Count; count != nil {
		can.Count = func(ctx context.Context, m *cover.Model) (*big.Int, error) {
			if err := b.search(); err != nil {
				return nil, err
			}
			return count(ctx, m)
		}
	}
	return can
}

// TestCrashesInUnitsChangeNothing saves the parts of a unit of a plan, with crashes, and
// compares the result with that of the unit run at once.
func TestCrashesInUnitsChangeNothing(t *testing.T) {
	t.Parallel()
	m := model(t, "dominoes:6x4")
	for _, name := range []string{"native", "gini"} {
		for _, task := range []backends.Task{{}, {List: true}, {List: true, UpToSymmetry: true}} {
			task.Backend = name
			p, _, err := plan.New(t.Context(), lookup(t, name), m, plan.Request{Task: task, Units: 3, Budget: -1})
			if err != nil {
				t.Fatal(err)
			}
			if p.States != nil {
				p.States.Cuts = []int{4, 9, 14} // one would do for so short a count
			}
			units, err := plan.NewJob(p, lookup(t, name), m, "")
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
				whole, searches := savedUnit(t, units, u, task, 0)
				crashed, _ := savedUnit(t, units, u, task, searches/3)
				for _, got := range []backends.Report{whole, crashed} {
					if got.Count.Cmp(want.Count) != 0 || !got.Complete || got.Checked != want.Checked ||
						want.Digest != nil && (got.Digest == nil || *got.Digest != *want.Digest) {
						t.Errorf("%s, %+v, unit %v: %+v, want %+v", name, task, u, got, want)
					}
				}
				if searches != 1+4+4 {
					t.Errorf("%s, unit %v: %d searches: it is not parted as planned", name, u, searches)
				}
			}
			if want, err := backends.Run(t.Context(), lookup(t, name), m, task); err != nil || want.Count.Cmp(sum) != 0 {
				t.Errorf("%s, %+v: all units have %v, want %v: %v", name, task, sum, want.Count, err)
			}
		}
	}
}

// savedUnit runs the job of a unit again and again until it is done, crashing at the crash-th
// search of every attempt but later in each next one; 0 is never. It returns how many searches
// the last one took.
func savedUnit(
	t *testing.T, units *plan.Job, unit plan.Unit, task backends.Task, crash int,
) (report backends.Report, searches int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "checkpoint")
	for n := 1; ; n++ {
		left := crash * n
		j := &checkpoint.Job{
			Model: units.Model, Backend: units.Part(unit), Task: task, File: file, Every: time.Hour,
			Facts: []checkpoint.Fact{{Name: "unit", Value: fmt.Sprint(unit)}},
			Units: func(path []int) (backends.Backend, int) {
				u := unit
				for _, k := range path {
					u = append(u[:len(u):len(u)], plan.Part{Index: k, Of: 4})
				}
				// The second of each four is parted once more.
				if parts := len(path) == 0 || len(path) == 1 && path[0] == 1; parts && units.Plan.Splits(u) {
					return moody{units.Part(u), false, &left}, 4
				}
				return moody{units.Part(u), true, &left}, 0
			},
		}
		j.SaveOften(2)
		report, err := attempt(t.Context(), j)
		switch {
		case errors.Is(err, errCrash):
			continue
		case err != nil:
			t.Fatal(err)
		}
		return report, crash*n - left
	}
}
