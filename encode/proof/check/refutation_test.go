package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// satisfiable tries all assignments.
func satisfiable(vars int, all [][]int32) bool {
	for bits := range 1 << vars {
		holds := func(l int32) bool { return bits>>(max(l, -l)-1)&1 == 1 == (l > 0) }
		if !slices.ContainsFunc(all, func(clause []int32) bool { return !slices.ContainsFunc(clause, holds) }) {
			return true
		}
	}
	return false
}

func randomClause(r *rand.Rand, vars int) []int32 {
	clause := make([]int32, r.IntN(4))
	for k := range clause {
		clause[k] = int32(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			clause[k] = -clause[k]
		}
	}
	return clause
}

func clauseText(clause []int32) string {
	return strings.Trim(fmt.Sprint(append(slices.Clone(clause), 0)), "[]")
}

// A proof is accepted only for clauses that are unsatisfiable, whatever clauses it derives and
// deletes: also repeated literals, clauses that are always true, and clauses of no or one literal.
func TestRefutationsAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	c := &reading{ctx: context.Background()}
	accepted, impossible := map[string]int{}, 0
	for range 20000 {
		vars := 1 + r.IntN(4)
		f := &clauses{vars: vars}
		var all [][]int32
		for range r.IntN(12) {
			clause := randomClause(r, vars)
			if len(clause) == 0 && r.IntN(4) > 0 {
				continue
			}
			all = append(all, clause)
			if err := f.add(clause); err != nil {
				t.Fatal(err)
			}
		}
		var drat, lrat strings.Builder
		id := len(all)
		for range r.IntN(8) {
			clause := randomClause(r, vars)
			if r.IntN(4) == 0 {
				fmt.Fprintln(&drat, "d", clauseText(clause))
				fmt.Fprintln(&lrat, id, "d", 1+r.IntN(id+1), 0)
				continue
			}
			fmt.Fprintln(&drat, clauseText(clause))
			id++
			fmt.Fprint(&lrat, id, " ", clauseText(clause), " ")
			for range r.IntN(5) {
				fmt.Fprint(&lrat, 1+r.IntN(id), " ")
			}
			fmt.Fprintln(&lrat, 0)
		}
		fmt.Fprintln(&drat, 0)
		sat := satisfiable(vars, all)
		if !sat {
			impossible++
		}
		for _, p := range []struct {
			name  string
			proof string
			err   error
		}{
			{"drat", drat.String(), checkDRAT(c.ctx, strings.NewReader(drat.String()), f)},
			{"lrat", lrat.String(), checkLRAT(c.ctx, strings.NewReader(lrat.String()), f)},
		} {
			if p.err == nil {
				accepted[p.name]++
			}
			if p.err == nil && sat {
				t.Fatalf("%v can hold together, and this %s was accepted:\n%s", all, p.name, p.proof)
			}
		}
	}
	if accepted["drat"] < 100 || accepted["lrat"] < 20 {
		t.Errorf("accepted %v of %d", accepted, impossible)
	}
	t.Log("accepted", accepted, "of", impossible)
}
