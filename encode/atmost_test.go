package encode

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
)

// newVars adds n variables and returns their literals.
func newVars(to cnf.Sink, n int) []cnf.Lit { return cnf.NewBuffer(to).NewVars(n) }

// models returns for each assignment of the first n variables (bit v-1 of the index is variable v)
// how many models of f extend it, at most 2.
func models(f *cnf.Formula, n int) []int { return modelsUpTo(f, n, 2) }

// modelsUpTo is models for another number than 2. It tries everything that unit
// propagation leaves open.
func modelsUpTo(f *cnf.Formula, n, most int) []int {
	counts := make([]int, 1<<n)
	var clauses [][]cnf.Lit
	for c := range f.Clauses() {
		clauses = append(clauses, c)
	}
	for a := range counts {
		value := make([]int8, f.NumVars()+1) // 1 true, -1 false, 0 open
		for v := 1; v <= n; v++ {
			value[v] = -1
			if a>>(v-1)&1 == 1 {
				value[v] = 1
			}
		}
		counts[a] = min(extensions(clauses, value, most), most)
	}
	return counts
}

func extensions(clauses [][]cnf.Lit, value []int8, enough int) int {
	value = slices.Clone(value)
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open, unit, satisfied := 0, cnf.Lit(0), false
			for _, l := range c {
				switch sign := value[l.Var()]; {
				case sign == 0:
					open, unit = open+1, l
				case (sign > 0) == l.Positive():
					satisfied = true
				}
			}
			if satisfied || open > 1 {
				continue
			}
			if open == 0 {
				return 0
			}
			value[unit.Var()] = -1
			if unit.Positive() {
				value[unit.Var()] = 1
			}
			changed = true
		}
	}
	branch := slices.Index(value[1:], 0) + 1
	if branch == 0 {
		return 1
	}
	total := 0
	for _, sign := range []int8{-1, 1} {
		if total >= enough {
			break
		}
		value[branch] = sign
		total += extensions(clauses, value, enough-total)
	}
	return total
}

// parametrized returns the registered encodings, and those with other parameters.
func withParameters() []Encoding {
	list := Encodings()
	for n := range 5 {
		list = append(list,
			Encoding{Name: fmt.Sprint("bimander of ", n), AtMost: atmost.Bimander(n)},
			Encoding{Name: fmt.Sprint("commander of ", n), AtMost: atmost.Commander(n), Determined: true})
	}
	for _, e := range Encodings() {
		list = append(list, Encoding{Name: "product of " + e.Name, AtMost: atmost.Product(e.AtMost)})
		if e.Open != nil {
			list = append(list, Encoding{Name: "open " + e.Name, AtMost: e.Open})
		}
	}
	return list
}

// TestAtMost is the truth table of every encoding: which assignments extend to a
// model, and where in exactly one way.
func TestAtMost(t *testing.T) {
	for _, e := range withParameters() {
		for n := range 9 {
			t.Run(fmt.Sprintf("%s/%d", e.Name, n), func(t *testing.T) {
				t.Parallel()
				if err := atmost.Check(e.AtMost, n); err != nil {
					t.Error(err)
				}
				var f cnf.Formula
				e.AtMost(&f, newVars(&f, n))
				if got := models(&f, n)[0]; e.Determined && got != 1 {
					t.Errorf("%d models without a true literal, want 1", got)
				}
			})
		}
	}
}

// TestEveryClauseIsNeeded: leaving out any one clause changes which assignments extend to a model,
// or in how many ways. So no encoding has redundant clauses, and the truth tables detect any
// missing clause.
func TestEveryClauseIsNeeded(t *testing.T) {
	const n, enough = 7, 64
	check := func(name string, build func(f *cnf.Formula, lits []cnf.Lit)) {
		var f cnf.Formula
		build(&f, newVars(&f, n))
		want := modelsUpTo(&f, n, enough)
		for left := range f.NumClauses() {
			var g cnf.Formula
			g.AddVars(f.NumVars())
			c := 0
			for clause := range f.Clauses() {
				if c != left {
					g.Add(clause...)
				}
				c++
			}
			if slices.Equal(modelsUpTo(&g, n, enough), want) {
				t.Errorf("%s: clause %d of %d is not needed", name, left+1, f.NumClauses())
			}
		}
	}
	for _, e := range Encodings() {
		check(e.Name, func(f *cnf.Formula, lits []cnf.Lit) { e.AtMost(f, lits) })
	}
	for _, e := range general() {
		if strings.HasSuffix(e.Name, "mtotalizer") {
			continue // where a digit is known, so is what follows from another
		}
		for _, b := range [][2]int{{0, 3}, {2, 4}, {3, 3}, {4, n}} {
			for _, freeAux := range []bool{false, true} {
				check(fmt.Sprintf("%s, %d to %d, free %v", e.Name, b[0], b[1], freeAux), func(f *cnf.Formula, lits []cnf.Lit) {
					e.Bounds(f, lits, b[0], b[1], freeAux)
				})
			}
		}
	}
}

// A group larger than all literals is one group, however large.
func TestLargeGroups(t *testing.T) {
	for name, atMost := range map[string]atmost.AtMost{
		"commander": atmost.Commander(math.MaxInt), "bimander": atmost.Bimander(math.MaxInt),
	} {
		var f cnf.Formula
		f.AddVars(4)
		if atMost(&f, []cnf.Lit{1, 2, 3, 4}); f.NumClauses() != 6 {
			t.Errorf("%s: %d clauses, want one for each of 6 pairs", name, f.NumClauses())
		}
	}
}
