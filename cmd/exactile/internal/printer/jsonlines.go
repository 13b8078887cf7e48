package printer

import (
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
)

// jsonLinesForm prints each solution as a JSON object in a line.
func jsonLinesForm(p *output) (form, error) {
	data := solution.NewWriter(p.tiling)
	var head, line []byte
	return form{solution: func(s cover.Solution) (err error) {
		if head == nil { // now the backend is known
			head = append(p.appendHead(nil), `"solution":`...)
		}
		if line, err = data.AppendJSON(append(line[:0], head...), s); err != nil {
			return err
		}
		line = append(line, "}\n"...)
		_, _ = p.w.Write(line)
		return nil
	}}, nil
}
