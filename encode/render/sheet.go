package render

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/sheet"
)

// SheetFormats lists the formats of a [Sheet]: "pdf" for paper, "svg" and "dxf" for cutting
// machines, "stl" for 3D printers.
func SheetFormats() []string { return []string{"pdf", "svg", "dxf", "stl"} }

// SheetOptions are the measures of a sheet, in millimetres. Cell, Width and Height must be set.
type SheetOptions = sheet.Options

// A Sheet is a puzzle to make, or a booklet of several: boards, and pieces to cut out in true size.
// It is used by one goroutine.
type Sheet struct {
	add   func(t *puzzle.Tiling, s cover.Solution) error
	write func(w io.Writer) error
}

// NewSheet starts a sheet. The format is one of [SheetFormats], or "pages" for the content of "pdf"
// as one SVG a page, to use in other documents. The errors are an unknown format and invalid
// measures.
func NewSheet(format string, o SheetOptions) (*Sheet, error) {
	switch format {
	case "pdf", "pages":
		s, err := sheet.Paper(o)
		if err != nil {
			return nil, err
		}
		if format == "pages" {
			return &Sheet{s.Add, s.Pages}, nil
		}
		return &Sheet{s.Add, s.PDF}, nil
	case "svg", "dxf":
		s, err := sheet.Plates(o)
		if err != nil {
			return nil, err
		}
		if format == "svg" {
			return &Sheet{s.Add, s.SVG}, nil
		}
		return &Sheet{s.Add, s.DXF}, nil
	case "stl":
		b, err := sheet.NewBodies(o)
		if err != nil {
			return nil, err
		}
		add := func(t *puzzle.Tiling, _ cover.Solution) error { return b.Add(t) }
		return &Sheet{add, b.STL}, nil
	}
	return nil, fmt.Errorf("no format of sheets is called %q: want pdf, svg, dxf or stl", format)
}

// Add adds a puzzle and, on the last page of a pdf, its solution unless that is nil. Pieces of an
// earlier puzzle are not made again if all are the same in the same numbers. The error is the
// reason why the puzzle cannot be made.
func (s *Sheet) Add(t *puzzle.Tiling, solution cover.Solution) error { return s.add(t, solution) }

// Write writes the sheet, once.
func (s *Sheet) Write(w io.Writer) error { return s.write(w) }
