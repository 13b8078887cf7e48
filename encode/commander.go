package encode

import (
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// commanderGroup is the size of a group that the paper recommends.
const commanderGroup = 3

// Commander splits the literals into groups of three: at most one literal of a
// group holds, pairwise; a commander holds if and only if a literal of its group
// does; and at most one commander holds, by the same encoding again. About n/2
// variables and 7n/2 clauses. The commanders are determined.
//
// Source: W. Klieber and G. Kwon, Efficient CNF Encoding for Selecting 1 from N
// Objects, CFV 2007.
func Commander(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(commander)) }

func commander(f *cnf.Formula, lits []cnf.Lit) {
	if len(lits) <= commanderGroup+1 {
		pairwise(f, lits)
		return
	}
	var commanders []cnf.Lit
	for group := range slices.Chunk(lits, commanderGroup) {
		if len(group) == 1 {
			commanders = append(commanders, group[0]) // it commands itself
			continue
		}
		c := f.NewVar()
		commanders = append(commanders, c)
		pairwise(f, group)
		some := []cnf.Lit{-c}
		for _, l := range group {
			f.Add(-l, c)
			some = append(some, l)
		}
		f.Add(some...)
	}
	commander(f, commanders)
}
