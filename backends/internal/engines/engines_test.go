package engines_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// every runs a test for each engine of the table.
func every(t *testing.T, test func(t *testing.T, engine func() sat.Engine)) {
	for _, e := range engines.Table {
		t.Run(e.Name, func(t *testing.T) { test(t, e.New) })
	}
}

// solves fails the test unless Solve answers as it should.
func solves(t *testing.T, e sat.Engine, want bool) {
	t.Helper()
	if got, err := e.Solve(t.Context()); got != want || err != nil {
		t.Fatalf("Solve = %v, %v, want %v", got, err, want)
	}
}

// Values are those of a model, also of variables in no clause; clauses may be added between queries,
// with variables that no query knew; and what has been refuted may be queried again.
func TestSolveAndValue(t *testing.T) {
	every(t, func(t *testing.T, engine func() sat.Engine) {
		solves(t, engine(), true)
		e := engine()
		e.Add(1, 2)
		e.Add(-1)
		solves(t, e, true)
		for l, want := range map[cnf.Lit]bool{1: false, -1: true, 2: true, -2: false} {
			if got := e.Value(l); got != want {
				t.Errorf("Value(%d) = %v, want %v", l, got, want)
			}
		}
		if e.Value(1000) == e.Value(-1000) {
			t.Error("a literal and its negation have one value")
		}
		e.Add(-2, 3)
		solves(t, e, true)
		if !e.Value(3) {
			t.Error("Value(3) = false, want true")
		}
		e.Add(-2)
		for range 3 {
			solves(t, e, false)
		}
		e = engine()
		e.Add(1)
		e.Add()
		solves(t, e, false)
		e = engine()
		e.Add(1, 1, 1)
		e.Add(-1, 2, -2)
		solves(t, e, true)
		if !e.Value(1) {
			t.Error("repeated literals: Value(1) = false, want true")
		}
	})
}

// Answers are those of brute force after any queries, also with bounds where an engine takes them,
// and once the clauses are contradictory. Only
// gophersat may give up: its library panics once in some hundred rounds, which is an error, and no
// answer.
func TestSolveAgreesWithBruteForce(t *testing.T) {
	const vars = 7
	rounds := testkit.Times(200)
	every(t, func(t *testing.T, engine func() sat.Engine) {
		r := rand.New(rand.NewPCG(1, 2))
		holds := func(model int, l cnf.Lit) bool { return (model>>(l.Var()-1)&1 == 1) == l.Positive() }
		refuted, errs := 0, 0
		for round := range rounds {
			e := engine()
			models := make([]int, 1<<vars) // of the clauses so far
			for m := range models {
				models[m] = m
			}
			for range 40 {
				if r.IntN(3) == 0 {
					var clause []cnf.Lit
					for range 1 + r.IntN(3) {
						clause = append(clause, cnf.Lit((1+r.IntN(vars))*(1-2*r.IntN(2))))
					}
					e.Add(clause...)
					models = slices.DeleteFunc(models, func(m int) bool {
						return !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return holds(m, l) })
					})
				}
				if bounded, ok := e.(sat.CardinalityEngine); ok && round%2 == 0 && r.IntN(4) == 0 {
					var lits []cnf.Lit
					for _, v := range r.Perm(vars)[:r.IntN(vars+1)] {
						lits = append(lits, cnf.Lit((v+1)*(1-2*r.IntN(2))))
					}
					most := r.IntN(len(lits)+2) - 1
					bounded.AddAtMost(lits, most)
					models = slices.DeleteFunc(models, func(m int) bool {
						return len(slices.DeleteFunc(slices.Clone(lits), func(l cnf.Lit) bool { return !holds(m, l) })) > most
					})
				}
				sat, err := e.Solve(t.Context())
				if err != nil {
					t.Logf("round %d: %v", round, err)
					errs++
					break
				}
				if sat != (len(models) > 0) {
					t.Fatalf("round %d: Solve = %v; there are %d models", round, sat, len(models))
				}
				model := 0
				for v := range vars {
					if sat && e.Value(cnf.Lit(v+1)) {
						model |= 1 << v
					}
				}
				if sat && !slices.Contains(models, model) {
					t.Fatalf("round %d: Solve finds a model that is none", round)
				}
			}
			if len(models) == 0 {
				refuted++
			}
		}
		if most := rounds / 50; errs > most || errs > 0 && !strings.HasSuffix(t.Name(), "/gophersat") {
			t.Errorf("%d of %d rounds end with an error", errs, rounds)
		}
		if refuted < rounds/6 {
			t.Errorf("only %d formulas were refuted: the test tests little", refuted)
		}
	})
}

// addPigeons adds that n+1 pigeons fit into n holes, which resolution takes
// exponentially long to refute.
func addPigeons(e sat.Engine, n int) {
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

// A context ends a search; the engine is of no further use, and the next engine has its turn.
func TestSolveStopsWithItsContext(t *testing.T) {
	every(t, func(t *testing.T, engine func() sat.Engine) {
		e := engine()
		addPigeons(e, 8) // gophersat ends its search by itself, in the background
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
		defer cancel()
		began := contain.CPU()
		if sat, err := e.Solve(ctx); sat || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("Solve = %v, %v, want the deadline", sat, err)
		}
		if took := contain.CPU() - began; took > 10*time.Second { // .2 s are promised after the deadline
			t.Errorf("Solve took %v of processor time", took)
		}
		// It may repeat its error or answer, and must not end the process.
		if sat, err := e.Solve(t.Context()); sat || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a second Solve = %v, %v", sat, err)
		}
		e = engine()
		addPigeons(e, 5)
		solves(t, e, false)
	})
}

// Engines that search side by side do not show, though a library's solvers share a buffer.
func TestEnginesTakeTurns(t *testing.T) {
	every(t, func(t *testing.T, engine func() sat.Engine) {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				e := engine()
				addPigeons(e, 6)
				if sat, err := e.Solve(t.Context()); sat || err != nil {
					t.Errorf("Solve = %v, %v", sat, err)
				}
			})
		}
		all.Wait()
	})
}

// A context that ends just when the answer is there is the case with the races.
func TestSolveAndContextEndTogether(t *testing.T) {
	every(t, func(t *testing.T, engine func() sat.Engine) {
		for k := range testkit.Times(50) {
			e := engine()
			addPigeons(e, 4)
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Duration(k)*20*time.Microsecond, cancel)
			sat, err := e.Solve(ctx)
			if sat || err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("Solve = %v, %v, want false or the cancellation", sat, err)
			}
			cancel()
		}
	})
}
