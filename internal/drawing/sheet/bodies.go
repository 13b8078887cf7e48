package sheet

import (
	"errors"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/solid"
)

// Bodies are the pieces of puzzles in space, side by side on the plate of a 3D printer.
type Bodies struct {
	o     Options
	made  *Sheet // holds the sets of pieces added so far
	model solid.Model
	shelf shelf
}

// plateWidth and plateGap are the width of a plate and the gap between bodies.
const plateWidth, plateGap = 200, 5

// NewBodies starts a plate. A piece is narrower than its place by the clearance.
func NewBodies(o Options) (*Bodies, error) {
	made, err := Plates(o)
	return &Bodies{o: o, made: made, shelf: shelf{width: plateWidth, gap: plateGap}}, err
}

// Add adds the pieces of a puzzle, unless the same set was added before.
func (b *Bodies) Add(t *puzzle.Tiling) error {
	fail := func(err error) error { return fmt.Errorf("%s: %w", t.Puzzle.Name, err) }
	switch p := t.Puzzle; {
	case p.Cover != nil:
		return fail(ErrNoGeometry)
	case p.Lattice.Dims != 3:
		return fail(errors.New("its pieces are flat: SVG and DXF have them as cut lines"))
	}
	if _, err := allCopies(t.Puzzle); err != nil {
		return fail(err)
	}
	if b.made.known(t) {
		return nil
	}
	for k, piece := range t.Puzzle.Pieces {
		lying := t.Orientations[k][0]
		wide, deep := float64(lying.Size()[0])*b.o.Cell, float64(lying.Size()[1])*b.o.Cell
		for range copies(t.Puzzle, k) {
			x, y, ok := b.shelf.place(wide, deep)
			if !ok {
				return fail(fmt.Errorf("piece %q is wider than %d mm: use smaller cells",
					piece.Name, plateWidth))
			}
			b.model.Add(lying.Places(), solid.Point{float32(x), float32(y), 0}, b.o.Cell, b.o.Clearance/2)
			if b.model.Triangles() > 1<<22 {
				return fail(errors.New("that would be more than four million triangles"))
			}
		}
	}
	return nil
}

// STL writes the bodies.
func (b *Bodies) STL(w io.Writer) error {
	_, err := w.Write(b.model.STL())
	return err
}
