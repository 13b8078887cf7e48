package terminal

import (
	"math"
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
	// Shades are the greys of cells without a piece in a position, as numbers of the terminal's 256
	// colours; may be nil.
	Shades map[lattice.Cell]uint8

	tiling  *puzzle.Tiling
	letters []rune
	colours []palette.Colour
	dyer    *picture.Colourer
	mark    func(symbol rune) letters.Mark
	plane   *outline.Plane
}

// New returns a drawer for a puzzle, which must have geometry.
func New(t *puzzle.Tiling) *Drawer {
	colours := palette.Of(t.Puzzle.Pieces)
	return &Drawer{
		tiling: t, letters: letters.Of(t.Puzzle.Pieces), colours: colours,
		dyer: picture.NewColourer(t, colours, palette.Colour.OnTerminal),
		mark: letters.Marks(t.Puzzle), plane: outline.NewPlane(t.Puzzle.Lattice, nil, 1),
	}
}

// Escapes returns for each piece the escape sequence that makes a terminal write on the piece's
// colour; "\x1b[m" ends the colour. A colour depends on the piece's name and on the pieces before
// it.
func (d *Drawer) Escapes() []string {
	all := make([]string, len(d.colours))
	for k, colour := range d.colours {
		all[k] = escape(&colour)
	}
	return all
}

// Solution draws a solution with lines around its pieces, at most width columns wide if possible; 0
// is any width.
func (d *Drawer) Solution(s cover.Solution, width int) *Block {
	return boxed(d.solution(s), width)
}

// Letters draws a solution as [letters.Text] does, one letter a cell, but in colours.
func (d *Drawer) Letters(s cover.Solution) *Block {
	sc, b := d.solution(s), lines(letters.Text(d.tiling, s))
	for at, p := range sc.spots {
		b.fill(at[0], at[2]*(sc.size[1]+1)+at[1], p.fill)
	}
	return b
}

// lines makes a block of a text, which ends each line.
func lines(text string) *Block {
	rows := strings.Split(text, "\n")
	return new(Block).Under(rows[:len(rows)-1]...)
}

// Board draws the empty board. A cell that may stay empty shows a '?'.
func (d *Drawer) Board(width int) *Block {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		d.bare(sc, site, nil)
	}
	return boxed(sc, width)
}

// bare adds a cell of the board without a piece, with a line around it.
func (d *Drawer) bare(sc *scene, site puzzle.Site, fill *palette.Colour) {
	sc.own(fill, site.At)
	p := sc.spot(site.At)
	p.mark, p.word = ' ', site.Label
	if site.Symbol != 0 {
		p.mark, p.symbol = d.symbol(site.Symbol), true
	} else if site.Optional {
		p.mark = '?'
	}
}

// Orientation draws one orientation of a piece.
func (d *Drawer) Orientation(piece, orientation int) *Block {
	o := d.tiling.Orientations[piece][orientation]
	sc := newScene(d.tiling.Puzzle.Lattice, o.Size())
	d.put(sc, piece, 0, o.Places())
	for _, c := range o {
		if c.Symbol != 0 {
			sc.spot(c.At).mark = d.symbol(c.Symbol)
		}
	}
	return boxed(sc, 0)
}

func (d *Drawer) solution(s cover.Solution) *scene {
	sc := newScene(d.tiling.Puzzle.Lattice, d.tiling.Puzzle.Board.Size)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		sc.spots[site.At] = &spot{owner: unused, mark: emptyMark, word: site.Label}
	}
	tints := d.dyer.Tints(s)
	for _, o := range s {
		pl := d.tiling.Placements[o]
		d.put(sc, pl.Piece, tints[o], pl.Cells)
		shown := d.tiling.Puzzle.Shown(pl.Piece, pl.Cells)
		for _, c := range pl.Cells {
			p := sc.spot(c)
			p.mark, p.word = ' ', shown
		}
	}
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if site.Symbol != 0 {
			p := sc.spot(site.At)
			p.mark, p.symbol = d.symbol(site.Symbol), true
		}
	}
	return sc
}

// put adds a piece, in a tint of its colour.
func (d *Drawer) put(sc *scene, piece, tint int, cells []lattice.Cell) {
	colour := d.colours[piece].Tint(tint)
	sc.own(&colour, cells...)
	for _, part := range outline.Parts(sc.lattice, cells) {
		sc.spot(outline.Middle(d.plane, part)).letter = d.letters[piece]
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

// boxed draws the scene with lines between owners, in cells of the usual size.
func boxed(s *scene, width int) *Block {
	if width == 0 {
		width = math.MaxInt
	}
	return draw(s, width, math.MaxInt, false)
}

// draw draws the scene with lines between owners. If large is set, cells are as large as a window
// of width and height allows; the smallest may take more.
func draw(s *scene, width, height int, large bool) *Block {
	if len(s.spots) == 0 {
		return &Block{} // a board without cells may have no layers
	}
	switch l := s.lattice; l.Sides() {
	case 2:
		return sticks(s, width, height, large)
	case 6:
		return layered(hexagons, s, width, height, large)
	case 3:
		return layered(triangles, s, width, height, large)
	}
	return squares(s, width, height, large)
}

// layered draws the layers of a scene side by side.
func layered(
	draw func(*scene, int, int, bool) *Block, s *scene, width, height int, large bool,
) *Block {
	all, left := (*Block)(nil), 0
	for z := range s.size[2] {
		layer := newScene(s.lattice, lattice.Cell{s.size[0], s.size[1], 1})
		for c, p := range s.spots {
			if c[2] == z {
				layer.spots[lattice.Cell{c[0], c[1]}] = p
			}
		}
		b := draw(layer, width/s.size[2], height, large)
		for c, m := range layer.middle {
			s.middle[lattice.Cell{c[0], c[1], z}] = [2]int{left + m[0], m[1]}
		}
		if left += b.width + apart; all == nil {
			all = b
		} else {
			all = all.Beside(b)
		}
	}
	return all
}
