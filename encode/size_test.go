package encode

import (
	"math/bits"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
)

// TestDocumentedSizes checks the sizes in the doc comments of the encodings for the bound 1.
func TestDocumentedSizes(t *testing.T) {
	log2 := func(n int) int { return bits.Len(uint(n - 1)) }
	sqrt := func(n int) int {
		r := 0
		for r*r < n {
			r++
		}
		return r
	}
	within := func(got, low, high int) bool { return low <= got && got <= high }
	for name, holds := range map[string]func(n int, s cnf.Size) bool{
		"pairwise": func(n int, s cnf.Size) bool { return s.Vars == 0 && s.Clauses == n*(n-1)/2 },
		"sequential": func(n int, s cnf.Size) bool {
			return s.Vars == n-2 && s.Clauses == 3*n-5
		},
		"product": func(n int, s cnf.Size) bool {
			return within(s.Vars, 0, 4*sqrt(n)) && within(s.Clauses, 2*n, 2*n+16*sqrt(n))
		},
		"commander": func(n int, s cnf.Size) bool {
			return within(s.Vars, n/2-3, n/2+3) && within(s.Clauses, 7*n/2-12, 7*n/2+6)
		},
		"bimander": func(n int, s cnf.Size) bool {
			groups := (n + 1) / 2
			return s.Vars == log2(groups) && s.Clauses == n/2+n*log2(groups)
		},
		"bitwise":   func(n int, s cnf.Size) bool { return s.Vars == log2(n) && s.Clauses == n*log2(n) },
		"ladder":    func(n int, s cnf.Size) bool { return s.Vars == n && s.Clauses == 4*n-2 },
		"totalizer": func(n int, s cnf.Size) bool { return s.Vars <= 2*n && s.Clauses <= 4*n },
	} {
		e, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{6, 16, 27, 100, 171, 1000, 4096} {
			s, err := cnf.Measure(func(to cnf.Sink) { e.AtMost(to, newVars(to, n)) })
			s.Vars -= n
			if err != nil || !holds(n, s) {
				t.Errorf("%s: at most one of %d takes %+v (%v)", name, n, s, err)
			}
		}
	}
}

// TestDocumentedCounterSizes does the same for higher bounds.
func TestDocumentedCounterSizes(t *testing.T) {
	const n = 1000
	for name, vars := range map[string]func(k int) int{
		"sequential": func(k int) int { return n * k },
		"totalizer":  func(k int) int { return n * (1 + bits.Len(uint(k))) },
	} {
		e, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int{2, 3, 8, 40, 300} {
			s, err := cnf.Measure(func(to cnf.Sink) { e.Bounds(to, newVars(to, n), 0, k, true) })
			if s.Vars -= n; err != nil || s.Vars > vars(k) || s.Clauses > 2*n*k+n {
				t.Errorf("%s: at most %d of %d takes %+v (%v)", name, k, n, s, err)
			}
		}
	}
}
