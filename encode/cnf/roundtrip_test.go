package cnf_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"pgregory.net/rapid"
)

// drawFormula draws a small formula, the empty one and empty clauses included.
func drawFormula(t *rapid.T) *cnf.Formula {
	f := new(cnf.Formula)
	vars := rapid.IntRange(0, 9).Draw(t, "vars")
	f.AddVars(vars)
	literal := rapid.Custom(func(t *rapid.T) cnf.Lit {
		l := cnf.Lit(rapid.IntRange(1, vars).Draw(t, "var"))
		if rapid.Bool().Draw(t, "negated") {
			return -l
		}
		return l
	})
	for range rapid.IntRange(0, 6).Draw(t, "clauses") {
		var clause []cnf.Lit
		if vars > 0 {
			clause = rapid.SliceOfN(literal, 0, 4).Draw(t, "clause")
		}
		f.Add(clause...)
	}
	return f
}

func TestReadAfterWriteIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		notes := cnf.Comments{Lines: slices.Values(rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "comments"))}
		switch rapid.IntRange(0, 2).Draw(t, "show") {
		case 1:
			notes.Show = []cnf.Lit{}
		case 2:
			for v := range f.NumVars() {
				notes.Show = append(notes.Show, cnf.Lit(v+1))
			}
		}
		var b bytes.Buffer
		if err := f.WriteDIMACS(&b, notes); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		got, show, err := fakesolver.ReadFormula(&b)
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got.Size() != f.Size() || !slices.EqualFunc(clauses(got), clauses(f), slices.Equal) {
			t.Fatalf("wrote %v, read %v", clauses(f), clauses(got))
		}
		if !slices.Equal(show, notes.Show) || (show == nil) != (notes.Show == nil) {
			t.Fatalf("wrote %#v to show, read %#v", notes.Show, show)
		}
	})
}

func clauses(f *cnf.Formula) (list [][]cnf.Lit) {
	for c := range f.Clauses() {
		list = append(list, slices.Clone(c))
	}
	return list
}
