package desk

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/cmd/internal/watch"
	"github.com/exactile/exactile/encode"
)

// mostWatched bounds the steps of a search to look at, and mostClauses the options of a formula for
// one.
const (
	mostWatched = 1500
	mostClauses = 6000
)

// watched is two searches for a first solution, of the board and of the formula, with the
// placements that they name: a piece, its orientation, and how far it is moved from there.
type watched struct {
	Options [][5]int     `json:"options"`
	Cells   watch.Record `json:"cells"`
	Clauses watch.Record `json:"clauses"`
}

// watch records how two searches go.
func (d *Desk) watch(ctx context.Context, q *Request) (any, error) {
	m, _, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	if len(m.Options) > mostClauses {
		return nil, fmt.Errorf("%s has %d placements; a search of up to %d can be watched",
			d.tiling.Puzzle.Name, len(m.Options), mostClauses)
	}
	encoding, err := encode.Lookup(encode.Default)
	if err != nil {
		return nil, err
	}
	var w watched
	if w.Cells, err = watch.Cells(ctx, m, mostWatched); err != nil {
		return nil, err
	}
	if w.Clauses, err = watch.Clauses(ctx, m, encoding, mostWatched); err != nil {
		return nil, err
	}
	number := make(map[int]int)
	for _, r := range []watch.Record{w.Cells, w.Clauses} {
		for _, s := range r.Steps {
			for k, o := range s.Lay {
				n, known := number[o]
				if !known {
					n = len(w.Options)
					number[o] = n
					w.Options = append(w.Options, d.moved(o))
				}
				s.Lay[k] = n
			}
		}
	}
	return w, nil
}

// moved is an option as a page draws it: a piece, its orientation, and how far it is moved from
// there.
func (d *Desk) moved(option int) [5]int {
	pl := d.tiling.Placements[option]
	by := pl.Cells[0].Sub(d.tiling.Orientations[pl.Piece][pl.Orientation][0].At)
	return [5]int{pl.Piece, pl.Orientation, by[0], by[1], by[2]}
}
