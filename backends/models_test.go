package backends_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// packing returns the model of dominoes on a board of the given size whose cells
// are covered between emptiest and once, the dominoes being between least and
// most. Its symmetries are those of the board.
func packing(width, height, emptiest, least, most int) *cover.Model {
	m := &cover.Model{}
	cell := func(x, y int) int { return y*width + x }
	for y := range height {
		for x := range width {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("%d,%d", x, y), Min: emptiest, Max: 1})
			m.Pos = append(m.Pos, cell(x, y))
		}
	}
	piece := len(m.Items)
	m.Items = append(m.Items, cover.Item{Name: "domino", Min: least, Max: most})
	m.Pos = append(m.Pos, -1)
	for y := range height {
		for x := range width {
			if x+1 < width {
				m.Options = append(m.Options, []int{cell(x, y), cell(x+1, y), piece})
			}
			if y+1 < height {
				m.Options = append(m.Options, []int{cell(x, y), cell(x, y+1), piece})
			}
		}
	}
	m.Sym = boardSymmetries(m, width, height)
	return m
}

// boardSymmetries returns the motions of the board as permutations of the
// options, the identity first.
func boardSymmetries(m *cover.Model, width, height int) [][]int {
	index := make(map[string]int)
	for o, items := range m.Options {
		index[fmt.Sprint(items)] = o
	}
	var group [][]int
	for motion := range 8 {
		if motion >= 4 && width != height {
			break
		}
		g := make([]int, len(m.Options))
		for o, items := range m.Options {
			var image []int
			for _, i := range items {
				if i == width*height {
					image = append(image, i)
					continue
				}
				x, y := i%width, i/width
				if motion&1 != 0 {
					x = width - 1 - x
				}
				if motion&2 != 0 {
					y = height - 1 - y
				}
				if motion&4 != 0 {
					x, y = y, x
				}
				image = append(image, y*width+x)
			}
			slices.Sort(image)
			g[o] = index[fmt.Sprint(image)]
		}
		group = append(group, g)
	}
	return group
}

// dominoes is the exact cover of a board by dominoes.
func dominoes(width, height int) *cover.Model {
	return packing(width, height, 1, width*height/2, width*height/2)
}

// bruteForce lists all solutions by trying every set of options.
func bruteForce(m *cover.Model) []cover.Solution {
	var all []cover.Solution
	for set := range uint64(1) << len(m.Options) {
		s := cover.Solution{}
		for o := range m.Options {
			if set>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			all = append(all, s)
		}
	}
	return all
}

// randomModel returns a model with up to the given numbers of items and options
// and bounds of every kind.
func randomModel(r *rand.Rand, items, options int) *cover.Model {
	m := &cover.Model{}
	bounds := [][2]int{{1, 1}, {1, 1}, {0, 1}, {2, 2}, {0, 2}, {1, 3}, {2, 3}, {0, 0}, {0, 9}}
	n := 1 + r.IntN(items)
	for i := range n {
		b := bounds[r.IntN(len(bounds))]
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("i%d", i), Min: b[0], Max: b[1]})
	}
	for range r.IntN(options + 1) {
		var covers []int
		for i := range n {
			if r.IntN(3) == 0 {
				covers = append(covers, i)
			}
		}
		if len(covers) > 0 {
			m.Options = append(m.Options, covers)
		}
	}
	return m
}

// collect returns the solutions of a sequence in order, or its error.
func collect(solutions iter.Seq2[cover.Solution, error]) ([]cover.Solution, error) {
	all := []cover.Solution{}
	for s, err := range solutions {
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	return all, nil
}
