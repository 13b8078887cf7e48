package cover

import "math"

// A Root is an option that a search starts from, and how the solutions that contain it stand for
// others. As many solutions contain an option as contain its image under a symmetry. So if every
// solution has exactly one of some options, one option of each orbit of them is enough. No count is
// divided by anything, and solutions that are symmetric themselves need no special treatment.
type Root struct {
	Option int
	// Images are symmetries that take the option to each of the options in its orbit, one for each,
	// the identity first: applied to the solutions with the option they give all solutions with an
	// option of the orbit.
	Images [][]int
}

// Roots chooses the list of options, the first of several, with the least cost, given by its number
// of options and of their orbits under the group sym, and returns a root for each orbit. The cost
// must not fall with more orbits. The result is nil if no cost is finite.
func Roots(lists, sym [][]int, cost func(options, orbits int) float64) []Root {
	var best []Root
	least := math.Inf(1)
	seen := make([]int, len(sym[0])) // 1 + the list whose orbits the option was found in
	for k, options := range lists {
		if cost(len(options), (len(options)+len(sym)-1)/len(sym)) >= least {
			continue // even if each orbit is as large as the group, the cost is no less
		}
		roots := orbits(options, sym, seen, k+1)
		if c := cost(len(options), len(roots)); c < least {
			best, least = roots, c
		}
	}
	return best
}

// orbits returns a root for each orbit of some options, which it marks in seen.
func orbits(options []int, sym [][]int, seen []int, mark int) (roots []Root) {
	for _, o := range options {
		seen[o] = -mark
	}
	for _, o := range options {
		if seen[o] == mark {
			continue
		}
		r := Root{Option: o}
		for _, g := range sym {
			if image := g[o]; seen[image] == -mark {
				seen[image] = mark
				r.Images = append(r.Images, g)
			}
		}
		roots = append(roots, r)
	}
	return roots
}
