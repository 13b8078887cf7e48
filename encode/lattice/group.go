package lattice

import (
	"fmt"
	"slices"
	"strings"
)

// group lists the motions that matrices generate, turns first. In the plane these are the mirror
// that swaps left and right and the least turn: turns follow by their angles, and then each after
// the mirror; mirrors names those. In space they follow by which coordinates go where, and then by
// signs.
func group(dims int, mirrors []string, generators ...matrix) (motions []Motion) {
	all := []matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for size := 0; size < len(all); {
		size = len(all)
		for _, g := range generators {
			for k := 0; k < len(all); k++ {
				if m := g.times(all[k]); !slices.Contains(all, m) {
					all = append(all, m)
				}
			}
		}
	}
	slices.SortStableFunc(all[1:], func(a, b matrix) int {
		order := b.determinant() - a.determinant()
		for k := 0; k < 9*(dims-2) && order == 0; k++ {
			order = b[k/3][k%3]*b[k/3][k%3] - a[k/3][k%3]*a[k/3][k%3]
		}
		for k := 9*(dims-2) - 1; k >= 0 && order == 0; k-- {
			order = b[k/3][k%3] - a[k/3][k%3]
		}
		return order
	})
	turns := len(all) / 2
	for k, m := range all {
		name, mirror := "identity", m.determinant() < 0
		if turn := fmt.Sprintf("turn by %d degrees", k%turns*360/turns); k > 0 {
			name = turn
			switch {
			case dims == 3 && mirror:
				name = "mirror to " + m.name()
			case dims == 3:
				name = "turn to " + m.name()
			case mirror && mirrors != nil:
				name = "mirror " + mirrors[k-turns]
			case mirror:
				name = strings.TrimSuffix("mirror left to right, then "+turn,
					", then turn by 0 degrees")
			}
		}
		motions = append(motions, Motion{name, mirror, m})
	}
	return motions
}

// name lists the new coordinates: "+x-z+y".
func (m matrix) name() string {
	rows, apart := make([]string, 3), ""
	for r, row := range m {
		for c, n := range row {
			if n != 0 {
				rows[r] += string("-?+"[n+1]) + string("xyz"[c])
			}
		}
		if len(rows[r]) > 2 {
			apart = ", "
		}
	}
	return strings.Join(rows, apart)
}

// made completes a row of the table.
func made(l Lattice) *Lattice {
	if l.period == (Cell{}) {
		l.period, l.cells = Cell{1, 1, 1}, []Cell{{}}
	}
	if l.basis != (matrix{}) {
		l.inverse, l.scale = l.basis.adjugate()
	}
	volume := l.period[0] * l.period[1] * l.period[2]
	l.classes = slices.Repeat([]int{-1}, volume)
	for class, start := range l.cells {
		reached := []Cell{start}
		for k := 0; k < len(reached); k++ {
			if at := &l.classes[l.residue(reached[k])]; *at < 0 {
				*at = class
				for _, shift := range l.shifts {
					reached = append(reached, reached[k].Add(shift))
				}
			}
		}
	}
	for n := range volume {
		still := true
		for k := 0; k < volume && still; k++ {
			still = l.classes[k] == l.class(l.place(k).Add(l.place(n)))
		}
		l.still = append(l.still, still)
	}
	l.steps = make([][]Cell, len(l.cells))
	var images [][]Cell
	for _, g := range l.Motions {
		for _, pair := range l.pairs {
			images = append(images, l.Apply(g, pair[:]))
		}
	}
	for back := range 2 {
		for _, to := range images {
			steps := &l.steps[l.class(to[back])]
			if step := to[1-back].Sub(to[back]); !slices.Contains(*steps, step) {
				*steps = append(*steps, step)
			}
		}
	}
	return &l
}
