package allsat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends/internal/allsat"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/testkit"
)

// projections returns the models of clauses over vars variables, projected on the first of them, as
// sets of bits, by trying all assignments.
func projections(clauses [][]cnf.Lit, vars, shown int) (all []uint32) {
	for bits := range uint32(1) << vars {
		holds := true
		for _, clause := range clauses {
			holds = holds && slices.ContainsFunc(clause, func(l cnf.Lit) bool {
				return bits>>(l.Var()-1)&1 == 1 == l.Positive()
			})
		}
		if holds {
			all = append(all, bits&(1<<shown-1))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// listed returns the models that the engine lists, as it lists them.
func listed(t *testing.T, e *allsat.Engine, shown int) (all []uint32) {
	t.Helper()
	for holds, err := range e.Models(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		bits := uint32(0)
		for v := range shown {
			if holds(cnf.Lit(v + 1)) {
				bits |= 1 << v
			}
			if holds(cnf.Lit(v+1)) == holds(cnf.Lit(-v-1)) {
				t.Fatalf("variable %d and its negation have one value", v+1)
			}
		}
		all = append(all, bits)
	}
	return all
}

// Random formulas, projected on random variables, have the models that all assignments have: each
// once. Clauses may be empty, repeat literals, or hold anyway.
func TestRandomFormulas(t *testing.T) {
	t.Parallel()
	trials := 10_000
	if testkit.Thorough() {
		trials = 100_000
	}
	r := rand.New(rand.NewPCG(40, 1))
	models := 0
	for trial := range trials {
		vars := 1 + r.IntN(10)
		shown := 1 + r.IntN(vars)
		e := allsat.New()
		e.Reserve(vars)
		e.Show(shown)
		var clauses [][]cnf.Lit
		for range r.IntN(3 * vars) {
			var clause []cnf.Lit
			for range 1 + r.IntN(1+r.IntN(5)) {
				l := cnf.Lit(1 + r.IntN(vars))
				if r.IntN(3) == 0 {
					l = cnf.Lit(1 + r.IntN(shown))
				}
				if r.IntN(2) == 0 {
					l = -l
				}
				clause = append(clause, l)
			}
			if r.IntN(500) == 0 {
				clause = nil
			}
			clauses = append(clauses, clause)
			e.Add(clause...)
		}
		want := projections(clauses, vars, shown)
		got := listed(t, e, shown)
		inOrder := slices.Sorted(slices.Values(got))
		if !slices.Equal(inOrder, want) {
			t.Fatalf("trial %d, %v, %d of %d variables: models %b, want %b", trial, clauses, shown, vars, inOrder, want)
		}
		sat, err := e.Solve(t.Context())
		if err != nil || sat != (len(want) > 0) {
			t.Fatalf("trial %d: satisfiable %v, %v; want %v", trial, sat, err, len(want) > 0)
		}
		for _, clause := range clauses {
			if sat && !slices.ContainsFunc(clause, e.Value) {
				t.Fatalf("trial %d: the model of Solve violates %v", trial, clause)
			}
		}
		models += len(got)
	}
	t.Log(trials, "formulas with", models, "models")
}

// A long clause in which all literals hold, and models without any clause.
func TestExtremes(t *testing.T) {
	e := allsat.New()
	var all []cnf.Lit
	for v := range 5000 {
		all = append(all, cnf.Lit(v+1))
	}
	e.Add(all...)
	for _, l := range all {
		e.Add(l)
	}
	if got := listed(t, e, 3); !slices.Equal(got, []uint32{7}) {
		t.Errorf("%b", got)
	}
	free := allsat.New()
	free.Reserve(5)
	free.Show(3)
	if got := listed(t, free, 3); len(got) != 8 {
		t.Errorf("%b", got)
	}
	none := allsat.New()
	none.Add()
	if got := listed(t, none, 0); len(got) != 0 {
		t.Errorf("%b", got)
	}
}

// A listing ends with the context, and with its receiver; Solve can be asked again.
func TestEnds(t *testing.T) {
	e := allsat.New()
	e.Reserve(40)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for _, err := range e.Models(ctx) {
		if n++; n == 1000 {
			cancel()
		}
		if err != nil {
			if !errors.Is(err, context.Canceled) || n < 1000 {
				t.Errorf("after %d models: %v", n, err)
			}
			break
		}
		if n > 10_000 {
			t.Fatal("it goes on")
		}
	}
	if _, err := e.Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve: %v", err)
	}
	found := map[string]bool{}
	for range 8 {
		if sat, err := e.Solve(t.Context()); err != nil || !sat {
			t.Fatal(sat, err)
		}
		var block []cnf.Lit
		for v := range cnf.Lit(3) {
			l := v + 1
			if e.Value(l) {
				l = -l
			}
			block = append(block, l)
		}
		found[fmt.Sprint(block)] = true
		e.Add(block...)
	}
	if sat, err := e.Solve(t.Context()); sat || err != nil || len(found) != 8 {
		t.Errorf("%v, %v after %d", sat, err, len(found))
	}
}
