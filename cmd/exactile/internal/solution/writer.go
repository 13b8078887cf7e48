package solution

import (
	"encoding/json"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Writer writes many solutions of one puzzle as data. The text of an option is the same in every
// solution, so it is made once. It is not safe for concurrent use.
type Writer struct {
	t *puzzle.Tiling
	// forms are the options as JSON, and lines as lines of cells; nil before first use.
	forms, lines [][]byte
	// rank is the position of each option in the order of Record; nil before rankAfter solutions.
	rank    []int32
	written int
	order   []int // scratch
}

// rankAfter is the number of solutions that are sorted by comparing their placements, before all
// options of the puzzle are ranked.
const rankAfter = 16

// NewWriter returns a Writer for solutions of t.
func NewWriter(t *puzzle.Tiling) *Writer { return &Writer{t: t} }

// AppendJSON appends the Record of s as json.Marshal writes it.
func (w *Writer) AppendJSON(b []byte, s cover.Solution) ([]byte, error) {
	if w.forms == nil {
		w.forms = make([][]byte, len(w.t.Model.Options))
	}
	if w.t.Puzzle.Cover != nil {
		b = append(b, `{"options":[`...)
	} else {
		b = append(b, `{"placements":[`...)
	}
	for k, o := range w.ordered(s) {
		if w.forms[o] == nil {
			var form any
			if w.t.Puzzle.Cover != nil {
				form = w.t.ItemNames(o)
			} else {
				form = placement(w.t, o)
			}
			data, err := json.Marshal(form)
			if err != nil {
				return b, err
			}
			w.forms[o] = data
		}
		if k > 0 {
			b = append(b, ',')
		}
		b = append(b, w.forms[o]...)
	}
	return append(b, `]}`...), nil
}

// AppendCells appends s with one placement a line: the piece, then its cells as x,y.
func (w *Writer) AppendCells(b []byte, s cover.Solution) []byte {
	if w.lines == nil {
		w.lines = make([][]byte, len(w.t.Model.Options))
	}
	for _, o := range w.ordered(s) {
		if w.lines[o] == nil {
			w.lines[o] = append([]byte(w.t.PlacementName(o)), '\n')
		}
		b = append(b, w.lines[o]...)
	}
	return b
}

// ordered returns t.Ordered(s), valid until the next call.
func (w *Writer) ordered(s cover.Solution) []int {
	w.written++
	if w.written <= rankAfter || !slices.IsSorted(s) {
		return w.t.Ordered(s)
	}
	if w.rank == nil {
		all := make(cover.Solution, len(w.t.Model.Options))
		for o := range all {
			all[o] = o
		}
		w.rank = make([]int32, len(all))
		for r, o := range w.t.Ordered(all) {
			w.rank[o] = int32(r)
		}
	}
	w.order = append(w.order[:0], s...)
	slices.SortFunc(w.order, func(a, b int) int { return int(w.rank[a]) - int(w.rank[b]) })
	return w.order
}
