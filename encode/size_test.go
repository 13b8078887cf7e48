package encode

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
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

// TestWindowedSizes holds the counters, with free auxiliaries, to the formulas in their docs and in
// help encodings, which are below those of their papers.
func TestWindowedSizes(t *testing.T) {
	measure := func(name string, n, k int) (vars, clauses int) {
		e, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := cnf.Measure(func(to cnf.Sink) { e.Bounds(to, newVars(to, n), 0, k, true) })
		if err != nil {
			t.Fatal(err)
		}
		return s.Vars - n, s.Clauses
	}
	// tree returns the size of a totalizer whose nodes of m literals have the given variables: a clause
	// for each pair of numbers of its two parts whose sum is one that the node has, or above the bound.
	var tree func(m int, width func(m int) int) (vars, clauses int)
	tree = func(m int, width func(m int) int) (vars, clauses int) {
		if m == 1 {
			return 0, 0
		}
		a, b := m/2, m-m/2
		va, ca := tree(a, width)
		vb, cb := tree(b, width)
		return va + vb + width(m), ca + cb + (a+1)*(b+1) - 1
	}
	for n := 2; n <= 32; n++ {
		for k := 1; k < n; k++ {
			vars, clauses := measure("sequential", n, k)
			if vars != k*(n-k)-1 || clauses != 2*k*(n-k)+n-2*k-1 {
				t.Errorf("sequential: at most %d of %d takes %d and %d", k, n, vars, clauses)
			}
			if paperVars, paperClauses := k*(n-1), 2*k*n+n-3*k-1; vars > paperVars || clauses > paperClauses {
				t.Errorf("sequential: at most %d of %d takes more than %d and %d", k, n, paperVars, paperClauses)
			}
			vars, clauses = measure("totalizer", n, k)
			want, _ := tree(n, func(m int) int { return min(m, k) - max(0, k-n+m) })
			paperVars, paperClauses := tree(n, func(m int) int { return m })
			if paperClauses += n - k; vars != want || vars > paperVars || clauses > paperClauses {
				t.Errorf("totalizer: at most %d of %d takes %d and %d, want %d; in the paper %d and %d",
					k, n, vars, clauses, want, paperVars, paperClauses)
			}
			if log := bits.Len(uint(n)) - 1; n == 1<<log && (paperVars != n*log || paperClauses != n*(n-1)/2+n*log+n-k) {
				t.Errorf("the paper's totalizer for %d of %d: %d and %d", k, n, paperVars, paperClauses)
			}
		}
	}
}

// TestFreeAuxAtOne: free auxiliaries make the bound 1 smaller, for all encodings but those of which the
// help says otherwise.
func TestFreeAuxAtOne(t *testing.T) {
	for _, e := range Encodings() {
		m := &cover.Model{Items: []cover.Item{{Name: "a", Max: 1}}, Options: make([][]int, 20)}
		for o := range m.Options {
			m.Options[o] = []int{0}
		}
		usual, err := Size(m, e)
		if err != nil {
			t.Fatal(err)
		}
		e.FreeAux = true
		free, err := Size(m, e)
		same := free == usual
		if err != nil || same != slices.Contains([]string{"pairwise", "commander", "ladder"}, e.Name) ||
			!same && free.Clauses >= usual.Clauses {
			t.Errorf("%s: %+v with free auxiliaries, %+v without (%v)", e.Name, free, usual, err)
		}
	}
}

// TestMostVars: no formula of a model has more variables, and the number is not far above them.
func TestMostVars(t *testing.T) {
	m := pentominoes(t, 4, 6, 1, 2)
	for _, symmetry := range []bool{false, true} {
		most := MostVars(m, symmetry)
		highest := 0
		for _, one := range append(Names(), "commander/2", "commander/5", "bimander/1", "bimander/7") {
			for _, many := range []string{"sequential", "totalizer", "mtotalizer", "mtotalizer/2", "mtotalizer/5", "mtotalizer/99",
				"kmtotalizer", "kmtotalizer/2", "kmtotalizer/9", "kmtotalizer/999", "sortnet", "cardnet"} {
				for _, free := range []bool{false, true} {
					e, err := Lookup(one + "+" + many)
					if err != nil {
						t.Fatal(err)
					}
					e.FreeAux, e.BreakSymmetry = free, symmetry
					s, err := Size(m, e)
					if err != nil || s.Vars > most {
						t.Errorf("%s, free %t: %d variables, more than %d (%v)", e.Name, free, s.Vars, most, err)
					}
					highest = max(highest, s.Vars)
				}
			}
		}
		if most > highest+highest/10 {
			t.Errorf("%d variables at most, but none has more than %d", most, highest)
		}
	}
}
