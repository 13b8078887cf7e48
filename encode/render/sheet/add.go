package sheet

import (
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// newPaper starts a booklet to print.
func newPaper(o Options) (*booklet, error) { return begin(o, false) }

// newPlates starts drawings for a cutting machine.
func newPlates(o Options) (*booklet, error) { return begin(o, true) }

func begin(o Options, machine bool) (*booklet, error) {
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
	s := &booklet{o: o, machine: machine, face: typeface.New(), sets: make(map[string]bool),
		windows: make(map[*lattice.Lattice]*window)}
	err := s.encode()
	s.makeHead("", false)
	return s, err
}

// Add adds a puzzle, a line about it for the heading of its board, and a solution unless it is nil.
// On paper that is for the last page; on plates the pieces lie as in the solution, in the hole of
// the frame, where that is of use: without a kerf and a clearance. A set of pieces equal to that of
// an earlier puzzle is not repeated.
func (s *booklet) Add(t *puzzle.Tiling, about string, solution cover.Solution) error {
	if err := s.check(t); err != nil {
		return fmt.Errorf("%s: %w", t.Puzzle.Name, err)
	}
	s.names = append(s.names, t.Puzzle.Name)
	d := s.drawer(t)
	known := s.known(t)
	filled := s.machine && !known && s.o.Kerf == 0 && s.o.Clearance == 0 && solution != nil
	var err error
	if filled {
		err = s.frame(d.inFrame(solution))
	} else if err = s.boards(d, about); err == nil && !known {
		err = s.pieces(d)
	}
	if err == nil && len(s.pages) > maxPages {
		err = fmt.Errorf("that would be more than %d pages: use smaller cells", maxPages)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Puzzle.Name, err)
	}
	if solution != nil && !s.machine {
		answer := d.small(solution, ofAnswers)
		answer.caption = t.Puzzle.Name
		s.answers = append(s.answers, answer)
	}
	return nil
}

// canMake reports whether pieces of a lattice can be made: cubes, or flat ones with straight sides.
func canMake(l *lattice.Lattice) bool {
	return l == lattice.Cube || !l.Layered() && l.Sides() > 2
}

// check returns an error if a puzzle cannot be on a sheet.
func (s *booklet) check(t *puzzle.Tiling) error {
	switch p := t.Puzzle; {
	case p.Cover != nil:
		return errNoGeometry
	case p.Board.Wrap.Closes():
		return errors.New("a sheet cannot be closed upon itself as the board is (wrap)")
	case len(p.Board.Sites) > maxSites:
		return fmt.Errorf("a board of %d cells is larger than a sheet takes, %d",
			len(p.Board.Sites), maxSites)
	case !canMake(p.Lattice):
		return fmt.Errorf("sheets have no pieces of the lattice %s yet", p.Lattice.Name)
	case s.machine && p.Lattice.Layered():
		return errors.New("pieces in space cannot be cut from a plate; STL has them as bodies")
	}
	return nil
}
