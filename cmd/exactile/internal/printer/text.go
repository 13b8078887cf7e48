package printer

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/render"
)

// textForm prints drawings with a letter for each piece, one below the other; a terminal gets rows
// of them, with lines if it can show these.
func textForm(p *output) (form, error) {
	if s := p.screen; p.tiling.Puzzle.Cover == nil && (s.Colour || s.Terminal && !p.chosen) {
		return newRows(p, s.Terminal && s.Unicode && !p.chosen).asForm(), nil
	}
	return form{solution: func(s cover.Solution) error {
		if p.n > 1 {
			fmt.Fprintln(p.w)
		}
		_, _ = io.WriteString(p.w, render.Text(p.tiling, s))
		return nil
	}}, nil
}
