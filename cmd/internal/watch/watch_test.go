package watch_test

import (
	"slices"
	"testing"

	"github.com/exactile/exactile/cmd/internal/watch"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
)

// TestRecords: what is recorded is a search. Followed step by step it never takes back what does not lie,
// what is on the board at its end is a solution where it says so, and it ends without one only where there
// is none.
func TestRecords(t *testing.T) {
	t.Parallel()
	product, err := encode.Lookup("product")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ solved, ended bool }{
		"pentominoes:3x20": {true, false}, "pegs:1,0 3,2 4,4": {true, false}, "cilada:7": {true, false},
		"tetrominoes:5x4": {false, true}, "dominoes:4x5": {true, false}, "dominoes:5x5": {false, true},
	} {
		all, err := catalogue.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := all[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		for engine, find := range map[string]func() (watch.Record, error){
			"cells":   func() (watch.Record, error) { return watch.Cells(t.Context(), p.Model, 1<<20) },
			"clauses": func() (watch.Record, error) { return watch.Clauses(t.Context(), p.Model, product, 1<<20) },
		} {
			r, err := find()
			if err != nil {
				t.Fatal(err)
			}
			if r.Solved != want.solved || r.Ended != want.ended {
				t.Errorf("%s, %s: solved %v, ended %v after %d steps", name, engine, r.Solved, r.Ended, len(r.Steps))
			}
			on := onBoard(t, r.Steps)
			if r.Solved {
				if err := p.Check(on); err != nil {
					t.Errorf("%s, %s: %v", name, engine, err)
				}
			} else if len(on) > 0 {
				t.Errorf("%s, %s: at the end there are still %v", name, engine, on)
			}
			t.Logf("%s, %s: %d steps", name, engine, len(r.Steps))
		}
		few, err := watch.Cells(t.Context(), p.Model, 3)
		if err != nil || len(few.Steps) > 3 || few.Ended && len(few.Steps) > 0 {
			t.Errorf("%s: %+v, %v", name, few, err)
		}
	}
}

// onBoard follows steps and returns what lies at their end.
func onBoard(t *testing.T, steps []watch.Step) (on cover.Solution) {
	t.Helper()
	var depth []int
	for n, s := range steps {
		if s.Lay != nil {
			depth = append(depth, len(on))
			on = append(on, s.Lay...)
			continue
		}
		if len(depth) == 0 {
			t.Fatalf("step %d takes back what does not lie", n)
		}
		on, depth = on[:depth[len(depth)-1]], depth[:len(depth)-1]
	}
	slices.Sort(on)
	return on
}
