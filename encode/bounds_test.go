package encode

import (
	"fmt"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/testkit"
)

// general returns the entries of the table that stand for any bounds.
func general() []Encoding {
	list := slices.DeleteFunc(slices.Clone(table), func(e Encoding) bool { return e.Bounds == nil })
	for _, p := range []int{2, 3, 5} {
		list = append(list,
			Encoding{Name: fmt.Sprint("modulus ", p, ", mtotalizer"), Bounds: atmost.ModuloTotalizer(p)},
			Encoding{Name: fmt.Sprint("modulus ", p, ", kmtotalizer"), Bounds: atmost.KModuloTotalizer(p)})
	}
	return list
}

// TestBetween is the truth table of every encoding that stands for any bounds.
func TestBetween(t *testing.T) {
	most := 6
	if testkit.Thorough() {
		most = 7
	}
	for _, e := range general() {
		for n := range most + 1 {
			for lo := -1; lo <= n+1; lo++ {
				for hi := -1; hi <= n+1; hi++ {
					for _, freeAux := range []bool{false, true} {
						if err := atmost.CheckBounds(e.Bounds, n, lo, hi, freeAux); err != nil {
							t.Errorf("%s, %d to %d of %d, free=%v: %v", e.Name, lo, hi, n, freeAux, err)
						}
					}
				}
			}
		}
	}
}

// TestFreeAuxIsSmaller: leaving auxiliaries open must be worth it.
func TestFreeAuxIsSmaller(t *testing.T) {
	for _, e := range general() {
		size := func(lo, hi int, freeAux bool) cnf.Size {
			s, err := cnf.Measure(func(f cnf.Sink) { e.Bounds(f, newVars(f, 40), lo, hi, freeAux) })
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		for _, b := range [][2]int{{0, 3}, {3, 40}} {
			if free, whole := size(b[0], b[1], true), size(b[0], b[1], false); free.Clauses >= whole.Clauses {
				t.Errorf("%s, %d to %d of 40: %d clauses with free auxiliaries, %d without", e.Name, b[0], b[1], free.Clauses, whole.Clauses)
			}
		}
		if free, whole := size(3, 3, true), size(3, 3, false); free.Clauses > whole.Clauses {
			t.Errorf("%s, 3 of 40: %v with free auxiliaries, %v without", e.Name, free, whole)
		}
	}
}

// TestCounterMirrors: a lower bound near n must cost what the same bound on the
// negations near 0 does, so that the statements it makes constant are.
func TestCounterMirrors(t *testing.T) {
	const n = 50
	for _, e := range general() {
		for d := 1; d <= 4; d++ {
			upper, _ := cnf.Measure(func(f cnf.Sink) { e.Bounds(f, newVars(f, n), 0, d, true) })
			lower, _ := cnf.Measure(func(f cnf.Sink) { e.Bounds(f, newVars(f, n), n-d, n, true) })
			if upper != lower {
				t.Errorf("%s: at most %d takes %v, at least %d-%d takes %v", e.Name, d, upper, n, d, lower)
			}
		}
	}
}
