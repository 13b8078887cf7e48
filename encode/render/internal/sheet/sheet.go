package sheet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// Options say how a sheet is laid out. Cell, Width and Height must be given.
type Options struct {
	Cell          float64 // the side of a square, the width of a hexagon, the side of a triangle
	Width, Height float64 // of the paper or the plate
	Kerf          float64 // how wide a cut is
	Clearance     float64 // how much narrower a piece is than its place
	Plain         bool    // pieces are white
}

// The limits of a sheet.
const (
	minCell, maxCell = 2, 1000
	maxPaper         = 5000
	maxSites         = 20000 // cells of a board
	maxCopies        = 2000  // pieces of a puzzle
	maxPages         = 300
	maxPlaces        = 100000 // cells that fit on a page
)

// A Sheet is a booklet of puzzles that is being made.
type Sheet struct {
	o       Options
	machine bool // for a cutting machine: no colours, and nothing in the margin
	face    *typeface.Face
	names   []string
	pages   []*page
	sets    map[string]bool // sets of pieces added so far
	answers []block
	windows map[*lattice.Lattice]*window
}

// Paper starts a booklet to print.
func Paper(o Options) (*Sheet, error) { return begin(o, false) }

// Plates starts drawings for a cutting machine.
func Plates(o Options) (*Sheet, error) { return begin(o, true) }

func begin(o Options, machine bool) (*Sheet, error) {
	switch {
	case !(o.Cell >= minCell && o.Cell <= maxCell):
		return nil, fmt.Errorf("cells of %g mm: want %d mm to %d mm", o.Cell, minCell, maxCell)
	case !(o.Width >= 50 && o.Height >= 50 && o.Width <= maxPaper && o.Height <= maxPaper):
		return nil, fmt.Errorf("paper of %g by %g mm: want 50 mm to %d mm each way",
			o.Width, o.Height, maxPaper)
	case o.Width*o.Height > maxPlaces*o.Cell*o.Cell:
		return nil, fmt.Errorf("cells of %g mm on %g by %g mm: that is more than %d of them",
			o.Cell, o.Width, o.Height, maxPlaces)
	case !(o.Kerf >= 0 && o.Kerf <= o.Cell/4):
		return nil, fmt.Errorf("a cut %g mm wide: want at most a quarter of a cell", o.Kerf)
	case !(o.Clearance >= 0 && o.Clearance <= o.Cell/4):
		return nil, fmt.Errorf("pieces narrower by %g mm: want at most a quarter of a cell",
			o.Clearance)
	}
	return &Sheet{o: o, machine: machine, face: typeface.New(), sets: make(map[string]bool),
		windows: make(map[*lattice.Lattice]*window)}, nil
}

// ErrNoGeometry reports a puzzle that is only items and options, so it cannot be made.
var ErrNoGeometry = errors.New("a puzzle without geometry has no board and no pieces to make")

// check returns an error if a puzzle cannot be on a sheet.
func (s *Sheet) check(t *puzzle.Tiling) error {
	switch p := t.Puzzle; {
	case p.Cover != nil:
		return ErrNoGeometry
	case len(p.Board.Sites) > maxSites:
		return fmt.Errorf("a board of %d cells is larger than a sheet takes, %d",
			len(p.Board.Sites), maxSites)
	case s.machine && p.Lattice.Dims == 3:
		return errors.New("pieces in space are not cut from a plate; STL has them as bodies")
	}
	return nil
}

// Add adds a puzzle, and a solution for the last page unless it is nil. A set of pieces equal to
// that of an earlier puzzle is not repeated.
func (s *Sheet) Add(t *puzzle.Tiling, solution cover.Solution) error {
	if err := s.check(t); err != nil {
		return fmt.Errorf("%s: %w", t.Puzzle.Name, err)
	}
	s.names = append(s.names, t.Puzzle.Name)
	d := s.drawer(t)
	err := s.boards(d)
	if err == nil && !s.known(t) {
		err = s.pieces(d)
	}
	if err == nil && len(s.pages) > maxPages {
		err = fmt.Errorf("that would be more than %d pages: ask for smaller cells", maxPages)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Puzzle.Name, err)
	}
	if solution != nil {
		width, height := s.room(false)
		s.answers = append(s.answers, d.answer(solution, width, height-captionGap))
	}
	return nil
}

