package sheet

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// Formats lists the formats of a [File]: "pdf" for paper, "svg" and "dxf" for cutting
// machines, "stl" for 3D printers.
func Formats() []string { return []string{"pdf", "svg", "dxf", "stl"} }

// A File is a puzzle to make, or a booklet of several: boards, and pieces to cut out in true size.
// It is used by one goroutine.
type File struct {
	add   func(t *puzzle.Tiling, s cover.Solution) error
	write func(w io.Writer) error
}

// New starts a file. The format is one of [Formats], or "pages" for the content of "pdf"
// as one SVG a page, to use in other documents. The errors are an unknown format and invalid
// measures.
func New(format string, o Options) (*File, error) {
	switch format {
	case "pdf", "pages":
		s, err := Paper(o)
		if err != nil {
			return nil, err
		}
		if format == "pages" {
			return &File{s.Add, s.Pages}, nil
		}
		return &File{s.Add, s.PDF}, nil
	case "svg", "dxf":
		s, err := Plates(o)
		if err != nil {
			return nil, err
		}
		if format == "svg" {
			return &File{s.Add, s.SVG}, nil
		}
		return &File{s.Add, s.DXF}, nil
	case "stl":
		b, err := NewBodies(o)
		if err != nil {
			return nil, err
		}
		add := func(t *puzzle.Tiling, _ cover.Solution) error { return b.Add(t) }
		return &File{add, b.STL}, nil
	}
	return nil, fmt.Errorf("no format of sheets is called %q: want pdf, svg, dxf or stl", format)
}

// Add adds a puzzle and, on the last page of a pdf, its solution unless that is nil. Pieces of an
// earlier puzzle are not made again if all are the same in the same numbers. The error is the
// reason why the puzzle cannot be made.
func (f *File) Add(t *puzzle.Tiling, solution cover.Solution) error { return f.add(t, solution) }

// Write writes the file, once.
func (f *File) Write(w io.Writer) error { return f.write(w) }
