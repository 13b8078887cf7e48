package solid

import (
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// A Drawing is the view of bodies from a corner, its top left corner at the origin.
type Drawing struct {
	Width, Height float64
	// Bodies are in the order of their owners. A body that is hidden entirely is left out.
	Bodies []Body
	// Lines run between bodies, around them all, and where a body hides a part of itself.
	Lines [][]outline.Point
}

// A Body is the visible part of the cells of one owner.
type Body struct {
	Owner int
	Whole outline.Path    // all that is visible
	Sides [3]outline.Path // the visible part of each side; may be empty
	// Heart is the place for a letter: on the largest face, the highest in a tie.
	Heart outline.Point
	On    Side // what that face is a part of
}

// Draw draws cells in space, given the owner of each, which is above 0; edge is the length of a
// cell's edge on paper. The drawing has room for the cells of the frame, at least one; owner's
// cells must be among them.
func Draw(owner map[lattice.Cell]int, frame []lattice.Cell, edge float64) Drawing {
	whole := make(map[lattice.Cell]int, len(frame))
	for _, c := range frame {
		whole[c] = 1
	}
	seen := Seen(owner)
	plane := outline.NewPlane(lattice.Triangle, sorted(Seen(whole)), edge)
	triangles := sorted(seen)
	var d Drawing
	d.Height, d.Width = plane.Size()

	cells := make(map[int][]lattice.Cell)
	faces := make(map[Face][]lattice.Cell)
	number := make(map[Face]int)
	whose := make(map[lattice.Cell]int, len(seen)) // the face's number
	of := []Face{{}}
	for _, t := range triangles {
		f := seen[t]
		cells[f.Owner] = append(cells[f.Owner], t)
		faces[f] = append(faces[f], t)
		if number[f] == 0 {
			number[f] = len(of)
			of = append(of, f)
		}
		whose[t] = number[f]
	}
	for _, o := range slices.Sorted(maps.Keys(cells)) {
		b := Body{Owner: o, Whole: outline.Around(plane, cells[o], 0, 0).Mapped(flipped)}
		var sides [3][]lattice.Cell
		for _, t := range cells[o] {
			sides[seen[t].Side] = append(sides[seen[t].Side], t)
		}
		for k := range sides {
			b.Sides[k] = outline.Around(plane, sides[k], 0, 0).Mapped(flipped)
		}
		d.Bodies = append(d.Bodies, b)
	}
	largest := make(map[int][]lattice.Cell)
	for _, f := range of[1:] {
		for _, part := range outline.Parts(lattice.Triangle, faces[f]) {
			best := largest[f.Owner]
			if len(best) < len(part) || len(best) == len(part) &&
				seen[part[0]].Side < seen[best[0]].Side {
				largest[f.Owner] = part
			}
		}
	}
	for k := range d.Bodies {
		part := largest[d.Bodies[k].Owner]
		d.Bodies[k].On = seen[part[0]].Side
		d.Bodies[k].Heart = flipped(outline.Heart(plane, part))
	}
	for _, line := range outline.Seams(plane, whose, func(one, other int) bool {
		a, b := of[one], of[other]
		return a.Owner != b.Owner || a.Side == b.Side && a.Depth != b.Depth
	}) {
		for k, p := range line {
			line[k] = flipped(p)
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}

// sorted returns the visible triangles in reading order.
func sorted(seen map[lattice.Cell]Face) []lattice.Cell {
	return lattice.Sorted(slices.Collect(maps.Keys(seen)))
}

// flipped returns a point turned over the diagonal.
func flipped(p outline.Point) outline.Point { return outline.Point{X: p.Y, Y: p.X} }
