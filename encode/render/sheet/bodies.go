package sheet

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/solid"
)

// bodies are the pieces of puzzles, side by side on the beds of a 3D printer.
type bodies struct {
	o     Options
	made  *booklet // holds the sets of pieces added so far
	add   []func() error
	most  float64 // the largest cell with which each body fits a bed
	beds  []*solid.Model
	shelf shelf
}

// rowWidth is how wide rows of bodies are without a bed, and bodyGap the gap between bodies.
const rowWidth, bodyGap = 200, 5

// newBodies starts beds. A piece is narrower than its place by the clearance.
func newBodies(o Options) (*bodies, error) {
	made, err := newPlates(o)
	return &bodies{o: o, made: made, most: o.Cell}, err
}

// minThick and maxThick bound the height of flat pieces.
const minThick, maxThick = 0.2, 200

// floorHigh is how thick the floor of a tray is.
const floorHigh = 2

// Add adds the pieces of a puzzle, unless the same set was added before: bodies of cubes; or flat
// pieces of the height of the options, before them the tray of the board. They are made when all
// are known, since the largest decides how large a cell can be.
func (b *bodies) Add(t *puzzle.Tiling) error {
	fail := func(err error) error { return fmt.Errorf("%s: %w", t.Puzzle.Name, err) }
	if t.Puzzle.Cover != nil {
		return fail(errNoGeometry)
	}
	if _, err := allCopies(t.Puzzle); err != nil {
		return fail(err)
	}
	d, known, flat := b.made.drawer(t), b.made.known(t), !t.Puzzle.Lattice.Layered()
	if flat && !(b.o.Thick >= minThick && b.o.Thick <= maxThick) {
		return fail(fmt.Errorf("pieces %g mm high: want %g mm to %d mm",
			b.o.Thick, minThick, maxThick))
	}
	if flat && len(d.cells) > 0 {
		wide, deep := outline.NewPlane(t.Puzzle.Lattice, d.cells, 1).Size()
		b.limit(wide, deep, 2*border)
	}
	if !known {
		for _, k := range d.cutting() {
			wide, deep := extent(t, k, 1)
			b.limit(wide, deep, 0)
		}
	}
	b.add = append(b.add, func() error {
		if flat && len(d.cells) > 0 {
			if err := b.tray(d); err != nil {
				return fail(err)
			}
		}
		if known {
			return nil
		}
		for _, k := range d.cutting() {
			if err := b.piece(t, k); err != nil {
				return fail(err)
			}
		}
		return nil
	})
	return nil
}

// limit makes cells fit a body of a size in cells, and so much beside it.
func (b *bodies) limit(wide, deep, more float64) {
	if b.o.BedWidth > 0 {
		b.most = min(b.most, (b.o.BedWidth-more)/wide, (b.o.BedDepth-more)/deep)
	}
}

// extent is the size of a piece as it lies first.
func extent(t *puzzle.Tiling, k int, cell float64) (wide, deep float64) {
	lying := t.Orientations[k][0]
	if !t.Puzzle.Lattice.Layered() {
		return outline.NewPlane(t.Puzzle.Lattice, lying.Places(), cell).Size()
	}
	return float64(lying.Size()[0]) * cell, float64(lying.Size()[1]) * cell
}

// piece adds the copies of a piece.
func (b *bodies) piece(t *puzzle.Tiling, k int) error {
	lying := t.Orientations[k][0]
	slabs := []solid.Slab{{High: b.o.Thick}}
	if !t.Puzzle.Lattice.Layered() {
		p := outline.NewPlane(t.Puzzle.Lattice, lying.Places(), b.o.Cell)
		slabs[0].Plan = outline.Polygons(p, lying.Places(), b.o.Clearance/2)
	} else {
		slabs = solid.Cubes(lying.Places(), b.o.Cell, b.o.Clearance/2)
	}
	wide, deep := extent(t, k, b.o.Cell)
	for range copies(t.Puzzle, k) {
		at, err := b.place(wide, deep)
		if err != nil {
			return fmt.Errorf("piece %q %w", t.Puzzle.Pieces[k].Name, err)
		}
		model := b.beds[len(b.beds)-1]
		if model.Add(at, slabs...); model.Triangles() > 1<<22 {
			return errors.New("that would be more than four million triangles")
		}
	}
	return nil
}

// place returns where a body goes, on the last bed.
func (b *bodies) place(wide, deep float64) (outline.Point, error) {
	if b.o.BedWidth == 0 {
		b.shelf.width = max(b.shelf.width, rowWidth, wide)
	}
	if len(b.beds) > 0 {
		if x, y, ok := b.shelf.place(wide, deep); ok {
			return outline.Point{X: x, Y: y}, nil
		}
	}
	if len(b.beds) == maxPages {
		return outline.Point{}, fmt.Errorf("is on bed %d: want at most %d", maxPages+1, maxPages)
	}
	b.beds = append(b.beds, new(solid.Model))
	b.shelf = shelf{
		width: max(b.o.BedWidth, b.shelf.width), height: b.o.BedDepth, gap: bodyGap,
	}
	x, y, ok := b.shelf.place(wide, deep)
	if !ok {
		return outline.Point{}, fmt.Errorf("is %.0f by %.0f mm, larger than the bed: "+
			"use smaller cells, or a larger bed", wide, deep)
	}
	return outline.Point{X: x, Y: y}, nil
}

// tray adds a floor with a wall around the board, as high as the pieces on it.
func (b *bodies) tray(d *drawer) error {
	p := outline.NewPlane(d.Puzzle.Lattice, d.cells, b.o.Cell)
	wide, deep := p.Size()
	at, err := b.place(wide+2*border, deep+2*border)
	if err != nil {
		return fmt.Errorf("the tray %w", err)
	}
	floor := [][]outline.Point{{{X: -border, Y: -border}, {X: wide + border, Y: -border},
		{X: wide + border, Y: deep + border}, {X: -border, Y: deep + border}}}
	wall := slices.Clone(floor)
	for _, hole := range outline.Polygons(p, d.cells, 0) {
		slices.Reverse(hole)
		wall = append(wall, hole)
	}
	b.beds[len(b.beds)-1].Add(outline.Point{X: at.X + border, Y: at.Y + border},
		solid.Slab{Plan: floor, High: floorHigh},
		solid.Slab{Plan: wall, High: floorHigh + b.o.Thick})
	return nil
}

// Beds makes the bodies, and returns an STL for each bed.
func (b *bodies) Beds() (beds [][]byte, cell float64, err error) {
	if b.o.FitCell {
		b.o.Cell = max(minCell, math.Floor(10*b.most)/10)
	}
	for _, add := range b.add {
		if err := add(); err != nil {
			return nil, 0, err
		}
	}
	for _, model := range b.beds {
		beds = append(beds, model.STL())
	}
	return beds, b.o.Cell, nil
}
