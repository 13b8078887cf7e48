package dlx

import (
	"maps"
	"slices"
)

// manyGroups is the greatest number of groups that agree in pairs. More groups use options for
// unused colours instead, since the entries for pairs grow with the square of the groups.
const manyGroups = 16

// agree makes options of two groups exclude each other if their colours differ, by items that are
// covered at most once; within a group options exclude each other anyway. Each option of a covers
// some of these items, and each option of b the others of its colour. The sets of a are all subsets
// of one size, so that none contains another, and every two sets of different colours overlap. q
// items suffice for q over q/2 colours: 3 items for 3 colours, 4 for 6, 7 for 26. Fewer cannot
// suffice, and each option covers about q/2 of them.
//
// Options with a colour that the other group lacks exclude all of that group, by one item a group.
//
// If an option of each group is in every solution, each item is covered exactly once.
//
// Source: D. de Caen, D. A. Gregory and N. J. Pullman, The Boolean rank of zero-one matrices,
// Caribbean Conference on Combinatorics and Computing 1981: the least number of complete bipartite
// graphs that cover all pairs of a and b except the equal ones.
func (r *rewrite) agree(a, b group) {
	var common []string
	for _, side := range [2][2]group{{a, b}, {b, a}} {
		var lacked []int
		for _, name := range slices.Sorted(maps.Keys(side[0].byName)) {
			if side[1].byName[name] == nil {
				lacked = append(lacked, side[0].byName[name]...)
			}
		}
		if len(lacked) == 0 {
			continue
		}
		r.add(0, append(lacked, side[1].all()...)...)
		if len(lacked) == side[0].size {
			return
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.byName)) {
		if b.byName[name] != nil {
			common = append(common, name)
		}
	}
	if len(common) < 2 {
		return
	}
	least := 0
	if a.always && b.always {
		least = 1
	}
	q := codeLength(len(common))
	members := make([][]int, q)
	code := uint64(1)<<(q/2) - 1
	for _, name := range common {
		for bit := range members {
			from := b
			if code>>bit&1 == 1 {
				from = a
			}
			members[bit] = append(members[bit], from.byName[name]...)
		}
		// The next greater number with as many one bits.
		low := code & -code
		high := code + low
		code = high | (code^high)/low>>2
	}
	for _, options := range members {
		r.add(least, options...)
	}
}

// codeLength returns the least q such that q things have n subsets of q/2.
func codeLength(n int) int {
	for q, subsets := 0, 1; ; {
		if subsets >= n {
			return q
		}
		q++
		subsets = subsets * q / (q - q/2)
	}
}

// pairwise bounds the entries and items needed to make all groups agree in pairs.
func pairwise(groups []group) (entries, items int) {
	for b := range groups {
		for a := range b {
			q := codeLength(min(len(groups[a].byName), len(groups[b].byName)))
			entries += (groups[a].size + groups[b].size) * max(2, q-q/2)
			items += q + 2
		}
	}
	return entries, items
}
