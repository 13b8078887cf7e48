package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// border is the width of the frame around a board that is cut.
const border = 10

// boards adds the empty board: printed on pages, or cut out of a frame by a machine, so that pieces
// can lie in the hole.
func (s *booklet) boards(d *drawer, about string) error {
	if len(d.Puzzle.Board.Sites) == 0 {
		return nil
	}
	blocks := d.board()
	if !s.machine {
		note := d.rule()
		if about != "" {
			note += "; " + about
		}
		return s.layout(d.title(), note+"\n"+d.facts(), blocks)
	}
	return s.frame(blocks[0])
}

// frame adds a plate with a frame around what is cut, and one with the floor on which it is glued.
func (s *booklet) frame(b block) error {
	frame := block{width: b.width + 2*border, height: b.height + 2*border}
	frame.put(b.art, outline.Point{X: border, Y: border})
	frame.draw(cut, box(frame.width, frame.height))
	floor := block{width: frame.width, height: frame.height}
	floor.draw(cut, box(frame.width, frame.height))
	width, height := s.room(false)
	if !fits(frame.width, width) || !fits(frame.height, height) {
		frame, floor = frame.turned(), floor.turned()
	}
	if !fits(frame.width, width) || !fits(frame.height, height) {
		return fmt.Errorf("the board and its frame take %.0f by %.0f mm, and the plate holds "+
			"%.0f by %.0f mm: use smaller cells or a larger plate",
			frame.width, frame.height, width, height)
	}
	for _, part := range []block{frame, floor} {
		p, at := s.plate("", "")
		p.put(part.art, at)
	}
	return nil
}

// inFrame draws the pieces as they lie in a solution, to be cut out of the hole: the lines between
// them are all that is cut, so they take no wood of their own.
func (d *drawer) inFrame(solution cover.Solution) block {
	return d.solved(solution, d.s.o.Cell, cut)
}

// rule says what is to be done.
func (d *drawer) rule() string {
	n, open, turned, flipped := 0, 0, true, true
	for k, piece := range d.Puzzle.Pieces {
		if d.isOpen(k) {
			open++
			continue
		}
		n += copies(d.Puzzle, k)
		turned, flipped = turned && piece.Rotate, flipped && piece.Flip
	}
	must, may := d.Puzzle.Area()
	text := fmt.Sprintf("Fill the board with the %d pieces", n)
	switch {
	case open > 0:
		text = fmt.Sprintf(
			"Lay the %d pieces so that one of each kind of cells stays open, such as a month "+
				"and a day", n,
		)
	case d.Puzzle.Lattice.Layered():
		text = fmt.Sprintf("Build the body from the %d pieces", n)
	case may > 0 && must == 0:
		text = fmt.Sprintf("Lay the %d pieces on the board", n)
	}
	switch {
	case turned && flipped:
		text += "; they may be turned and flipped over"
	case turned:
		text += "; they may be turned"
	}
	return text
}

// facts describes the board.
func (d *drawer) facts() string {
	must, may := d.Puzzle.Area()
	parts := []string{fmt.Sprintf("%d cells of %g mm", must+may, d.s.o.Cell)}
	if may > 0 && must > 0 {
		parts = append(parts, "cells with a dot may stay empty")
	} else if may > 0 {
		parts = append(parts, "cells may stay empty")
	}
	if len(d.Puzzle.Place) > 0 {
		parts = append(parts, "what is in colour lies where it must")
	}
	for _, g := range d.Puzzle.Groups {
		parts = append(parts, g.String())
	}
	for _, r := range d.Puzzle.Rules {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, "; ")
}

