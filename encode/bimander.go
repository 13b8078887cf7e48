package encode

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// bimanderGroup is the size of a group that the paper found best.
const bimanderGroup = 2

// Bimander splits the literals into groups of two: at most one literal of a group
// holds, pairwise, and a literal implies the number of its group in binary.
// ceil(log2(n/2)) variables and n/2 + n*ceil(log2(n/2)) clauses. The bits are
// determined only where exactly one literal holds.
//
// Source: V.-H. Nguyen and S. T. Mai, A New Method to Encode the At-Most-One
// Constraint into SAT, SoICT 2015.
func Bimander(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(bimander)) }

func bimander(f *cnf.Formula, lits []cnf.Lit) {
	last := (len(lits) - 1) / bimanderGroup
	number := newVars(f, bits.Len(uint(last)))
	g := 0
	for group := range slices.Chunk(lits, bimanderGroup) {
		pairwise(f, group)
		for _, l := range group {
			implyNumber(f, l, g, number)
		}
		g++
	}
}
