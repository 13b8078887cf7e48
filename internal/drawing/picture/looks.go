package picture

import (
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/palette"
)

// A Look is how a piece looks in every picture of its puzzle: colours in CSS spelling, and its
// letter as an SVG path around the origin.
type Look struct{ Fill, Ink, Label string }

// Looks returns the look of each piece. The error is ErrNoGeometry.
func Looks(t *puzzle.Tiling) ([]Look, error) {
	painter, err := NewPainter(t, Options{})
	if err != nil {
		return nil, err
	}
	looks := make([]Look, len(t.Puzzle.Pieces))
	for k, c := range palette.Of(t.Puzzle.Pieces) {
		looks[k] = Look{c.CSS(), c.Ink().CSS(), painter.Labels[k].SVG()}
	}
	return looks, nil
}