// board draws the empty board, a block a layer.
func (d *drawer) board() []block {
	var blocks []block
	for z := range d.Puzzle.Board.Size[2] {
		cells := slices.DeleteFunc(slices.Clone(d.cells),
			func(c lattice.Cell) bool { return c[2] != z })
		if len(cells) > 0 {
			b := d.layer(z, cells)
			b.caption = fmt.Sprintf("layer %d of %d", z+1, d.Puzzle.Board.Size[2])
			blocks = append(blocks, b)
		}
	}
	if len(blocks) == 1 {
		blocks[0].caption = ""
	}
	return blocks
}

// empty draws what is on a cell of the board: its symbol, or else its label.
func (d *drawer) empty(p *outline.Plane, site puzzle.Site) []shape {
	if site.Label != "" && site.Symbol == 0 {
		return []shape{d.word(p, site.At, site.Label, palette.Black)}
	}
	return d.marks(p, []puzzle.Cell{site.Cell}, palette.Black)
}

// layer draws one layer of the empty board, with these cells: hints, marks, and lines around every
// cell.
func (d *drawer) layer(z int, cells []lattice.Cell) (b block) {
	owner := make(map[lattice.Cell]int)
	for n, c := range cells {
		owner[c] = n + 1
	}
	p := outline.NewPlane(d.Puzzle.Lattice, cells, d.s.o.Cell)
	b.width, b.height = p.Size()
	hints := len(d.Puzzle.Board.Sites) + 1 // this and higher owners are hints
	for n, hint := range d.Puzzle.Place {
		var here []lattice.Cell
		for _, c := range hint.Cells {
			if c[2] == z {
				owner[c] = hints + n
				here = append(here, c)
			}
		}
		if len(here) > 0 {
			b.put(d.placed(p, d.Puzzle.Piece(hint.Piece), lattice.Sorted(here)), outline.Point{})
		}
	}
	must, _ := d.Puzzle.Area()
	for _, site := range d.Puzzle.Board.Sites {
		if owner[site.At] == 0 || owner[site.At] >= hints {
			continue
		}
		b.shapes = append(b.shapes, d.empty(p, site)...)
		if site.Label == "" && site.Optional && must > 0 && site.Symbol == 0 {
			dot := outline.Circle(p.InRadius()/8, false).Moved(p.Centre(site.At))
			b.shapes = append(b.shapes, shape{path: dot, fill: palette.Black})
		}
	}
	b.draw(thin, outline.Seams(p, owner, func(one, other int) bool {
		return other != 0 && max(one, other) < hints
	})...)
	b.draw(bold, outline.Seams(p, owner, func(one, other int) bool {
		return one != other && max(one, other) >= hints && (other != 0 || !d.s.machine) ||
			other == 0 && !d.s.machine
	})...)
	if d.s.machine {
		// Lines inside the hole are on the part that falls out.
		b.draw(cut, closed(outline.Polygons(p, cells, d.s.o.Kerf/2))...)
	}
	return b
}

// solved draws the pieces of a solution, and cells without a piece: each on its own on paper, where
// they are cells of the board, with their labels, and all as one of scrap for a machine.
func (d *drawer) solved(solution cover.Solution, cell float64, pen pen) (b block) {
	owner := make(map[lattice.Cell]int)
	for n, c := range d.cells {
		owner[c] = len(solution) + 1
		if !d.s.machine {
			owner[c] += n
		}
	}
	p := outline.NewPlane(d.Puzzle.Lattice, d.cells, cell)
	b.width, b.height = p.Size()
	for n, o := range d.Ordered(solution) {
		pl := d.Placements[o]
		for _, c := range pl.Cells {
			owner[c] = n + 1
		}
		b.put(d.placed(p, pl.Piece, pl.Cells), outline.Point{})
	}
	for _, site := range d.Puzzle.Board.Sites {
		if owner[site.At] > len(solution) && !d.s.machine {
			b.shapes = append(b.shapes, d.empty(p, site)...)
		}
	}
	b.draw(pen, outline.Seams(p, owner, differ)...)
	return b
}

// differ is whether the owners on both sides of a line do.
func differ(one, other int) bool { return one != other }
