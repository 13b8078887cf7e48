package render

import (
	"strings"
	"unicode"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// emptyMark is shown on an empty cell without a symbol.
const emptyMark = '·'

// A Drawer draws one puzzle: its board, pieces and solutions. The puzzle must have geometry.
type Drawer struct {
	tiling  *puzzle.Tiling
	letters []rune
	colours []palette.Colour
	dyer    *picture.Dyer
	mark    func(symbol rune) letters.Mark
	plane   *outline.Plane
}

// NewDrawer returns a drawer for a puzzle, which must have geometry.
func NewDrawer(t *puzzle.Tiling) *Drawer {
	colours := palette.Of(t.Puzzle.Pieces)
	return &Drawer{
		tiling: t, letters: letters.Of(t.Puzzle.Pieces), colours: colours,
		dyer: picture.NewDyer(t, colours, palette.Colour.OnTerminal),
		mark: letters.Marks(t.Puzzle), plane: outline.NewPlane(t.Puzzle.Lattice, nil, 1),
	}
}

// Solution draws a solution with lines around its pieces, at most width columns wide if possible; 0
// is any width.
func (d *Drawer) Solution(s cover.Solution, width int) *Block {
	return boxed(d.solution(s), width)
}

// Letters draws a solution as [Text] does, one letter a cell, but in colours.
func (d *Drawer) Letters(s cover.Solution) *Block {
	rows := strings.Split(letters.Text(d.tiling, s), "\n")
	sc, b := d.solution(s), Lines(rows[:len(rows)-1]...)
	for at, owner := range sc.owner {
		b.fill(at[0], at[2]*(sc.size[1]+1)+at[1], sc.fillOf(owner))
	}
	return b
}

// Board draws the empty board. A cell that may stay empty shows a '?'.
func (d *Drawer) Board(width int) *Block {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for n, site := range d.tiling.Puzzle.Board.Sites {
		sc.owner[site.At] = unused + 1 + n // a line around every cell
		sc.mark[site.At], sc.word[site.At] = ' ', site.Label
		if site.Symbol != 0 {
			sc.mark[site.At] = d.symbol(site.Symbol)
		} else if site.Optional {
			sc.mark[site.At] = '?'
		}
	}
	return boxed(sc, width)
}

// Orientation draws one orientation of a piece.
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
	d.put(sc, piece, 0, cells)
	for _, c := range o {
		if c.Symbol != 0 {
			sc.mark[c.At] = d.symbol(c.Symbol)
		}
	}
	return boxed(sc, 0)
}

func (d *Drawer) solution(s cover.Solution) *scene {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		sc.owner[site.At] = unused
		sc.mark[site.At], sc.word[site.At] = emptyMark, site.Label
	}
	tints := d.dyer.Tints(s)
	for _, o := range s {
		pl := d.tiling.Placements[o]
		d.put(sc, pl.Piece, tints[o], pl.Cells)
		shown := d.tiling.Puzzle.Shown(pl.Piece, pl.Cells)
		for _, c := range pl.Cells {
			sc.mark[c], sc.word[c] = ' ', shown
		}
	}
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if site.Symbol != 0 {
			sc.mark[site.At] = d.symbol(site.Symbol)
		}
	}
	return sc
}

// put adds a piece, in a tint of its colour.
func (d *Drawer) put(sc *scene, piece, tint int, cells []lattice.Cell) {
	owner := len(sc.colour)
	colour := d.colours[piece].Tint(tint)
	sc.colour = append(sc.colour, &colour)
	for _, c := range cells {
		sc.owner[c] = owner
	}
	for _, part := range outline.Parts(sc.lattice, cells) {
		sc.letter[outline.Middle(d.plane, part)] = d.letters[piece]
	}
}

// symbol returns the character that shows a symbol.
func (d *Drawer) symbol(symbol rune) rune {
	switch d.mark(symbol) {
	case letters.Square:
		return '▢'
	case letters.Circle:
		return '◯'
	case letters.Cross:
		return '✚'
	}
	if !unicode.IsPrint(symbol) {
		return unicode.ReplacementChar // a control character would act on the terminal
	}
	return symbol
}

// boxed draws the scene with lines between owners.
func boxed(s *scene, width int) *Block {
	if len(s.owner) == 0 {
		return &Block{} // a board without cells may have no layers
	}
	switch s.lattice.Sides() {
	case 6:
		return hexagons(s, smallHexagon)
	case 3:
		return triangles(s, smallTriangle)
	}
	return squares(s, width)
}
