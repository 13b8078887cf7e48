package sheet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// A drawer draws the parts of one puzzle.
type drawer struct {
	*puzzle.Tiling
	s       *booklet
	labels  []outline.Path // letters of size 1
	colours []palette.Colour
	mark    func(symbol rune) letters.Mark
	cells   []lattice.Cell        // of the board
	symbols map[lattice.Cell]rune // of its cells
}

func (s *booklet) drawer(t *puzzle.Tiling) *drawer {
	labels := s.face.Labels(letters.Of(t.Puzzle.Pieces), 1)
	d := &drawer{
		t, s, labels, palette.In(s.o.Palette, t.Puzzle.Pieces), letters.Marks(t.Puzzle), nil,
		make(map[lattice.Cell]rune),
	}
	for k := range d.colours {
		switch {
		case d.isDie(k):
			d.colours[k] = palette.RGB(0x5b, 0x61, 0x6b)
		case s.o.Plain:
			d.colours[k] = palette.White
		}
	}
	for _, site := range t.Puzzle.Board.Sites {
		d.cells = append(d.cells, site.At)
		d.symbols[site.At] = site.Symbol
	}
	return d
}

// placed is figure for cells of the board.
func (d *drawer) placed(p *outline.Plane, piece int, cells []lattice.Cell) art {
	on := make([]puzzle.Cell, len(cells))
	for k, c := range cells {
		on[k] = puzzle.Cell{At: c, Symbol: d.symbols[c]}
	}
	a := d.figure(p, piece, on)
	if word := d.Puzzle.Shown(piece, cells); word != "" && !d.s.machine {
		if !d.isDie(piece) {
			a.shapes = a.shapes[:len(a.shapes)-1] // its letter
		}
		a.shapes = append(a.shapes, d.word(p, cells[0], word, d.colours[piece].Ink()))
	}
	return a
}

// word draws the label of a cell.
func (d *drawer) word(p *outline.Plane, at lattice.Cell, label string, ink palette.Colour) shape {
	r := p.InRadius()
	path := d.s.face.Fitted(label, 0.8*r, 1.5*r)
	return shape{path: path.Moved(p.Centre(at)), fill: ink}
}

// figure draws cells with a colour, marks and a letter, which comes last, but no lines. A blocker
// is a knob. A machine writes no letters: they would be on one side of a piece that may lie on
// either.
func (d *drawer) figure(p *outline.Plane, piece int, cells puzzle.Orientation) (a art) {
	fill, places := d.colours[piece], cells.Places()
	area := shape{outline.Closed(outline.Polygons(p, places, 0)), fill, true}
	if d.isDie(piece) {
		knob := outline.Circle(0.7*p.InRadius(), false).Moved(p.Centre(places[0]))
		area.fill = palette.White
		return art{shapes: []shape{area, {path: knob, fill: fill}}}
	}
	a.shapes = append([]shape{area}, d.marks(p, cells, fill.Ink())...)
	if d.s.machine {
		return a
	}
	size := p.InRadius()
	for _, part := range outline.Parts(d.Puzzle.Lattice, places) {
		at, high := outline.Heart(p, part), 1.1*size
		if cells[slices.Index(places, part[0])].Symbol != 0 { // beside the symbol of its first cell
			c := p.Centre(part[0])
			at, high = outline.Point{X: c.X - 0.62*size, Y: c.Y - 0.62*size}, 0.5*size
		}
		label := d.labels[piece].Scaled(high).Moved(at)
		a.shapes = append(a.shapes, shape{path: label, fill: fill.Ink()})
	}
	return a
}

// marks draws the symbols of cells.
func (d *drawer) marks(p *outline.Plane, cells []puzzle.Cell, ink palette.Colour) (all []shape) {
	for _, c := range cells {
		if c.Symbol == 0 {
			continue
		}
		path := typeface.Mark(d.mark(c.Symbol), 0.85*p.InRadius())
		if path == nil {
			path = d.s.face.Text(string(c.Symbol), p.InRadius())
		}
		all = append(all, shape{path: path.Moved(p.Centre(c.At)), fill: ink})
	}
	return all
}

// title is the heading of the puzzle's pages.
func (d *drawer) title() string { return cmp.Or(d.s.o.Title, d.Puzzle.Name) }

// faces returns the labels of the cells to which a piece of one cell is bound; nil for other
// pieces. It stands for a choice. A die has a blocker to lay on its cell; a date has nothing to
// lay: its cells stay open.
func (d *drawer) faces(piece int) (labels []string) {
	p := d.Puzzle.Pieces[piece]
	if !p.Chooses() {
		return nil
	}
	for _, s := range d.Puzzle.Board.Sites {
		if s.Region != 0 && strings.ContainsRune(p.Within, s.Region) {
			labels = append(labels, s.Label)
		}
	}
	return labels
}

// dieFaces is how many faces a die has at most.
const dieFaces = 6

func (d *drawer) isDie(piece int) bool  { n := len(d.faces(piece)); return n > 0 && n <= dieFaces }
func (d *drawer) isOpen(piece int) bool { return len(d.faces(piece)) > dieFaces }
