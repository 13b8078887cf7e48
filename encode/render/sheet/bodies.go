package sheet

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/solid"
)

// bodies are the pieces of puzzles, side by side on the plate of a 3D printer.
type bodies struct {
	o     Options
	made  *booklet // holds the sets of pieces added so far
	model solid.Model
	shelf shelf
}

// plateWidth and plateGap are the width of a plate and the gap between bodies.
const plateWidth, plateGap = 200, 5

// newBodies starts a plate. A piece is narrower than its place by the clearance.
func newBodies(o Options) (*bodies, error) {
	made, err := newPlates(o)
	return &bodies{o: o, made: made, shelf: shelf{width: plateWidth, gap: plateGap}}, err
}

// minThick and maxThick bound the height of flat pieces.
const minThick, maxThick = 0.2, 200

// floorHigh is how thick the floor of a tray is.
const floorHigh = 2

// Add adds the pieces of a puzzle, unless the same set was added before: bodies of cubes; or flat
// pieces of the height of the options, before them the tray of the board.
func (b *bodies) Add(t *puzzle.Tiling) error {
	fail := func(err error) error { return fmt.Errorf("%s: %w", t.Puzzle.Name, err) }
	if t.Puzzle.Cover != nil {
		return fail(errNoGeometry)
	}
	if _, err := allCopies(t.Puzzle); err != nil {
		return fail(err)
	}
	d, known, flat := b.made.drawer(t), b.made.known(t), t.Puzzle.Lattice.Dims == 2
	if flat {
		if !(b.o.Thick >= minThick && b.o.Thick <= maxThick) {
			return fail(fmt.Errorf("pieces %g mm high: want %g mm to %d mm",
				b.o.Thick, minThick, maxThick))
		}
		b.tray(d)
	}
	if known {
		return nil
	}
	for _, k := range d.cutting() {
		lying := t.Orientations[k][0]
		p := outline.NewPlane(t.Puzzle.Lattice, lying.Places(), b.o.Cell)
		wide, deep := p.Size()
		slabs := []solid.Slab{{Plan: outline.Polygons(p, lying.Places(), b.o.Clearance/2),
			High: b.o.Thick}}
		if !flat {
			wide, deep = float64(lying.Size()[0])*b.o.Cell, float64(lying.Size()[1])*b.o.Cell
			slabs = solid.Cubes(lying.Places(), b.o.Cell, b.o.Clearance/2)
		}
		for range copies(t.Puzzle, k) {
			x, y, ok := b.shelf.place(wide, deep)
			if !ok {
				return fail(fmt.Errorf("piece %q is wider than %.0f mm: use smaller cells",
					t.Puzzle.Pieces[k].Name, b.shelf.width))
			}
			b.model.Add(outline.Point{X: x, Y: y}, slabs...)
			if b.model.Triangles() > 1<<22 {
				return fail(errors.New("that would be more than four million triangles"))
			}
		}
	}
	return nil
}

// tray adds a floor with a wall around the board, as high as the pieces on it.
func (b *bodies) tray(d *drawer) {
	if len(d.cells) == 0 {
		return
	}
	p := outline.NewPlane(d.Puzzle.Lattice, d.cells, b.o.Cell)
	wide, deep := p.Size()
	b.shelf.width = max(b.shelf.width, wide+2*border)
	x, y, _ := b.shelf.place(wide+2*border, deep+2*border)
	floor := [][]outline.Point{{{X: -border, Y: -border}, {X: wide + border, Y: -border},
		{X: wide + border, Y: deep + border}, {X: -border, Y: deep + border}}}
	wall := slices.Clone(floor)
	for _, hole := range outline.Polygons(p, d.cells, 0) {
		slices.Reverse(hole)
		wall = append(wall, hole)
	}
	b.model.Add(outline.Point{X: x + border, Y: y + border},
		solid.Slab{Plan: floor, High: floorHigh},
		solid.Slab{Plan: wall, High: floorHigh + b.o.Thick})
}

// STL writes the bodies.
func (b *bodies) STL(w io.Writer) error {
	_, err := w.Write(b.model.STL())
	return err
}
