package native

import (
	"fmt"
	"math/rand/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// planted cuts a board of some thirty cells at random into pieces, congruent ones
// being copies of one, and perhaps loosens how often they are used and which cells
// may stay empty: so there is a solution, most often there are many, and pieces
// with copies, holes and pieces that are there once come together.
func planted(r *rand.Rand) *cover.Model {
	sizes := [][2]int{{5, 6}, {5, 5}, {4, 8}, {3, 11}, {2, 16}, {17, 2}, {36, 1}}
	size := sizes[r.IntN(len(sizes))]
	b := boards.Rectangle(size[0], size[1], '.')
	for range r.IntN(4) {
		b.Without(boards.Cell{r.IntN(size[0]), r.IntN(size[1]), 0})
	}
	left := map[boards.Cell]bool{}
	for c := range b.Cells {
		left[c] = true
	}
	var shapes []*boards.Shape
	piece := map[string]*boards.Shape{}
	usual, holes := 3+r.IntN(4), r.IntN(4)
	for y := range size[1] {
		for x := range size[0] {
			c := boards.Cell{x, y, 0}
			if !left[c] {
				continue
			}
			delete(left, c)
			if holes > 0 && r.IntN(12) == 0 {
				holes--
				b.Cells[c] = '?'
				continue
			}
			cells, want := []boards.Cell{c}, usual
			if r.IntN(3) == 0 {
				want = 1 + r.IntN(6)
			}
			for try := 0; len(cells) < want && try < 60; try++ {
				next := cells[r.IntN(len(cells))]
				next[r.IntN(2)] += 1 - 2*r.IntN(2)
				if left[next] {
					delete(left, next)
					cells = append(cells, next)
				}
			}
			s := &boards.Shape{Name: fmt.Sprint("p", len(shapes)), Cells: cells}
			key := ""
			for _, o := range s.Orientations() {
				if look := fmt.Sprint(o); key == "" || look < key {
					key = look
				}
			}
			if piece[key] == nil {
				piece[key] = s
				shapes = append(shapes, s)
			}
			piece[key].Min++
			piece[key].Max++
		}
	}
	loose := r.IntN(3) == 0
	var all []boards.Shape
	for _, s := range shapes {
		switch how := r.IntN(4); {
		case loose && how == 0:
			s.Max += r.IntN(3)
		case loose && how == 1:
			s.Min = r.IntN(s.Min + 1)
		case loose && how == 2:
			s.Min, s.Max = r.IntN(s.Min+1), s.Max+1+r.IntN(40)
		}
		all = append(all, *s)
	}
	return b.Model(all...)
}
