package atmost

import (
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// Commander splits the literals into groups of the given size, at least 2: at most one literal of a
// group holds, pairwise; a commander holds if and only if a literal of its group does; and at most
// one commander holds, encoded recursively. The paper recommends groups of three: about n/2
// variables and 7n/2 clauses. The commanders are determined.
//
// Source: W. Klieber and G. Kwon, Efficient CNF Encoding for Selecting 1 from N
// Objects, CFV 2007.
func Commander(group int) AtMost {
	group = max(group, 2)
	return func(to cnf.Sink, lits []cnf.Lit) {
		d := cnf.NewBuffer(to)
		for len(lits)-1 > group {
			lits = commanders(d, lits, group)
		}
		Pairwise(d, lits)
	}
}

// commanders adds the clauses of the groups and returns their commanders.
func commanders(d *cnf.Buffer, lits []cnf.Lit, size int) (all []cnf.Lit) {
	for group := range slices.Chunk(lits, size) {
		if len(group) == 1 {
			all = append(all, group[0]) // a single literal is its own commander
			continue
		}
		c := d.NewVar()
		all = append(all, c)
		Pairwise(d, group)
		some := []cnf.Lit{-c}
		for _, l := range group {
			d.Add(-l, c)
			some = append(some, l)
		}
		d.Add(some...)
	}
	return all
}
