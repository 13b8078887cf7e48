package sheet

import (
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

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
		err = fmt.Errorf("that would be more than %d pages: use smaller cells", maxPages)
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

// check returns an error if a puzzle cannot be on a sheet.
func (s *Sheet) check(t *puzzle.Tiling) error {
	switch p := t.Puzzle; {
	case p.Cover != nil:
		return ErrNoGeometry
	case len(p.Board.Sites) > maxSites:
		return fmt.Errorf("a board of %d cells is larger than a sheet takes, %d",
			len(p.Board.Sites), maxSites)
	case s.machine && p.Lattice.Dims == 3:
		return errors.New("pieces in space cannot be cut from a plate; STL has them as bodies")
	}
	return nil
}
