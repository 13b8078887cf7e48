package atmost

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// Bimander splits the literals into groups of the given size, at least 1: at most one literal of a
// group holds, pairwise, and a literal implies the number of its group in binary. The paper
// recommends groups of two: ceil(log2(n/2)) variables and n/2 + n*ceil(log2(n/2)) clauses. The bits
// are determined only if exactly one literal holds.
//
// Source: V.-H. Nguyen and S. T. Mai, A New Method to Encode the At-Most-One
// Constraint into SAT, SoICT 2015.
func Bimander(group int) AtMost {
	group = max(group, 1)
	return func(to cnf.Sink, lits []cnf.Lit) {
		d := cnf.NewBuffer(to)
		last := (len(lits) - 1) / group
		number := d.NewVars(bits.Len(uint(max(last, 0))))
		g := 0
		for part := range slices.Chunk(lits, group) {
			Pairwise(d, part)
			for _, l := range part {
				implyNumber(d, l, g, number)
			}
			g++
		}
	}
}

// implyNumber adds the clauses for "l implies that number is i", lowest bit first.
func implyNumber(d *cnf.Buffer, l cnf.Lit, i int, number []cnf.Lit) {
	for b, bit := range number {
		if i>>b&1 == 0 {
			bit = -bit
		}
		d.Add(-l, bit)
	}
}
