package sheet

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// The sizes of cells that are chosen: the largest, the least on a single page, so that hands lay
// the pieces well, and the least of a board that need not be glued together.
const mostFitted, leastSingle, leastFitted = 30.0, 10.0, 6.0

// fittedStep is from one size to the next that is tried.
const fittedStep = 0.5

// A fitted is paper whose cells are as large as it allows. What is on it is known when it is
// written, so it is laid out then.
type fitted struct {
	trial *booklet // of the measures, with cells of the given size
	on    []func(*booklet) error
	sites int
}

// Add is Add of a booklet. The error is what can be known before the layout.
func (f *fitted) Add(t *puzzle.Tiling, about string, solution cover.Solution) error {
	err := f.trial.check(t)
	if err == nil {
		_, err = allCopies(t.Puzzle)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Puzzle.Name, err)
	}
	f.sites += len(t.Puzzle.Board.Sites)
	f.trial.names = append(f.trial.names, t.Puzzle.Name)
	f.on = append(f.on, func(s *booklet) error { return s.Add(t, about, solution) })
	return nil
}

// Challenge is Challenge of a booklet.
func (f *fitted) Challenge(t *puzzle.Tiling, given, solution cover.Solution, stars int) {
	f.on = append(f.on, func(s *booklet) error {
		s.Challenge(t, given, solution, stars)
		return nil
	})
}

// Laid lays all out: on one page if there are cells with which it fits, or else with the largest
// cells with which no board is glued together, or somewhat smaller ones where that takes fewer
// pages.
func (f *fitted) Laid() (*booklet, error) {
	o := f.trial.o
	least := float64(f.sites) * leastSingle * leastSingle
	if len(f.trial.names) == 1 && least <= o.Width*o.Height {
		if one := f.largest(leastSingle, mostFitted, f.onOne); one != nil {
			return one, nil
		}
	}
	whole := f.largest(leastFitted, mostFitted, func(cell float64) *booklet {
		s, err := f.with(cell, false, false, false)
		if err != nil || slices.ContainsFunc(s.pages, func(p *page) bool { return p.clip != nil }) {
			return nil
		}
		return s
	})
	if whole == nil {
		return f.with(o.Cell, false, false, false)
	}
	fewer := f.largest(0.75*whole.o.Cell, whole.o.Cell, func(cell float64) *booklet {
		s, err := f.with(cell, false, false, false)
		if err != nil || len(s.pages) >= len(whole.pages) {
			return nil
		}
		return s
	})
	return cmp.Or(fewer, whole), nil
}

// largest returns what is laid with the largest cells, from a least size to a greatest, with which
// that is possible; nil if there are none. What is possible is so with smaller cells, too, or
// almost always: so half of the sizes are left out at a time.
func (f *fitted) largest(least, most float64, lay func(cell float64) *booklet) (best *booklet) {
	for low, high := 0, int((most-least)/fittedStep); low <= high; { // steps below the greatest
		middle := (low + high) / 2
		if s := lay(most - fittedStep*float64(middle)); s != nil {
			best, high = s, middle-1
		} else {
			low = middle + 1
		}
	}
	return best
}

// onOne lays all out on one page, nil if it does not fit.
func (f *fitted) onOne(cell float64) *booklet {
	for _, across := range []bool{false, true} {
		for _, narrow := range []bool{true, false} {
			if s, err := f.with(cell, true, across, narrow); err == nil {
				return s
			}
		}
	}
	return nil
}

// with lays all out with cells of a size.
func (f *fitted) with(cell float64, single, across, narrow bool) (*booklet, error) {
	o := f.trial.o
	o.Cell = cell
	s, err := newPaper(o)
	if err != nil {
		return nil, err
	}
	s.face = f.trial.face // it keeps the letters that it has drawn
	s.single, s.across, s.narrow = single, across, narrow
	for _, add := range f.on {
		if err := add(s); err != nil {
			return nil, err
		}
	}
	return s, s.finish()
}
