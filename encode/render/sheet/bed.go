package sheet

import (
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// A window is the cells of a lattice that lie on a page.
type window struct {
	height float64 // of the room
	plane  *outline.Plane
	cells  []lattice.Cell // in reading order
	on     map[lattice.Cell]bool
}

// newWindow returns the cells of the given size that fit on a page with so much room.
func newWindow(l *lattice.Lattice, cell, width, height float64) *window {
	w := &window{
		height: height, plane: outline.NewPlane(l, []lattice.Cell{{}}, cell),
		on: make(map[lattice.Cell]bool),
	}
	// A cell is at least half as high as wide, and row y is shifted by at most y cells.
	most := int(math.Ceil(2*height/cell)) + 1
	wide := int(math.Ceil(2*width/cell)) + 1
	for y := range most {
		for x := -y; x <= wide; x++ {
			c := lattice.Cell{x, y}
			low, high := w.plane.Box(c)
			if fits(0, low.X+1e-6) && fits(0, low.Y+1e-6) && fits(high.X, width) &&
				fits(high.Y, height) {
				w.cells = append(w.cells, c)
				w.on[c] = true
			}
		}
	}
	return w
}

// A bed is a page with the pieces that lie on it, and the owner of each cell.
type bed struct {
	owner  map[lattice.Cell]int
	pieces []int
	lies   []puzzle.Orientation
}

// place puts a piece where it first fits, from a cell of the window on, and returns that cell's
// number.
func (b *bed) place(
	w *window, piece int, lies []puzzle.Orientation, from int,
) (at int, ok bool) {
	for n := from; n < len(w.cells); n++ {
		if b.owner[w.cells[n]] != 0 {
			continue
		}
	next:
		for _, l := range lies {
			d := w.cells[n].Sub(l[0].At)
			if !w.plane.Translates(d) {
				continue
			}
			for _, c := range l {
				if at := c.At.Add(d); !w.on[at] || b.owner[at] != 0 {
					continue next
				}
			}
			l = slices.Clone(l)
			b.pieces, b.lies = append(b.pieces, piece), append(b.lies, l)
			for k := range l {
				l[k].At = l[k].At.Add(d)
				b.owner[l[k].At] = len(b.pieces)
			}
			return n, true
		}
	}
	return 0, false
}

// hatchStep is how far the lines of a hatching are apart.
const hatchStep = 2.5

// scraps returns the cells between the pieces of a bed that no way leads out of: they look like
// pieces.
func (b *bed) scraps(w *window, l *lattice.Lattice) (all []lattice.Cell) {
	free := slices.DeleteFunc(slices.Clone(w.cells),
		func(c lattice.Cell) bool { return b.owner[c] != 0 })
	for _, part := range outline.Parts(l, free) {
		if !slices.ContainsFunc(part, func(c lattice.Cell) bool {
			return slices.ContainsFunc(l.Neighbours(c),
				func(beside lattice.Cell) bool { return !w.on[beside] })
		}) {
			all = append(all, part...)
		}
	}
	return all
}

// hatched returns lines across cells, which run on from one to the next.
func hatched(p *outline.Plane, cells []lattice.Cell) (lines [][]outline.Point) {
	along := func(p outline.Point) float64 { return p.X + p.Y }
	for _, c := range cells {
		corners := outline.Polygons(p, []lattice.Cell{c}, 0)[0]
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range corners {
			low, high = min(low, along(v)), max(high, along(v))
		}
		for at := math.Floor(low/hatchStep+1) * hatchStep; at < high; at += hatchStep {
			var ends []outline.Point
			for n, v := range corners {
				w := corners[(n+1)%len(corners)]
				if (along(v) < at) != (along(w) < at) {
					part := (at - along(v)) / (along(w) - along(v))
					ends = append(ends, outline.Point{
						X: v.X + part*(w.X-v.X), Y: v.Y + part*(w.Y-v.Y),
					})
				}
			}
			if len(ends) == 2 {
				lines = append(lines, ends)
			}
		}
	}
	return lines
}
