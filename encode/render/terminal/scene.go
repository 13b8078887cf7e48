package terminal

import (
	"unicode"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/outline"
	"github.com/exactile/exactile/encode/render/palette"
)

// A scene is what there is to draw: which cells belong together, and what is
// written in each.
type scene struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	owner   map[lattice.Cell]int // 0: none or not there; equal numbers hang together
	colour  []*palette.Colour    // by owner; may be shorter
	letter  map[lattice.Cell]rune
	mark    map[lattice.Cell]rune
}

// unused owns the cells that no piece covers; the pieces' owners follow.
const unused = 1

// emptyMark is what stands on an empty cell without a symbol.
const emptyMark = '·'

func newScene(l *lattice.Lattice, size lattice.Cell) *scene {
	return &scene{
		lattice: l, size: size,
		owner: make(map[lattice.Cell]int), letter: make(map[lattice.Cell]rune), mark: make(map[lattice.Cell]rune),
		colour: []*palette.Colour{nil, nil},
	}
}

// A Drawer draws what belongs to one puzzle. Only puzzles with geometry have
// drawings.
type Drawer struct {
	tiling  *puzzle.Tiling
	letters []rune
	colours []palette.Colour
	mark    func(symbol rune) render.Mark
	plane   *outline.Plane
}

// NewDrawer returns a drawer for a puzzle, which must have geometry.
func NewDrawer(t *puzzle.Tiling) *Drawer {
	return &Drawer{
		tiling: t, letters: render.Letters(t.Puzzle.Pieces), colours: palette.Of(t.Puzzle.Pieces),
		mark: render.Marks(t.Puzzle), plane: outline.NewPlane(t.Puzzle.Lattice, nil, 1),
	}
}

// Solution draws a solution with lines around its pieces, at most width columns
// wide where that is possible; 0 is any width.
func (d *Drawer) Solution(s cover.Solution, width int) *Block {
	return d.solution(s).lines(width)
}

// Letters draws a solution as render.Text does, a letter a cell, but in colours.
func (d *Drawer) Letters(s cover.Solution) *Block {
	return d.solution(s).plain(d.everyLetter(s))
}

// Board draws the empty board. A cell that may stay empty shows a '?'.
func (d *Drawer) Board(width int) *Block {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for n, site := range d.tiling.Puzzle.Board.Sites {
		sc.owner[site.At] = unused + 1 + n // a line around every cell
		sc.mark[site.At] = ' '
		if site.Symbol != 0 {
			sc.mark[site.At] = d.symbol(site.Symbol)
		} else if site.Optional {
			sc.mark[site.At] = '?'
		}
	}
	return sc.lines(width)
}

// Orientation draws one way in which a piece can lie.
func (d *Drawer) Orientation(piece, orientation int) *Block {
	o := d.tiling.Orientations[piece][orientation]
	var size lattice.Cell
	cells := make([]lattice.Cell, len(o))
	for n, c := range o {
		cells[n] = c.At
		for k := range size {
			size[k] = max(size[k], c.At[k]+1)
		}
	}
	sc := newScene(d.tiling.Puzzle.Lattice, size)
	d.put(sc, piece, cells)
	for _, c := range o {
		if c.Symbol != 0 {
			sc.mark[c.At] = d.symbol(c.Symbol)
		}
	}
	return sc.lines(0)
}

func (d *Drawer) solution(s cover.Solution) *scene {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		sc.owner[site.At] = unused
		sc.mark[site.At] = emptyMark
	}
	for _, o := range s {
		pl := d.tiling.Placements[o]
		d.put(sc, pl.Piece, pl.Cells)
		for _, c := range pl.Cells {
			sc.mark[c] = ' '
		}
	}
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if site.Symbol != 0 {
			sc.mark[site.At] = d.symbol(site.Symbol)
		}
	}
	return sc
}

// put adds a piece.
func (d *Drawer) put(sc *scene, piece int, cells []lattice.Cell) {
	owner := len(sc.colour)
	sc.colour = append(sc.colour, &d.colours[piece])
	for _, c := range cells {
		sc.owner[c] = owner
	}
	for _, part := range outline.Parts(sc.lattice, cells) {
		sc.letter[d.plane.Middle(part)] = d.letters[piece]
	}
}

// everyLetter returns the letter of every covered cell.
func (d *Drawer) everyLetter(s cover.Solution) map[lattice.Cell]rune {
	all := make(map[lattice.Cell]rune)
	for _, o := range s {
		for _, c := range d.tiling.Placements[o].Cells {
			all[c] = d.letters[d.tiling.Placements[o].Piece]
		}
	}
	return all
}

// symbol returns the character that shows a symbol.
func (d *Drawer) symbol(symbol rune) rune {
	switch d.mark(symbol) {
	case render.Square:
		return '▢'
	case render.Circle:
		return '◯'
	case render.Cross:
		return '✚'
	}
	if !unicode.IsPrint(symbol) {
		return unicode.ReplacementChar // a terminal would obey it
	}
	return symbol
}

// of returns the owner of a cell, 0 where there is no cell.
func (s *scene) of(x, y, z int) int { return s.owner[lattice.Cell{x, y, z}] }

// fillOf returns the colour of an owner.
func (s *scene) fillOf(owner int) *palette.Colour {
	if owner >= len(s.colour) {
		return nil
	}
	return s.colour[owner]
}

// lines draws the scene with lines between owners.
func (s *scene) lines(width int) *Block {
	if len(s.owner) == 0 {
		return &Block{} // a board without cells may have no layer, either
	}
	switch s.lattice.Sides() {
	case 6:
		return s.hexagons()
	case 3:
		return s.triangles()
	}
	return s.squares(width)
}

// plain draws the scene without lines, a character a cell, layers one below the
// other: what render.Text draws.
func (s *scene) plain(letters map[lattice.Cell]rune) *Block {
	b := newBlock(s.size[0], max(0, s.size[2]*(s.size[1]+1)-1))
	for z := range s.size[2] {
		for y := range s.size[1] {
			for x := range s.size[0] {
				at := lattice.Cell{x, y, z}
				row := z*(s.size[1]+1) + y
				owner := s.owner[at]
				b.fill(x, row, s.fillOf(owner))
				letter, covered := letters[at]
				switch {
				case covered:
					b.set(x, row, letter)
				case owner == 0:
					b.set(x, row, render.Blocked)
				default:
					b.set(x, row, render.Empty)
				}
			}
		}
	}
	return b
}
