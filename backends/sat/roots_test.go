package sat_test

import (
	"context"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// With and without the symmetries of a model the same solutions are listed, each once,
// wherever its cubes are split: at once, after some solutions, and again below.
func TestSymmetryKeepsTheSolutions(t *testing.T) {
	t.Parallel()
	subjects := map[string]*cover.Model{
		"dominoes 4x4": models.Dominoes(4, 4), "dominoes 5x4": models.Dominoes(5, 4),
		"none": models.Dominoes(3, 3), "packing": models.Packing(3, 3, 0, 0, 1<<20), "four": models.Packing(3, 3, 0, 4, 4),
	}
	for _, name := range []string{"dominoes:6x4", "pentominoes:3x20"} {
		if name == "pentominoes:3x20" && !testkit.Thorough() {
			continue
		}
		puzzles, err := catalogue.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := puzzles[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		subjects[name] = compiled.Model
	}
	for name, m := range subjects {
		for _, engine := range []string{"gini", "gophersat/cardinality"} {
			var want backends.Report
			for _, grain := range []int{0, 2, 8, 30} {
				for _, none := range []bool{true, false} {
					b := sat.WithGrain(lookup(t, engine, registry.Options{NoSymmetry: none, Workers: 1 + grain%3}), grain)
					got, err := backends.Run(t.Context(), b, m, backends.Task{List: true})
					if err != nil {
						t.Fatal(name, err)
					}
					if want.Count == nil {
						want = got
					}
					// The digest is of a sum: a repeated solution changes it.
					if got.Count.Cmp(want.Count) != 0 || *got.Digest != *want.Digest {
						t.Errorf("%s by %s, grain %d, no symmetry %t: %v solutions, want %v", name, engine, grain, none, got.Count, want.Count)
					}
				}
			}
		}
	}
}

// Symmetry leaves less to search: an engine is queried for fewer solutions.
func TestSymmetrySavesWork(t *testing.T) {
	t.Parallel()
	asked := func(none bool) (n int) {
		b := sat.WithGrain(lookup(t, "gini", registry.Options{NoSymmetry: none}), 20)
		inner := b.New
		b.New = func() sat.Engine { return counted{inner(), &n} }
		if _, err := backends.Count(t.Context(), b, models.Dominoes(6, 5)); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if all, some := asked(true), asked(false); some > all*8/10 {
		t.Errorf("%d solutions are asked for instead of %d", some, all)
	}
}

// counted counts how often an engine is queried.
type counted struct {
	sat.Engine
	n *int
}

func (c counted) Solve(ctx context.Context) (bool, error) { *c.n++; return c.Engine.Solve(ctx) }
