package table

import (
	"html/template"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/encode/render"
)

// Grid returns a table of engines and encodings for a page, from the backends whose names have
// both; "" if there are fewer than two of either. cell returns the cell of the backend with an
// index.
func Grid(
	names []string, title string, cell func(k int) render.MatrixCell,
) (template.HTML, error) {
	m := render.Matrix{Title: title + ", by engine and encoding", Corner: "encoding"}
	at := make(map[[2]string]int) // the index of the backend
	row := make(map[string]int)   // by encoding
	column := make(map[string]bool)
	for k, name := range names {
		engine, encoding := comparison.SplitEncoding(name)
		if encoding == "" {
			continue
		}
		if !column[engine] {
			column[engine] = true
			m.Columns = append(m.Columns, engine)
		}
		if _, known := row[encoding]; !known {
			row[encoding] = len(m.Rows)
			m.Rows = append(m.Rows, render.MatrixRow{Name: encoding})
		}
		at[[2]string{engine, encoding}] = k
	}
	if len(m.Columns) < 2 || len(m.Rows) < 2 {
		return "", nil
	}
	for n := range m.Rows {
		for _, engine := range m.Columns {
			shown := render.MatrixCell{Text: "-"}
			if k, ok := at[[2]string{engine, m.Rows[n].Name}]; ok {
				shown = cell(k)
			}
			m.Rows[n].Cells = append(m.Rows[n].Cells, shown)
		}
	}
	return m.HTML()
}