// known reports whether the same pieces were added before, and records them.
func (s *Sheet) known(t *puzzle.Tiling) bool {
	var b strings.Builder
	fmt.Fprint(&b, t.Puzzle.Lattice.Name)
	for k, piece := range t.Puzzle.Pieces {
		fmt.Fprint(&b, "\x00", piece.Name, "\x00", t.Orientations[k][0], copies(t.Puzzle, k))
	}
	known := s.sets[b.String()]
	s.sets[b.String()] = true
	return known
}

// copies is the number of copies of a piece to make: the maximum that may be used, but no more than
// fit on the board.
func copies(p *puzzle.Puzzle, piece int) int {
	most := len(p.Board.Sites) / len(p.Pieces[piece].Cells)
	return min(p.Pieces[piece].Count.Max, max(most, p.Pieces[piece].Count.Min))
}

// allCopies is the total number of copies, and an error if it is too large.
func allCopies(p *puzzle.Puzzle) (n int, err error) {
	for k := range p.Pieces {
		if n += copies(p, k); n > maxCopies {
			return n, fmt.Errorf("more than %d pieces to make: say in the puzzle how many are used",
				maxCopies)
		}
	}
	return n, nil
}

// A drawer draws the parts of one puzzle.
type drawer struct {
	*puzzle.Tiling
	s       *Sheet
	labels  []outline.Path // letters of size 1
	colours []palette.Colour
	mark    func(symbol rune) letters.Mark
	symbols map[lattice.Cell]rune // of the board
}

func (s *Sheet) drawer(t *puzzle.Tiling) *drawer {
	colours := palette.Of(t.Puzzle.Pieces)
	if s.o.Plain {
		for k := range colours {
			colours[k] = palette.White
		}
	}
	symbols := make(map[lattice.Cell]rune)
	for _, site := range t.Puzzle.Board.Sites {
		symbols[site.At] = site.Symbol
	}
	labels := s.face.Labels(letters.Of(t.Puzzle.Pieces), 1)
	return &drawer{t, s, labels, colours, letters.Marks(t.Puzzle), symbols}
}

// text returns a line of text of at most width most, from the origin on.
func (s *Sheet) text(words string, size, most float64) block {
	path := s.face.Text(words, size)
	low, high := path.Bounds()
	if w := high.X - low.X; w > most {
		path = path.Scaled(most / w)
		low, high = path.Bounds()
	}
	var b block
	b.width, b.height = high.X-low.X, size
	b.shapes = []shape{{path: path.Moved(outline.Point{X: -low.X, Y: size / 2}), fill: palette.Black}}
	return b
}

// placed is figure for cells of the board.
func (d *drawer) placed(p *outline.Plane, piece int, cells []lattice.Cell) art {
	on := make([]puzzle.Cell, len(cells))
	for k, c := range cells {
		on[k] = puzzle.Cell{At: c, Symbol: d.symbols[c]}
	}
	a := d.figure(p, piece, on)
	if word := d.Puzzle.Shown(piece, cells); word != "" {
		a.shapes = a.shapes[:len(a.shapes)-1] // its letter
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

// figure draws cells with a colour, marks and a letter, which comes last, but no lines.
func (d *drawer) figure(p *outline.Plane, piece int, cells puzzle.Orientation) (a art) {
	fill, places := d.colours[piece], cells.Places()
	a.shapes = append(a.shapes, shape{outline.Closed(outline.Polygons(p, places, 0)), fill, true})
	a.shapes = append(a.shapes, d.marks(p, cells, fill.Ink())...)
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
