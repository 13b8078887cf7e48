package registry_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// A parting is a plan with the engines that do its units.
type parting struct {
	plan    *plan.Plan
	cuts    int
	engines map[string]backends.Backend
}

// partings plans a model in every way: by states at every cell, with and without symmetry,
// and by restrictions of the model, into 1, 2 and 8 units.
func partings(t *testing.T, m *cover.Model) (all []parting) {
	t.Helper()
	of := func(name string, o registry.Options, units int) *plan.Plan {
		b, err := registry.Lookup(name, o)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := plan.New(t.Context(), b, m, plan.Request{Units: units, Task: backends.Task{Backend: name}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return p
	}
	searches := map[string]backends.Backend{}
	for _, name := range []string{"native", "native/plain", "native/hunter"} {
		searches[name] = lookup(t, name)
	}
	for _, list := range native.Switches() {
		forced, err := native.Searcher{}.Forced(list)
		if err != nil {
			t.Fatal(err)
		}
		b, err := registry.Lookup("native", registry.Options{Workers: 2, Native: forced})
		if err != nil {
			t.Fatal(err)
		}
		searches["native by "+list] = b
	}
	for _, symmetric := range []bool{true, false} {
		if !symmetric && len(m.Sym) < 2 {
			continue // it is the same
		}
		p := of("native", registry.Options{NoSymmetry: !symmetric}, 1)
		cells := 0
		for _, c := range p.States.Pos {
			cells = max(cells, int(c)+1)
		}
		p.States.Cuts = nil
		for c := range cells + 1 {
			p.States.Cuts = append(p.States.Cuts, c)
		}
		all = append(all, parting{p, cells + 1, searches})
	}
	solvers := map[string]backends.Backend{}
	for _, name := range engines(t) {
		solvers[name] = lookup(t, name)
	}
	for _, units := range []int{1, 2, 8} {
		all = append(all, parting{of("gini", registry.Options{}, units), 3, solvers})
	}
	return all
}

// unitsOf are the units of a plan at a cut: n of states, or all that so many splits of
// restrictions make.
func unitsOf(t *testing.T, j *plan.Job, cut, n int) (units []plan.Unit) {
	t.Helper()
	if j.Plan.States != nil {
		above := make(plan.Unit, cut)
		for k := range above {
			above[k] = plan.Part{Of: 1}
		}
		return above.Split(n)
	}
	units = j.Plan.All()
	for range cut {
		var parts []plan.Unit
		for _, u := range units {
			r, ok, err := j.Split(t.Context(), u)
			switch {
			case err != nil:
				t.Fatal(err)
			case ok && len(parts) < 16: // that is enough
				parts = append(parts, u.Split(r.Split)...)
			default:
				parts = append(parts, u)
			}
		}
		units = parts
	}
	return units
}

// TestEveryCutPartsEveryRow divides every row of the table at every cut into 1, 2 and 8 units
// and has every engine list and count each of them: no solution is in two units, each is in the
// unit that the plan gives it, and all together are the whole. Unless EXACTILE_THOROUGH is set,
// each engine has one cut and one number of units for each row, others from row to row.
func TestEveryCutPartsEveryRow(t *testing.T) {
	t.Parallel()
	for k, r := range table(t) {
		if (!cheap(r) || k%2 > 0) && !testkit.Thorough() {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			m := r.Tiling.Model
			for l, p := range partings(t, m) {
				for e, name := range slices.Sorted(maps.Keys(p.engines)) {
					j, err := p.plan.Job(p.engines[name], m, "")
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					for cut := range p.cuts {
						for x, n := range []int{1, 2, 8} {
							if testkit.Thorough() || cut == (5*k+2*e+l)%p.cuts && x == (k+e)%3 {
								checkUnits(t, j, r, fmt.Sprintf("%s, plan %d, cut %d, %d units", name, l, cut, n), cut, n)
							}
						}
					}
				}
			}
		})
	}
}

// checkUnits has the n units of one cut listed and counted.
func checkUnits(t *testing.T, j *plan.Job, r models.Row, what string, cut, n int) {
	t.Helper()
	units := unitsOf(t, j, cut, n)
	seen, counted := map[string]bool{}, new(big.Int)
	for k, u := range units {
		for s, err := range j.Part(u).Solutions(t.Context(), j.Model) {
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			for l, v := range units {
				if in := j.Holds(v, s); in != (k == l) {
					t.Fatalf("%s: %v is listed of unit %v, and in %v: %t", what, s, u, v, in)
				}
			}
			if seen[fmt.Sprint(s)] {
				t.Fatalf("%s: %v is there twice", what, s)
			}
			seen[fmt.Sprint(s)] = true
		}
		record, err := j.Run(t.Context(), u)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		counted.Add(counted, record.Report.Count)
	}
	if int64(len(seen)) != r.Want || counted.Int64() != r.Want {
		t.Errorf("%s: %d listed and %v counted, want %d (%s)", what, len(seen), counted, r.Want, r.Source)
	}
}
