package chart

import (
	_ "embed"
	"html/template"
	"math"
)

//go:embed matrix.html
var matrixMarkup string

// Matrix is a table whose cells are shaded: the greater the logarithm of a cell's figure, the
// deeper its shade.
type Matrix struct {
	// Title is the heading above the table, Corner that of the first column.
	Title, Corner string
	Columns       []string
	Rows          []MatrixRow
}

// A MatrixRow is a row of a Matrix, with a cell for each column.
type MatrixRow struct {
	Name  string
	Cells []MatrixCell
}

// A MatrixCell has a text and a figure. A figure that is not above 0, or not finite, gets no shade.
// Class is a class of the page's style; may be empty.
type MatrixCell struct {
	Text   string
	Figure float64
	Class  string
}

// deepest is the shade of the greatest figure, in percent: text on this shade stays legible.
const deepest = 45

// shaded reports whether a figure has a shade.
func shaded(f float64) bool { return f > 0 && !math.IsInf(f, 0) }

// HTML returns the table. Names and texts are text, never markup.
func (m *Matrix) HTML() (template.HTML, error) {
	least, greatest := math.Inf(1), 0.
	for _, row := range m.Rows {
		for _, cell := range row.Cells {
			if shaded(cell.Figure) {
				least, greatest = min(least, cell.Figure), max(greatest, cell.Figure)
			}
		}
	}
	type cell struct {
		MatrixCell
		Shade int
	}
	type row struct {
		Name  string
		Cells []cell
	}
	var rows []row
	for _, r := range m.Rows {
		shown := row{Name: r.Name}
		for _, c := range r.Cells {
			shade := 0
			if shaded(c.Figure) && greatest > least {
				depth := math.Log(c.Figure/least) / math.Log(greatest/least)
				shade = int(math.Round(deepest * depth))
			}
			shown.Cells = append(shown.Cells, cell{c, shade})
		}
		rows = append(rows, shown)
	}
	return filled(matrixMarkup, map[string]any{
		"Title": m.Title, "Corner": m.Corner, "Columns": m.Columns, "Rows": rows,
	})
}
