package gophersat_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/encode/cnf"
	"go.uber.org/goleak"
)

// Goroutines of interrupted solvers must have ended by the end of the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// random is an engine with clauses and bounds at random, and the same for a look at every
// assignment of its first variables, each of which is a bit.
type random struct {
	*gophersat.Engine
	variables int
	holds     []func(assignment uint) bool
	log       []string
}

func newRandom(rng *rand.Rand) *random {
	r := &random{Engine: gophersat.New(), variables: 1 + rng.IntN(7)}
	for range rng.IntN(8) {
		lits := r.literals(rng)
		if rng.IntN(2) == 0 {
			k := rng.IntN(r.variables+2) - 1
			r.AddAtMost(lits, k)
			r.holds = append(r.holds, func(a uint) bool { return holding(lits, a) <= k })
			r.log = append(r.log, fmt.Sprint("at most ", k, " of ", lits))
		} else if len(lits) > 0 {
			r.Add(lits...)
			r.holds = append(r.holds, func(a uint) bool { return holding(lits, a) > 0 })
			r.log = append(r.log, fmt.Sprint("one of ", lits))
		}
	}
	return r
}

// literals draws half of the variables, each with a sign.
func (r *random) literals(rng *rand.Rand) (lits []cnf.Lit) {
	for v := range r.variables {
		switch rng.IntN(4) {
		case 0:
			lits = append(lits, cnf.Lit(v+1))
		case 1:
			lits = append(lits, cnf.Lit(-v-1))
		}
	}
	return lits
}

// holding counts the literals that an assignment makes true.
func holding(lits []cnf.Lit, assignment uint) (count int) {
	for _, l := range lits {
		if assignment>>(l.Var()-1)&1 == 1 == l.Positive() {
			count++
		}
	}
	return count
}

// models are the assignments for which everything holds.
func (r *random) models() map[uint]bool {
	models := make(map[uint]bool)
	for a := range uint(1) << r.variables {
		if !slices.ContainsFunc(r.holds, func(holds func(uint) bool) bool { return !holds(a) }) {
			models[a] = true
		}
	}
	return models
}

// model returns the model that was just found, and a clause that excludes it.
func (r *random) model() (a uint, block []cnf.Lit) {
	for v := range r.variables {
		l := cnf.Lit(v + 1)
		if r.Value(l) {
			a |= 1 << v
			l = l.Not()
		}
		block = append(block, l)
	}
	return a, block
}

// Random clauses and bounds, all models by blocking, against every assignment.
func TestModelsAgainstEveryAssignment(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 1500 {
		r := newRandom(rng)
		want := r.models()
		for {
			sat, err := r.Solve(t.Context())
			if err != nil {
				t.Fatalf("trial %d, %v: %v", trial, r.log, err)
			}
			if !sat {
				break
			}
			a, block := r.model()
			if !want[a] {
				t.Fatalf("trial %d, %v: found %b, which is no model, or a repeated one; want one of %b", trial, r.log, a, slices.Collect(maps.Keys(want)))
			}
			delete(want, a)
			r.Add(block...)
		}
		if len(want) > 0 {
			t.Fatalf("trial %d, %v: the models %b were not found", trial, r.log, slices.Collect(maps.Keys(want)))
		}
	}
}

// addPigeons adds that n+1 pigeons fit into n holes, which resolution takes
// exponentially long to refute.
func addPigeons(e *gophersat.Engine, n int) {
	in := func(p, h int) cnf.Lit { return cnf.Lit(p*n + h + 1) }
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				e.Add(-in(p, h), -in(q, h))
			}
		}
	}
	for p := range n + 1 {
		var somewhere []cnf.Lit
		for h := range n {
			somewhere = append(somewhere, in(p, h))
		}
		e.Add(somewhere...)
	}
}

// The library's solvers share a buffer. Should they cease to, turns can go.
func TestEnginesTakeTurns(t *testing.T) {
	results := make(chan error)
	for range 4 {
		go func() {
			e := gophersat.New()
			addPigeons(e, 6)
			sat, err := e.Solve(t.Context())
			if sat {
				err = errors.New("seven pigeons fit into six holes")
			}
			results <- err
		}()
	}
	for range 4 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestConflictsAreCounted(t *testing.T) {
	e := gophersat.New()
	addPigeons(e, 4)
	_, err := e.Solve(t.Context())
	if conflicts, _, _ := e.Effort(); err != nil || conflicts < 3 {
		t.Errorf("%d conflicts, %v, want some", conflicts, err)
	}
}

func TestVariablesHaveARange(t *testing.T) {
	e := gophersat.New()
	e.Add(1 << 30)
	if _, err := e.Solve(t.Context()); err == nil {
		t.Error("a variable above the solver's range: no error")
	}
}
