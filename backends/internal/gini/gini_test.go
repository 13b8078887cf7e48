package gini_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/gini"
	"github.com/exactile/exactile/encode/cnf"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSolveAndValue(t *testing.T) {
	e := gini.New()
	e.Add(1, 2)
	e.Add(-1)
	sat, err := e.Solve(t.Context())
	if !sat || err != nil {
		t.Fatalf("Solve = %v, %v, want true", sat, err)
	}
	for _, c := range []struct {
		l    cnf.Lit
		want bool
	}{{1, false}, {-1, true}, {2, true}, {-2, false}, {1000, false}, {-1000, true}} {
		if got := e.Value(c.l); got != c.want {
			t.Errorf("Value(%d) = %v, want %v", c.l, got, c.want)
		}
	}
	e.Add(-2)
	for range 3 {
		// The library must not be queried twice: it could end the process.
		if sat, err := e.Solve(t.Context()); sat || err != nil {
			t.Fatalf("Solve = %v, %v, want false", sat, err)
		}
	}
}

// Answers are those of brute force, whatever the queries before, also after the
// clauses have become contradictory.
func TestSolveAgreesWithBruteForce(t *testing.T) {
	const vars = 7
	r := rand.New(rand.NewPCG(1, 2))
	literal := func() cnf.Lit {
		l := cnf.Lit(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			return l.Not()
		}
		return l
	}
	holds := func(model int, l cnf.Lit) bool { return (model>>(l.Var()-1)&1 == 1) == l.Positive() }
	refuted := 0
	for round := range 300 {
		e := gini.New()
		models := make([]int, 1<<vars) // of the clauses so far
		for m := range models {
			models[m] = m
		}
		for range 40 {
			if r.IntN(3) == 0 {
				clause := []cnf.Lit{literal(), literal(), literal()}[:1+r.IntN(3)]
				e.Add(clause...)
				models = slices.DeleteFunc(models, func(m int) bool {
					return !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return holds(m, l) })
				})
			}
			sat, err := e.Solve(t.Context())
			if err != nil || sat != (len(models) > 0) {
				t.Fatalf("round %d: Solve = %v, %v; the clauses have %d models", round, sat, err, len(models))
			}
			if !sat {
				continue
			}
			model := 0
			for v := range vars {
				if e.Value(cnf.Lit(v + 1)) {
					model |= 1 << v
				}
			}
			if !slices.Contains(models, model) {
				t.Fatalf("round %d: Solve finds a model that is none", round)
			}
		}
		if len(models) == 0 {
			refuted++
		}
	}
	if refuted < 50 {
		t.Errorf("only %d formulas were refuted: the test tests little", refuted)
	}
}

func TestTrivial(t *testing.T) {
	if sat, err := gini.New().Solve(t.Context()); !sat || err != nil {
		t.Errorf("no clauses: Solve = %v, %v, want true", sat, err)
	}
	e := gini.New()
	e.Add()
	e.Add(1)
	if sat, err := e.Solve(t.Context()); sat || err != nil {
		t.Errorf("the empty clause: Solve = %v, %v, want false", sat, err)
	}
}

// addPigeons adds that n+1 pigeons fit into n holes, which resolution takes
// exponentially long to refute.
func addPigeons(e *gini.Engine, n int) {
	in := func(p, h int) cnf.Lit { return cnf.Lit(p*n + h + 1) }
	for p := range n + 1 {
		var somewhere []cnf.Lit
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				e.Add(-in(p, h), -in(q, h))
			}
		}
		e.Add(somewhere...)
	}
}

func TestSolveStopsWithItsContext(t *testing.T) {
	e := gini.New()
	addPigeons(e, 14)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	sat, err := e.Solve(ctx)
	if sat || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Solve = %v, %v, want the deadline", sat, err)
	}
	if late := time.Since(start) - 50*time.Millisecond; late > 5*time.Minute { // 200 ms are promised where nothing else runs
		t.Errorf("Solve returned %v after its deadline", late)
	}
	if _, err := e.Solve(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second Solve = %v, want the first error again", err)
	}
}

// A context that ends just when the answer is there is the case with the races.
func TestSolveAndContextEndTogether(t *testing.T) {
	for k := range 300 {
		e := gini.New()
		addPigeons(e, 5)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(k)*10*time.Microsecond, cancel)
		sat, err := e.Solve(ctx)
		if sat || err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("Solve = %v, %v, want false or the cancellation", sat, err)
		}
		cancel()
	}
}
