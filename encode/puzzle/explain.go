package puzzle

import (
	"errors"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
)

// Explain describes an error of cover.Model.Check in terms of the puzzle.
func (t *Tiling) Explain(err error) string {
	var bound *cover.BoundError
	if !errors.As(err, &bound) || t.Puzzle.Cover != nil {
		return err.Error()
	}
	pieces := t.Puzzle.Pieces
	added := bound.Index - len(pieces) - len(t.Puzzle.Board.Sites)
	switch sites := bound.Index - len(pieces); {
	case bound.Index < len(pieces):
		piece := pieces[bound.Index]
		return fmt.Sprintf("piece %q is used %s, not %s", piece.Name, times(bound.Covered),
			piece.Count)
	case sites < len(t.Puzzle.Board.Sites):
		return fmt.Sprintf("cell (%s) is covered %s, not %s",
			cellName(t.Puzzle.Lattice, t.Puzzle.Board.Sites[sites].At), times(bound.Covered),
			Bounds{bound.Item.Min, bound.Item.Max})
	case added < len(t.limits):
		return t.limits[added].broken(bound.Covered)
	}
	return err.Error()
}
