package printer

import (
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
)

// cellsForm prints a line for each placement: the piece, then its cells as x,y.
func cellsForm(p *output) (form, error) {
	data, text := solution.NewWriter(p.tiling), []byte(nil)
	return form{solution: func(s cover.Solution) error {
		text = text[:0]
		if p.n > 1 {
			text = append(text, '\n')
		}
		text = data.AppendCells(text, s)
		_, _ = p.w.Write(text)
		return nil
	}}, nil
}
