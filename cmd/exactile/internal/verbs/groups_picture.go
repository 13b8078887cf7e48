package verbs

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/internal/chart"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/page"
)

// maxPanels bounds the boards of a picture.
const maxPanels = 2000

// Picture writes the groups as "svg" or "png". Groups by pieces and cells are a heat map for each
// piece. If the last of By is a single cell, used at most once, there is a heat map of its places
// for each placement of the others. Else each group is a small drawing with its number.
func (t *groupTable) Picture(w io.Writer, format string, o render.Options) error {
	panels, err := t.panels()
	if err != nil {
		return err
	}
	return render.WritePanels(w, format, t.Tiling, t.title(), panels, o)
}

// Page writes the picture as an HTML page, in which the boards wrap.
func (t *groupTable) Page(w io.Writer, footer string) error {
	panels, err := t.panels()
	if err != nil {
		return err
	}
	style, boards, err := render.LoosePanels(t.Tiling, panels)
	if err != nil {
		return err
	}
	p := page.Page{
		Title: t.title(), Lead: fmt.Sprintf("%v solutions in all.", t.Count),
		Style: chart.Style + style, Body: boards, Footer: footer,
	}
	return p.Write(w)
}

func (t *groupTable) title() string {
	names := pieceNames(t.Tiling)
	by := "pieces and cells"
	if !t.Cells {
		var pieces []string
		for _, i := range t.By {
			pieces = append(pieces, names[i])
		}
		by = strings.Join(pieces, ", ")
	}
	return t.Tiling.Puzzle.Name + ": solutions by " + by
}

// panels makes the boards of the render.
func (t *groupTable) panels() (panels []render.Panel, err error) {
	switch {
	case t.Tiling.Puzzle.Cover != nil:
		return nil, render.ErrNoGeometry
	case t.Cells:
		panels = t.cellPanels()
	case t.single():
		panels = t.heatPanels()
	default:
		panels = t.drawings()
	}
	if len(panels) > maxPanels {
		return nil, fmt.Errorf("%d drawings are too many for a picture: want -f text, csv or json",
			len(panels))
	}
	return panels, nil
}

// single reports whether the last of By is a single cell, used at most once.
func (t *groupTable) single() bool {
	p := t.Tiling.Puzzle.Pieces[t.By[len(t.By)-1]]
	return len(p.Cells) == 1 && p.Count.Max == 1
}

// cellPanels are heat maps of the pieces, each with the shades of its own numbers.
func (t *groupTable) cellPanels() (panels []render.Panel) {
	rows := t.Rows
	cells := len(t.Tiling.Puzzle.Board.Sites)
	for k, p := range t.Tiling.Puzzle.Pieces {
		panel := render.Panel{
			Title: p.Name, Caption: p.Name, Piece: k, Heat: map[lattice.Cell]render.Heat{},
		}
		most := maxCount(rows[:cells])
		panel.Most = short(most)
		for _, row := range rows[:cells] {
			panel.Heat[row.Cell] = heat(row.Count, most)
		}
		panels, rows = append(panels, panel), rows[cells:]
	}
	return panels
}

// heatPanels are heat maps of the places of the last of By, one for each placement of the others.
func (t *groupTable) heatPanels() (panels []render.Panel) {
	last := t.By[len(t.By)-1]
	most := maxCount(t.Rows)
	sum := new(big.Int)
	for _, row := range t.Rows {
		others, o := t.splitRow(row, last)
		if n := len(panels); n == 0 || !slices.Equal(others, panels[n-1].Placements) {
			sum.SetInt64(0)
			panels = append(panels, render.Panel{Placements: others, Piece: last,
				Heat: map[lattice.Cell]render.Heat{}})
		}
		panel := &panels[len(panels)-1]
		sum.Add(sum, row.Count)
		panel.Caption, panel.Most = short(sum), short(most)
		panel.Title = fmt.Sprintf("%s: %v", t.line(groupRow{Placements: others},
			pieceNames(t.Tiling)), sum)
		if o >= 0 {
			panel.Heat[t.Tiling.Placements[o].Cells[0]] = heat(row.Count, most)
		}
	}
	return panels
}

// splitRow splits the placements of a row into o, that of a piece (-1: none), and the others.
func (t *groupTable) splitRow(row groupRow, piece int) (others []int, o int) {
	o = -1
	for _, p := range row.Placements {
		if t.Tiling.Placements[p].Piece == piece {
			o = p
			continue
		}
		others = append(others, p)
	}
	return others, o
}

// drawings are drawings of the groups one by one.
func (t *groupTable) drawings() (panels []render.Panel) {
	for _, row := range t.Rows {
		if len(panels) > maxPanels {
			break
		}
		title := fmt.Sprintf("%s: %v", t.line(row, pieceNames(t.Tiling)), row.Count)
		panels = append(panels, render.Panel{
			Title: title, Placements: row.Placements, Caption: short(row.Count),
		})
	}
	return panels
}

// heat is the number of a cell, as a part of the highest one.
func heat(n, most *big.Int) render.Heat {
	part := 0.0
	if most.Sign() > 0 {
		part, _ = new(big.Rat).SetFrac(n, most).Float64()
	}
	return render.Heat{Part: part, Text: short(n), Title: n.String()}
}

func maxCount(rows []groupRow) *big.Int {
	most := new(big.Int)
	for _, row := range rows {
		if row.Count.Cmp(most) > 0 {
			most = row.Count
		}
	}
	return most
}

// short formats a number of more than six digits with two digits: "2.4e30".
func short(n *big.Int) string {
	const digits = 6
	text := n.String()
	if len(text) <= digits {
		return text
	}
	return strings.NewReplacer("e+0", "e", "e+", "e").Replace(new(big.Float).SetInt(n).Text('e', 1))
}
