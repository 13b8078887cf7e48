package gophersat_test

import (
	"testing"

	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/encode/cnf"
	"go.uber.org/goleak"
)

// Goroutines of interrupted solvers must have ended by the end of the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
