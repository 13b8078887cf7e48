package render

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/sheet"
)

// SheetFormats lists what a [Sheet] can be written as: "pdf" for paper, "svg" and "dxf"
// for machines that cut, "stl" for those that build bodies.
func SheetFormats() []string { return []string{"pdf", "svg", "dxf", "stl"} }

// SheetOptions say how large what is made is, in millimetres. Cell, Width and Height must be
// given.
type SheetOptions struct {
	// Cell is the side of a square or a cube, the width of a hexagon, the side of a triangle.
	Cell float64
	// Width and Height are of the paper or the plate of material.
	Width, Height float64
	// Kerf is how wide a cut is: lines are moved by half of it, so that what is cut has its
	// true size. Only for svg and dxf.
	Kerf float64
	// Clearance is how much narrower a piece is than its place. Not for pdf.
	Clearance float64
	// Plain has the pieces of a pdf white.
	Plain bool
}

// A Sheet is a puzzle to make, or a booklet of several: boards, and pieces to cut out in
// true size. It is used by one goroutine.
type Sheet struct {
	add   func(t *puzzle.Tiling, s cover.Solution) error
	write func(w io.Writer) error
}

// NewSheet begins a sheet. The format is one of [SheetFormats], or "pages" for what "pdf"
// prints as one SVG a page, for pages of other documents. The errors are another format and
// measures without sense.
func NewSheet(format string, o SheetOptions) (*Sheet, error) {
	options := sheet.Options(o)
	switch format {
	case "pdf", "pages":
		s, err := sheet.Paper(options)
		if err != nil {
			return nil, err
		}
		if format == "pages" {
			return &Sheet{s.Add, s.Pages}, nil
		}
		return &Sheet{s.Add, s.PDF}, nil
	case "svg", "dxf":
		s, err := sheet.Plates(options)
		if err != nil {
			return nil, err
		}
		if format == "svg" {
			return &Sheet{s.Add, s.SVG}, nil
		}
		return &Sheet{s.Add, s.DXF}, nil
	case "stl":
		b, err := sheet.NewBodies(options)
		if err != nil {
			return nil, err
		}
		add := func(t *puzzle.Tiling, _ cover.Solution) error { return b.Add(t) }
		return &Sheet{add, b.STL}, nil
	}
	return nil, fmt.Errorf("no format of sheets is called %q: want pdf, svg, dxf or stl", format)
}

// Add adds a puzzle and, on the last page of a pdf, a solution of it unless that is nil.
// Pieces that a puzzle before it has in the same number are not made twice. The error says
// why the puzzle cannot be made.
func (s *Sheet) Add(t *puzzle.Tiling, solution cover.Solution) error { return s.add(t, solution) }

// Write writes the sheet, once.
func (s *Sheet) Write(w io.Writer) error { return s.write(w) }
