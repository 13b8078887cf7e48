package registry_test

import (
	"bytes"
	"testing"

	"github.com/exactile/exactile/backends/internal/gini"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/dimacs"
)

func notes() cnf.Notes { return cnf.Notes{} }

// countModels counts the models of a DIMACS text over all of its variables, by
// an engine that gets the negation of each model found.
func countModels(t *testing.T, text []byte) int64 {
	t.Helper()
	f, _, err := dimacs.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	e := gini.New()
	for clause := range f.Clauses() {
		e.Add(clause...)
	}
	for v := range f.NumVars() { // each variable must be known to the engine
		e.Add(cnf.Lit(v+1), -cnf.Lit(v+1))
	}
	for n := int64(0); ; n++ {
		sat, err := e.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !sat {
			return n
		}
		block := make([]cnf.Lit, f.NumVars())
		for v := range block {
			if block[v] = cnf.Lit(v + 1); e.Value(block[v]) {
				block[v] = -block[v]
			}
		}
		e.Add(block...)
	}
}
