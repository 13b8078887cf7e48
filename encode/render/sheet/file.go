package sheet

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A File is a puzzle to make, or a booklet of several: boards, and pieces to cut out in true size.
// A frame to cut has a floor of its own. It is used by one goroutine.
type File struct {
	add func(t *puzzle.Tiling, about string, s cover.Solution) error
	// card is nil for bodies.
	card  func(t *puzzle.Tiling, given, solution cover.Solution, stars int)
	write func(w io.Writer) error // nil: bodies are written as beds
	beds  func() (beds [][]byte, cell float64, err error)
}

// New starts a file. The format is "pdf" for paper, "svg" or "dxf" for cutting machines, "stl" for
// 3D printers, or "pages" for the content of "pdf" as one SVG a page, to use in other documents.
// The errors are an unknown format and invalid measures.
func New(format string, o Options) (*File, error) {
	var s *booklet
	var err error
	switch format {
	case "pdf", "pages":
		if s, err = newPaper(o); err == nil && o.FitCell {
			f := &fitted{trial: s}
			return &File{add: f.Add, card: f.Challenge, write: func(w io.Writer) error {
				s, err := f.Laid()
				if err != nil {
					return err
				}
				return s.writers()[format](w)
			}}, nil
		}
	case "svg", "dxf":
		s, err = newPlates(o)
	case "stl":
		b, err := newBodies(o)
		return &File{add: func(t *puzzle.Tiling, _ string, _ cover.Solution) error {
			return b.Add(t)
		}, beds: b.Beds}, err
	default:
		return nil, fmt.Errorf("no format of sheets is called %q: want pdf, svg, dxf or stl",
			format)
	}
	if err != nil {
		return nil, err
	}
	return &File{add: s.Add, card: s.Challenge, write: s.writers()[format]}, nil
}

// writers are the formats of booklets.
func (s *booklet) writers() map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{"pdf": s.PDF, "pages": s.Pages, "svg": s.SVG,
		"dxf": s.DXF}
}

// Add adds a puzzle, a line about it for the heading and, unless it is nil, a solution: for the
// last page of a pdf, and for the places of the pieces in the frame of an svg or dxf. Pieces of an
// earlier puzzle are not made again if all are the same in the same numbers. The error is the
// reason why the puzzle cannot be made.
func (f *File) Add(t *puzzle.Tiling, about string, solution cover.Solution) error {
	return f.add(t, about, solution)
}

// Challenge adds a numbered card, which only a pdf has: what is given of a puzzle, the solution for
// the last page, and how hard it is: one to five stars, 0 for unknown.
func (f *File) Challenge(t *puzzle.Tiling, given, solution cover.Solution, stars int) {
	if f.card != nil {
		f.card(t, given, solution, stars)
	}
}

// Write writes the file, once. Bodies on several beds are an error: see [File.Beds].
func (f *File) Write(w io.Writer) error {
	if f.beds == nil {
		return f.write(w)
	}
	beds, _, err := f.beds()
	if err == nil && len(beds) != 1 {
		err = fmt.Errorf("the bodies take %d beds of the printer, a file each", len(beds))
	}
	if err == nil {
		_, err = w.Write(beds[0])
	}
	return err
}

// Beds returns the bodies of an stl, once: a file for each bed of the printer, and the size of
// their cells in millimetres. It is nil for other formats.
func (f *File) Beds() (beds [][]byte, cell float64, err error) {
	if f.beds == nil {
		return nil, 0, nil
	}
	return f.beds()
}
