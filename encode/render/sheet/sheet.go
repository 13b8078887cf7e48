// Package sheet lays out puzzles to make: boards to print and pieces to cut out in true size, over
// as many pages as needed, and bodies for 3D printers. It writes PDF for paper, SVG and DXF for
// cutting machines, STL for 3D printers.
//
// All measures are millimetres; y grows downwards.
package sheet

import (
	"errors"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// Options are the measures of a sheet, in millimetres. Cell, Width and Height must be set.
type Options struct {
	// Cell is the side of a square or a cube, the width of a hexagon, the side of a triangle.
	Cell float64
	// FitCell makes cells as large as a page of paper allows, all on one page where that can be,
	// and bodies so small that the tray or a piece fits the bed. Cell is for what cannot fit.
	FitCell bool
	// Address, if it is not "", is on the first page of paper as a code to scan.
	Address string
	// Width and Height are the size of the paper or of the plate of material.
	Width, Height float64
	// Kerf is the width of a cut: lines are moved by half of it, so that parts have their true
	// size. Only for svg and dxf.
	Kerf float64
	// Clearance is how much narrower a piece is than its place. Not for pdf.
	Clearance float64
	// Thick is the height of flat pieces in space.
	Thick float64
	// BedWidth and BedDepth are the room of a 3D printer; 0: there is no limit.
	BedWidth, BedDepth float64
	// Plain makes the pieces of a pdf white.
	Plain bool
	// Palette is one of palette.Names; "": the first.
	Palette string
	// Title is the heading of every page of a pdf; "": the name of the puzzle.
	Title string
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

// A booklet has pages of puzzles and is being made.
type booklet struct {
	o       Options
	machine bool // for a cutting machine: no colours, and nothing in the margin
	face    *typeface.Face
	names   []string
	pages   []*page
	sets    map[string]bool // sets of pieces added so far
	cards   []block         // challenges
	choices bool            // some of them begin with a roll or a date
	answers []block
	windows map[*lattice.Lattice]*window
	head    float64 // the height of a page's heading
	code    block   // of the address; beside the first heading

	// A booklet of a single page collects its parts and their notes, to be laid out at the end.
	single, across bool
	narrow         bool // pieces leave the width of the board
	parts          [][]block
	note           string
	finished       bool
}

// errNoGeometry reports a puzzle that is only items and options, so it cannot be made.
var errNoGeometry = errors.New("a puzzle without geometry has no board and no pieces to make")

// known reports whether the same pieces were added before, and records them.
func (s *booklet) known(t *puzzle.Tiling) bool {
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

// text returns a line of text of at most width most, from the origin on.
func (s *booklet) text(words string, size, most float64) block {
	path := s.face.Text(words, size)
	low, high := path.Bounds()
	if w := high.X - low.X; w > most {
		path = path.Scaled(most / w)
		low, high = path.Bounds()
	}
	var b block
	b.width, b.height = high.X-low.X, size
	b.shapes = []shape{{path: path.Moved(outline.Point{X: -low.X, Y: size / 2}),
		fill: palette.Black}}
	return b
}
