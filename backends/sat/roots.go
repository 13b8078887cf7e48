package sat

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A root is a first cube that stands for others. If every solution has exactly one of some
// options, the solutions with one of these options and those with its image under a
// symmetry are images of each other. So it is enough to search for the solutions with one
// option of each orbit; native starts from the same roots.
type root struct {
	option int // of the core
	// images are symmetries that take the option to each option of its orbit, one for
	// each, the identity first.
	images [][]int
}

// roots chooses the item whose options fall into the fewest orbits under the symmetries of
// the whole model, a piece rather than a cell: what covers one cell decides little. It
// returns nil if no item has fewer orbits than options.
//
// All solutions, user CPU seconds, without symmetry / by the fewest orbits / by the fewest
// orbits per option, which is an eighth for most pieces but leaves more to search below
// each: 520 pentominoes on 8x8 less the centre by gini 7.9 / 1.4 / 3.8, by gophersat 10.2 /
// 1.8 / 4.2, by cadical 43 / 7 / 13 including process starts.
func (c core) roots(sym [][]int) []root {
	if len(sym) < 2 {
		return nil
	}
	least := make([]int, len(sym[0])) // of the images of an option, which identifies its orbit
	for o := range least {
		least[o] = o
		for _, g := range sym {
			least[o] = min(least[o], g[o])
		}
	}
	var best []int // options
	fewest, cell := 0, false
	seen := make([]int, len(least)) // 1 + the item that an orbit was last seen in
	for i, options := range c.model.Covers() {
		if it := c.model.Items[i]; it.Min != 1 || it.Max != 1 {
			continue
		}
		n := 0
		for _, o := range options {
			if l := least[c.options[o]]; seen[l] != i+1 {
				seen[l] = i + 1
				n++
			}
		}
		lies := c.model.Pos != nil && c.model.Pos[i] >= 0
		better := best == nil || cell && !lies || cell == lies && n < fewest
		if n < len(options) && better {
			best, fewest, cell = options, n, lies
		}
	}
	if best == nil {
		return nil
	}
	return c.orbits(best, sym)
}

// orbits returns a root for each orbit of options of the core.
func (c core) orbits(options []int, sym [][]int) []root {
	to := make(map[int]bool, len(options)) // those of the original that have no root yet
	for _, o := range options {
		to[c.options[o]] = true
	}
	var roots []root
	for _, o := range options {
		if !to[c.options[o]] {
			continue
		}
		r := root{option: o}
		for _, g := range sym {
			if image := g[c.options[o]]; to[image] {
				delete(to, image)
				r.images = append(r.images, g)
			}
		}
		roots = append(roots, r)
	}
	return roots
}

// fromRoots returns the parts of the first cube, one for each root.
func (c *cube) fromRoots(roots []root, known seen) []*cube {
	all := 0
	for _, r := range roots {
		all += len(r.images)
	}
	parts := make([]*cube, len(roots))
	for k, r := range roots {
		parts[k] = &cube{
			path: []int{k}, part: float64(len(r.images)) / float64(all), whole: c.whole,
			shard: cover.Shard{Take: []int{r.option}}, known: known,
			images: r.images, out: make(chan outcome, cubesAhead),
		}
	}
	return parts
}

// image returns the image of a solution under a symmetry.
func image(s cover.Solution, g []int) cover.Solution {
	t := make(cover.Solution, len(s))
	for k, o := range s {
		t[k] = g[o]
	}
	slices.Sort(t)
	return t
}
