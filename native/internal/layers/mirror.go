package layers

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/table"
)

// A mirror merges states that are images of each other. Some symmetries of the model map the
// cells before a boundary, such as the start of a row, onto themselves, and so also the
// cells after it. A state in which all cells before the boundary are filled then has as many
// completions as its image. The one with the lower word of filled cells stands for both,
// which leaves about half of the states.
type mirror struct {
	open []uint64
	// boundary is, for every first empty cell, the last boundary at or before that cell; 0 if
	// there is none within a word.
	boundary []int32
	images   [][]*image // of every boundary
}

// An image maps the cells of a window: what byte j of it becomes is to[j][byte].
type image struct {
	to     [8][256]uint64
	unseen uint64 // the cells whose images are outside the window
}

// newMirror returns nil if no symmetry of the model has a boundary.
func newMirror(x *table.Expander) *mirror {
	if x.Weights() != nil {
		return nil // the roots use the symmetries up
	}
	p, ord, w := x.Problem, x.Order, x.Window
	m := &mirror{open: w.Open, boundary: make([]int32, w.N+1), images: make([][]*image, w.N+1)}
	found := false
	for _, g := range p.Model.Sym {
		if slices.IsSorted(g) {
			continue // the identity
		}
		if to := cellsOf(p, ord, g, w); to != nil && m.add(to, w.Span) {
			found = true
		}
	}
	if !found {
		return nil
	}
	last := 0
	for c := range m.boundary {
		if m.images[c] != nil {
			last = c
		}
		if c-last < 64 {
			m.boundary[c] = int32(last)
		}
	}
	return m
}

// add adds a symmetry at its boundaries. The symmetry is given by the image of each cell, -1
// where a position is no cell. add reports whether there is any boundary.
func (m *mirror) add(to []int32, span int) (some bool) {
	highest := int32(-1)
	last := new(image) // usually all boundaries have the same image
	for c := 1; c < len(to); c++ {
		highest = max(highest, to[c-1])
		if int(highest) >= c || to[c] < 0 {
			continue
		}
		im, moves := new(image), false
		for j := 0; j < span && c+j < len(to); j++ {
			if to[c+j] < 0 {
				continue
			}
			d := int(to[c+j]) - c
			moves = moves || d != j
			if d >= 64 {
				im.unseen |= 1 << j
				continue
			}
			for v := range 256 {
				im.to[j/8][v] |= uint64(v>>(j%8)&1) << d
			}
		}
		if moves {
			if *im == *last {
				im = last
			}
			last = im
			m.images[c] = append(m.images[c], im)
			some = true
		}
	}
	return some
}

// fold returns the state that stands for a state.
func (m *mirror) fold(st table.State) table.State {
	b := int(m.boundary[st.C])
	d := st.C - b
	f := (st.F<<d | 1<<d - 1) & m.open[b]
	least := f
	for _, im := range m.images[b] {
		if f&im.unseen != 0 {
			continue
		}
		g := uint64(0)
		for j, rest := 0, f; rest != 0; j, rest = j+1, rest>>8 {
			g |= im.to[j&7][byte(rest)]
		}
		least = min(least, g)
	}
	if least == f {
		return st
	}
	d = bits.TrailingZeros64(m.open[b] &^ least)
	return table.State{C: b + d, F: least >> d, K: st.K}
}

// cellsOf returns the image of each cell under a symmetry of the options, -1 where a
// position is no cell. It is nil if the symmetry moves items other than cells.
func cellsOf(p *problem.Problem, ord *problem.Order, g []int, w *table.Window) []int32 {
	items, ok := p.Model.ItemImages(g)
	live := make([]bool, len(g))
	for _, o := range p.Live {
		live[o] = true
	}
	if !ok || slices.ContainsFunc(p.Live, func(o int32) bool { return !live[g[o]] }) {
		return nil
	}
	to := slices.Repeat([]int32{-1}, w.N)
	for i, q := range ord.Pos {
		switch j := items[i]; {
		case p.Items[i].N == 0: // settled, or nothing covers it
		case p.Items[i] != p.Items[j] || (q >= 0) != (ord.Pos[j] >= 0) || q < 0 && i != j:
			return nil
		case q >= 0:
			to[q] = ord.Pos[j]
		}
	}
	return to
}
