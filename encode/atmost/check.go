package atmost

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cnf"
)

// mostChecked is the greatest number of literals that [Check] and [CheckBounds] take: they try all
// assignments of that many.
const mostChecked = 10

// Check returns nil if f does for n literals, at most 10, what an [AtMost] must do: an assignment
// extends to a model if and only if at most one literal is true, exactly one model if one is true,
// and f leaves lits as it was. Otherwise the error names an assignment and what is wrong with it.
// Check tries all assignments, also for negated literals of a sink that has other variables.
//
// Use it in a test of an encoding of your own, for each n from 0 to 10: no solver notices clauses
// that forbid too much, and a count is then too low without an error.
func Check(f AtMost, n int) error {
	return check(n, f, func(held int) (allowed, unique bool) { return held <= 1, held == 1 })
}

// CheckBounds is [Check] for an encoding of any bounds, with the bounds lo and hi: the models are
// those with at least lo and at most hi true literals, and unless freeAux each has one extension.
func CheckBounds(f Bounds, n, lo, hi int, freeAux bool) error {
	encode := func(to cnf.Sink, lits []cnf.Lit) { f(to, lits, lo, hi, freeAux) }
	return check(n, encode, func(held int) (allowed, unique bool) {
		return lo <= held && held <= hi, !freeAux
	})
}

// check tries f on all assignments of n literals. rule says of a number of true literals whether
// it is allowed, and whether a model of it must be unique.
func check(n int, f AtMost, rule func(held int) (allowed, unique bool)) error {
	if n < 0 || n > mostChecked {
		return fmt.Errorf("atmost: %d literals: want 0 to %d to check", n, mostChecked)
	}
	for _, others := range []int{0, 3} {
		var formula cnf.Formula
		formula.AddVars(others)
		lits := cnf.NewBuffer(&formula).NewVars(n)
		if others > 0 {
			for k := 0; k < n; k += 2 {
				lits[k] = -lits[k]
			}
		}
		given := slices.Clone(lits)
		f(&formula, lits)
		switch {
		case formula.Err() != nil:
			return fmt.Errorf("atmost: %d literals %v: %w", n, given, formula.Err())
		case !slices.Equal(lits, given):
			return fmt.Errorf("atmost: %d literals %v: the encoding changes them to %v",
				n, given, lits)
		}
		for set := range 1 << n {
			allowed, unique := rule(bits.OnesCount(uint(set)))
			models := extensions(&formula, others, given, set)
			fault := ""
			switch {
			case allowed && models == 0:
				fault = "has no model, but must have one: the clauses forbid too much"
			case !allowed && models > 0:
				fault = "has a model, but must have none: the clauses forbid too little"
			case allowed && unique && models > 1:
				fault = "has several models, but must have one: auxiliary variables are left open"
			default:
				continue
			}
			return fmt.Errorf("atmost: %d literals %v: the assignment with %s %s",
				n, given, trueOnes(given, set), fault)
		}
	}
	return nil
}

// trueOnes names the literals that an assignment makes true.
func trueOnes(lits []cnf.Lit, set int) string {
	var held []string
	for k, l := range lits {
		if set>>k&1 == 1 {
			held = append(held, fmt.Sprint(l))
		}
	}
	switch len(held) {
	case 0:
		return "no literal true"
	case len(lits):
		return "all literals true"
	}
	return "only " + strings.Join(held, ", ") + " true"
}

// extensions returns how many models of f have the literals of set true and the other ones of lits
// false, at most 2. The first so many variables, others, have nothing to do with f: they are false.
func extensions(f *cnf.Formula, others int, lits []cnf.Lit, set int) int {
	value := make([]int8, f.NumVars()+1) // 1 true, -1 false, 0 open
	for v := 1; v <= others; v++ {
		value[v] = -1
	}
	for k, l := range lits {
		if set>>k&1 == 0 {
			l = -l
		}
		value[l.Var()] = sign(l)
	}
	var clauses [][]cnf.Lit
	for c := range f.Clauses() {
		clauses = append(clauses, c)
	}
	return countModels(clauses, value, 2)
}

// countModels returns how many models extend the values, at most enough. It propagates, and tries
// both values of a variable that is left open.
func countModels(clauses [][]cnf.Lit, value []int8, enough int) int {
	value = slices.Clone(value)
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open, unit, satisfied := 0, cnf.Lit(0), false
			for _, l := range c {
				switch value[l.Var()] {
				case 0:
					if l != unit {
						open, unit = open+1, l
					}
				case sign(l):
					satisfied = true
				}
			}
			switch {
			case satisfied || open > 1:
			case open == 0:
				return 0
			default:
				value[unit.Var()], changed = sign(unit), true
			}
		}
	}
	branch := slices.Index(value[1:], 0) + 1
	if branch == 0 {
		return 1
	}
	total := 0
	for _, s := range []int8{-1, 1} {
		if total < enough {
			value[branch] = s
			total += countModels(clauses, value, enough-total)
		}
	}
	return total
}

// sign is the value of the variable of a literal that is true.
func sign(l cnf.Lit) int8 {
	if l.Positive() {
		return 1
	}
	return -1
}
