package sheet

import (
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

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
