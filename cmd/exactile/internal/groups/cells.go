package groups

import (
	"math/big"
	"strconv"

	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// Cells returns the table of groups by pieces and the cells that they cover: a solution belongs to
// several. It is made of the number of solutions with each option, and of that of all.
func Cells(t *puzzle.Tiling, options []*big.Int, all *big.Int) *Table {
	names := Names(t)
	coordinates := func(row Row) []int {
		return t.Puzzle.Coordinates([]lattice.Cell{row.Cell})[0]
	}
	table := &Table{Tiling: t, Count: all, kind: kind{
		Columns: []string{"piece", "x", "y", "z"}[:1+len(coordinates(Row{}))],
		fields: func(row Row) []string {
			fields := []string{names[row.Piece]}
			for _, x := range coordinates(row) {
				fields = append(fields, strconv.Itoa(x))
			}
			return fields
		},
		line: func(row Row, names []string) string {
			return names[row.Piece] + "\t" + solution.Bracketed(coordinates(row))
		},
		object: func(row Row) object {
			return object{Piece: names[row.Piece], Cell: coordinates(row),
				Label: t.Puzzle.Label(row.Cell)}
		},
		by: "pieces and cells",
	}}
	table.panels = func() []render.Panel { return cellPanels(t.Puzzle, table.Rows) }
	for k := range t.Puzzle.Pieces {
		sums := make(map[lattice.Cell]*big.Int)
		for _, site := range t.Puzzle.Board.Sites {
			sums[site.At] = new(big.Int)
			table.Rows = append(table.Rows, Row{Piece: k, Cell: site.At, Count: sums[site.At]})
		}
		for o, pl := range t.Placements {
			if pl.Piece == k {
				for _, c := range pl.Cells {
					sums[c].Add(sums[c], options[o])
				}
			}
		}
	}
	return table
}

// cellPanels are heat maps of the pieces, each with the shades of its own numbers.
func cellPanels(p *puzzle.Puzzle, rows []Row) (panels []render.Panel) {
	cells := len(p.Board.Sites)
	for k, piece := range p.Pieces {
		most := maxCount(rows[:cells])
		panel := render.Panel{
			Title: piece.Name, Caption: piece.Name, Piece: k, Most: short(most),
			Heat: map[lattice.Cell]render.Heat{},
		}
		for _, row := range rows[:cells] {
			panel.Heat[row.Cell] = heat(row.Count, most)
		}
		panels, rows = append(panels, panel), rows[cells:]
	}
	return panels
}
