package sat

import (
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// roots returns the roots of the item whose options, as those of the original, fall into the fewest
// orbits under the symmetries of the whole model, a piece rather than a cell: what covers one cell
// decides little. It returns nil if no item has fewer orbits than options.
//
// All solutions, user CPU seconds, without symmetry / by the fewest orbits / by the fewest
// orbits per option, which is an eighth for most pieces but leaves more to search below
// each: 520 pentominoes on 8x8 less the centre by gini 7.9 / 1.4 / 3.8, by gophersat 10.2 /
// 1.8 / 4.2, by cadical 43 / 7 / 13 including process starts.
func (c core) roots(sym [][]int) []cover.Root {
	if len(sym) < 2 {
		return nil
	}
	var pieces, cells [][]int
	for i, options := range c.model.Covers() {
		if it := c.model.Items[i]; it.Min != 1 || it.Max != 1 {
			continue
		}
		for k, o := range options {
			options[k] = c.options[o]
		}
		if c.model.Pos != nil && c.model.Pos[i] >= 0 {
			cells = append(cells, options)
		} else {
			pieces = append(pieces, options)
		}
	}
	fewest := func(options, orbits int) float64 {
		if orbits == options {
			return math.Inf(1)
		}
		return float64(orbits)
	}
	if roots := cover.Roots(pieces, sym, fewest); roots != nil {
		return roots
	}
	return cover.Roots(cells, sym, fewest)
}

// fromRoots returns the parts of the first cube, one for each root.
func (c *cube) fromRoots(roots []cover.Root, known seen) []*cube {
	all := 0
	for _, r := range roots {
		all += len(r.Images)
	}
	parts := make([]*cube, len(roots))
	for k, r := range roots {
		o, _ := slices.BinarySearch(c.whole.options, r.Option)
		parts[k] = &cube{
			path: []int{k}, part: float64(len(r.Images)) / float64(all), whole: c.whole,
			shard: cover.Shard{Take: []int{o}}, known: known,
			images: r.Images, out: make(chan outcome, cubesAhead),
		}
	}
	return parts
}
