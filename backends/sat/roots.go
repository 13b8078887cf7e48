package sat

import (
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// roots chooses the item whose options fall into the fewest orbits under the symmetries of m, of
// which c is the core, a piece rather than a cell: what covers one cell decides little. It
// returns nil if no item has fewer orbits than options. The roots are options of m.
//
// All solutions, user CPU seconds, without symmetry / by the fewest orbits / by the fewest
// orbits per option, which is an eighth for most pieces but leaves more to search below
// each: 520 pentominoes on 8x8 less the centre by gini 7.9 / 1.4 / 3.8, by gophersat 10.2 /
// 1.8 / 4.2, by cadical 43 / 7 / 13 including process starts.
func (c subproblem) roots(m *cover.Model) []cover.Root {
	pieces := make([][]int32, len(c.model.Items))
	cells := make([][]int32, len(c.model.Items))
	for i, options := range c.model.Covers() {
		if it := c.model.Items[i]; it.Min != 1 || it.Max != 1 {
			continue
		}
		lists := pieces
		if c.model.Pos != nil && c.model.Pos[i] >= 0 {
			lists = cells
		}
		for _, o := range options {
			lists[i] = append(lists[i], int32(c.options[o]))
		}
	}
	fewest := func(options, orbits int) float64 {
		if orbits == options {
			return math.Inf(1)
		}
		return float64(orbits)
	}
	if roots := m.Roots(pieces, fewest); roots != nil {
		return roots
	}
	return m.Roots(cells, fewest)
}

// fromRoots returns the parts of the first cube, one for each root.
func (c *cube) fromRoots(roots []cover.Root, known distinctSolutions) []*cube {
	all := 0
	for _, r := range roots {
		all += len(r.Images)
	}
	parts := make([]*cube, len(roots))
	for k, r := range roots {
		o, _ := slices.BinarySearch(c.parent.options, int(r.Option))
		parts[k] = &cube{
			path: []int{k}, part: float64(len(r.Images)) / float64(all), parent: c.parent,
			shard: cover.Shard{Take: []int{o}}, known: known,
			images: r.Images, out: make(chan outcome, cubesAhead),
		}
	}
	return parts
}
