// Package picture draws solutions as SVG and PNG: one filled path a piece, with round corners, on a
// board whose colour shows between them as lines. Both formats come from the same paths, so they
// look the same.
//
// Several solutions make a contact sheet, in rows from left to right. An SVG of
// any number of them takes bounded memory; a PNG has a bounded number of pixels.
package picture

import (
	"fmt"
	"math"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// The measures of a picture, in SVG's units, which are pixels at scale 1.
const (
	cell   = 36.0
	inset  = 1.0 // half the width of a line
	margin = 12.0
	gap    = 24.0 // between the boards of a sheet

	titleSize, legendSize = 18.0, 12.0 // of words around the boards
)

// MaxScale is the largest scale of a PNG.
const MaxScale = 100

// Options say how to draw. The zero value is a light picture with eight boards a
// row, at scale 1.
type Options struct {
	Theme   string  // one of ThemeNames; "": the first
	Palette string  // one of palette.Names; "": the first
	Columns int     // boards a row; 0: 8
	Scale   float64 // pixels of a PNG to a unit of the SVG; 0: 1
	View    string  // of a puzzle in space, one of Views; "": the first
	Title   string  // a line above the boards
	Legend  bool    // say below the boards which piece is which
}

// A Painter holds what the pictures of one puzzle have in common. It is used by one goroutine.
type Painter struct {
	tiling   *puzzle.Tiling
	Plane    *outline.Plane
	theme    theme
	fills    []palette.Colour // of the pieces
	colourer *Colourer        // nil: pieces are white
	face     *typeface.Face
	Labels   []outline.Path // the letters of the pieces, around the origin
	// labelSize is that of the letters.
	labelSize float64
	heading   outline.Path   // the title, around the origin; may be empty
	names     []outline.Path // of the pieces, for the legend; nil: there is none
	marks     map[rune]outline.Path
	symbols   map[lattice.Cell]rune
	written   map[string]outline.Path // the labels of cells, around the origin
	Hints     map[int]bool            // options that every solution has
	Board     outline.Path            // its outline, on which pieces lie
	Words     outline.Path            // that name the layers, below the board; may be empty
	columns   int
	view      view
}

// NewPainter returns a painter for a puzzle. The errors are ErrNoGeometry and invalid options.
func NewPainter(t *puzzle.Tiling, o Options) (*Painter, error) {
	if t.Puzzle.Cover != nil {
		return nil, ErrNoGeometry
	}
	theme, err := themeByName(o.Theme)
	if err != nil {
		return nil, err
	}
	if o.Columns == 0 {
		o.Columns = 8
	}
	if o.Columns < 1 {
		return nil, fmt.Errorf("%d boards a row: want at least one", o.Columns)
	}
	p := &Painter{
		tiling: t, theme: theme, fills: theme.fills(o.Palette, t.Puzzle.Pieces), columns: o.Columns,
	}
	if !theme.plain {
		p.colourer = NewColourer(t, p.fills, nil)
	}
	cells := make([]lattice.Cell, len(t.Puzzle.Board.Sites))
	p.symbols = make(map[lattice.Cell]rune)
	for n, site := range t.Puzzle.Board.Sites {
		cells[n] = site.At
		if site.Symbol != 0 {
			p.symbols[site.At] = site.Symbol
		}
	}
	if p.view, err = viewByName(o.View, t); err != nil {
		return nil, err
	}
	p.Plane = outline.NewPlane(t.Puzzle.Lattice, cells, cell)
	if p.view.above {
		p.Plane = outline.NewStack(t.Puzzle.Lattice, cells, cell)
	}
	p.Board = outline.Around(p.Plane, cells, -inset, p.radius())
	p.Hints = make(map[int]bool)
	for _, hint := range t.Puzzle.Place {
		p.Hints[t.Find(t.Puzzle.Piece(hint.Piece), hint.Cells)] = true
	}
	p.write(o)
	switch {
	case p.view.above:
		p.view.width, p.view.height = p.Plane.Size()
	case p.view.solid:
		p.view.enclose(cells)
	default:
		p.Words = layerNames(p.face, p.Plane, cells, t.Puzzle.Board.Size[2])
	}
	return p, nil
}

// radius is the distance from a corner at which its curve begins.
func (p *Painter) radius() float64 { return p.Plane.InRadius() / 3 }

// write prepares letters and marks, and the title and the legend if the options ask for them.
func (p *Painter) write(o Options) {
	r := p.Plane.InRadius()
	p.face = typeface.New()
	p.labelSize = 1.25 * r
	if len(p.symbols) > 0 {
		p.labelSize = 0.42 * r // it goes into a corner of the cell
	}
	p.Labels = p.face.Labels(letters.Of(p.tiling.Puzzle.Pieces), p.labelSize)
	p.marks = make(map[rune]outline.Path)
	mark := letters.Marks(p.tiling.Puzzle)
	for _, symbol := range p.symbols {
		if m := mark(symbol); m != letters.Character {
			p.marks[symbol] = typeface.Mark(m, 0.8*r)
		} else {
			p.marks[symbol] = p.face.Text(string(symbol), r)
		}
	}
	p.written = make(map[string]outline.Path)
	for _, site := range p.tiling.Puzzle.Board.Sites {
		if p.written[site.Label] == nil && site.Label != "" {
			p.written[site.Label] = p.face.Fitted(site.Label, 0.8*r, 1.5*r)
		}
	}
	p.heading = p.face.Text(o.Title, titleSize)
	if o.Legend {
		for _, piece := range p.tiling.Puzzle.Pieces {
			p.names = append(p.names, p.face.Text(piece.Name, legendSize))
		}
	}
}

// Size returns the extent of one board, in whole units.
func (p *Painter) Size() (width, height float64) {
	width, height = p.Plane.Size()
	if len(p.Words) > 0 {
		height += captionSpace
	}
	if p.view.solid {
		width, height = p.view.width, p.view.height
	}
	return math.Ceil(width), math.Ceil(height)
}

// A paint is a path and its colour. One that is drawn often has an id in an SVG, and is moved to
// its place.
type paint struct {
	path   outline.Path
	colour palette.Colour
	id     string
	at     outline.Point
}

// A Figure is a placed piece, or a cell without a piece.
type Figure struct {
	Piece  int // -1: an empty cell
	Tint   int // of the piece's colour
	Path   outline.Path
	Marks  outline.Path    // may be empty
	Labels []outline.Point // where the piece's letter stands
}

// Site returns the picture of one empty cell of the board.
func (p *Painter) Site(n int) Figure {
	site := p.tiling.Puzzle.Board.Sites[n]
	f := p.cells(-1, []lattice.Cell{site.At})
	if site.Symbol == 0 {
		f.Marks = append(f.Marks, p.written[site.Label].Moved(p.Plane.Centre(site.At))...)
	}
	return f
}

// Shown returns the label that an option shows instead of letters, or "".
func (p *Painter) Shown(option int) string {
	pl := p.tiling.Placements[option]
	return p.tiling.Puzzle.Shown(pl.Piece, pl.Cells)
}

// Figure returns the picture of an option, in a tint of its piece's colour.
func (p *Painter) Figure(option, tint int) Figure {
	placement := p.tiling.Placements[option]
	f := p.cells(placement.Piece, placement.Cells)
	f.Tint = tint
	if word := p.Shown(option); word != "" {
		f.Marks = append(f.Marks, p.written[word].Moved(p.Plane.Centre(placement.Cells[0]))...)
	} else if !p.byDirection() {
		for _, part := range outline.Parts(p.tiling.Puzzle.Lattice, placement.Cells) {
			f.Labels = append(f.Labels, p.labelAt(part))
		}
	}
	if p.Hints[option] {
		f.Marks = append(f.Marks, p.pinned(placement.Cells)...)
	}
	return f
}

// Oriented returns the picture of a piece in one of its orientations, on the cells that the
// orientation names: they need not be cells of the board. Tinted says that its orientations differ
// by tint.
func (p *Painter) Oriented(piece, orientation int) (f Figure, tinted bool) {
	o := p.tiling.Orientations[piece][orientation]
	f = Figure{Piece: piece, Path: outline.Around(p.Plane, o.Places(), inset, p.radius())}
	for _, c := range o {
		if mark, ok := p.marks[c.Symbol]; ok {
			f.Marks = append(f.Marks, mark.Moved(p.Plane.Centre(c.At))...)
		}
	}
	if p.byDirection() {
		f.Tint = orientation % palette.Tints
		return f, true
	}
	for _, part := range outline.Parts(p.tiling.Puzzle.Lattice, o.Places()) {
		f.Labels = append(f.Labels, p.labelAt(part))
	}
	return f, false
}

// pinned marks a hint: a line inside along the outline of its piece.
func (p *Painter) pinned(cells []lattice.Cell) outline.Path {
	lines := outline.Polygons(p.Plane, cells, 3.5*inset)
	for n, points := range lines {
		lines[n] = append(points, points[0])
	}
	return outline.Stroke(lines, inset)
}

// Tints returns the tint of each placement of a solution, by option; see [Colourer.Tints]. Copies
// of a single piece on a plane have a tint for each direction in which they lie: it shows the
// pattern of a tiling, and the lines between pieces part those that lie alike.
func (p *Painter) Tints(s cover.Solution) map[int]int {
	switch {
	case p.colourer == nil:
		return nil
	case !p.byDirection():
		return p.colourer.Tints(s)
	}
	tints := make(map[int]int, len(s))
	for _, o := range s {
		tints[o] = p.tiling.Placements[o].Orientation % palette.Tints
	}
	return tints
}

// byDirection reports whether tints are of directions: then a letter on each piece would say
// nothing.
func (p *Painter) byDirection() bool {
	t := p.tiling
	return p.colourer != nil && len(t.Puzzle.Pieces) == 1 && len(t.Orientations[0]) > 1 &&
		len(p.symbols) == 0 && !t.Puzzle.Lattice.Layered()
}

// labelAt returns the place of the letter of a part of a piece: in its middle, or in a corner of
// its first cell if cells have symbols.
func (p *Painter) labelAt(part []lattice.Cell) outline.Point {
	if len(p.symbols) > 0 {
		at, r := p.Plane.Centre(part[0]), p.Plane.InRadius()
		return outline.Point{X: at.X - 0.7*r, Y: at.Y - 0.7*r}
	}
	return outline.Heart(p.Plane, part)
}

func (p *Painter) cells(piece int, cells []lattice.Cell) Figure {
	f := Figure{Piece: piece, Path: outline.Around(p.Plane, cells, inset, p.radius())}
	for _, c := range cells {
		if symbol, ok := p.symbols[c]; ok {
			f.Marks = append(f.Marks, p.marks[symbol].Moved(p.Plane.Centre(c))...)
		}
	}
	return f
}

// empty lists the sites that a solution leaves empty. Each is drawn separately, so that they can be
// counted.
func (p *Painter) empty(s cover.Solution) []int {
	covered := make(map[lattice.Cell]bool)
	for _, o := range s {
		for _, c := range p.tiling.Placements[o].Cells {
			covered[c] = true
		}
	}
	var sites []int
	for n, site := range p.tiling.Puzzle.Board.Sites {
		if !covered[site.At] {
			sites = append(sites, n)
		}
	}
	return sites
}

// paints returns what a figure is made of: its cells, marks on them, and letters.
func (p *Painter) paints(f Figure) []paint {
	fill, ink := p.theme.Empty, p.theme.Ink
	if f.Piece >= 0 {
		fill, ink = p.Colours(f.Piece, f.Tint)
	}
	all := []paint{{path: f.Path, colour: fill}}
	if len(f.Marks) > 0 {
		all = append(all, paint{path: f.Marks, colour: ink})
	}
	for _, at := range f.Labels {
		all = append(all, paint{p.Labels[f.Piece], ink, fmt.Sprintf("n%d", f.Piece), at})
	}
	return all
}

// Colours returns a tint of a piece's colour, and its ink.
func (p *Painter) Colours(piece, tint int) (fill, ink palette.Colour) {
	fill = p.fills[piece].Tint(tint)
	return fill, fill.Ink()
}

// title is the picture's name for readers who cannot see it; more is set if there may be more
// solutions than the n that are drawn.
func (p *Painter) title(n int, more bool, o Orbits) string {
	name := p.tiling.Puzzle.Name
	several := o.Of(fmt.Sprintf("%d solutions", n))
	switch {
	case n == 0 && more:
		return name + ": the board; no solution was found so far"
	case n == 0:
		return name + ": the board; there is no solution"
	case n == 1 && o.Some() && !more:
		return name + ": " + o.Of("the only solution")
	case n == 1:
		return name + ": a solution"
	case more && o.Some():
		return fmt.Sprintf("%s: %s, of perhaps more", name, several)
	case more:
		return fmt.Sprintf("%s: %s of perhaps more", name, several)
	case o.Some():
		return name + ": " + several
	}
	return name + ": all " + several
}
