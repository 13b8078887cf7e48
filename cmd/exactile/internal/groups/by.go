package groups

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/text"
)

// placed is a table by the placements of pieces.
type placed struct {
	*Table
	by     []int // the pieces; items if there is no geometry
	labels map[int]map[lattice.Cell]string
}

// By returns the table of groups by the placements of pieces, in the order of their cells. The
// pieces are indices into those of the puzzle; items if it has no geometry.
func By(t *puzzle.Tiling, pieces []int, groups []cover.Group) *Table {
	p := &placed{&Table{Tiling: t}, pieces, make(map[int]map[lattice.Cell]string)}
	p.kind = kind{fields: p.record, line: p.describe, object: p.data, panels: p.draw}
	for _, i := range pieces {
		p.Columns = append(p.Columns, Names(t)[i])
	}
	p.kind.by = strings.Join(p.Columns, ", ")
	p.add(groups, func(g cover.Group) (row Row) {
		for _, i := range pieces {
			for _, o := range slices.SortedFunc(slices.Values(g.Options), p.compare) {
				if p.covers(o, i) && !slices.Contains(row.Placements, o) {
					row.Placements = append(row.Placements, o)
				}
			}
		}
		return row
	})
	slices.SortStableFunc(p.Rows, func(a, b Row) int {
		return slices.CompareFunc(a.Placements, b.Placements, p.compare)
	})
	return p.Table
}

// covers reports whether an option covers an item.
func (p *placed) covers(option, item int) bool {
	_, found := slices.BinarySearch(p.Tiling.Options[option], item)
	return found
}

// compare orders placements by their cells, and then by their items: the order does not depend
// on a seed that shuffles the options.
func (p *placed) compare(a, b int) int {
	if p.Tiling.Placements != nil {
		one, other := p.Tiling.Placements[a], p.Tiling.Placements[b]
		if order := slices.CompareFunc(one.Cells, other.Cells, lattice.Cell.Compare); order != 0 {
			return order
		}
	}
	return slices.Compare(p.Tiling.Options[a], p.Tiling.Options[b])
}

// placement formats the cells of a placement: "[0,0] [1,0]", what names a cell in its place, or its
// items if there is no geometry.
func (p *placed) placement(o int) string {
	if p.Tiling.Placements == nil {
		return strings.Join(p.Tiling.ItemNames(o), " ")
	}
	var words []string
	pl := p.Tiling.Placements[o]
	if p.labels[pl.Piece] == nil {
		p.labels[pl.Piece] = p.Tiling.CellLabels(pl.Piece)
	}
	for n, c := range p.Tiling.Puzzle.Coordinates(pl.Cells) {
		word := text.Visible(p.labels[pl.Piece][pl.Cells[n]])
		if word == "" {
			word = solution.Bracketed(c)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func (p *placed) describe(row Row, names []string) string {
	var words []string
	for _, o := range row.Placements {
		word := p.placement(o)
		if p.Tiling.Placements == nil {
			word = text.Visible(word)
		} else {
			word = names[p.Tiling.Placements[o].Piece] + " " + word
		}
		words = append(words, word)
	}
	if words == nil {
		return "-" // none of the pieces is used
	}
	return strings.Join(words, "; ")
}

func (p *placed) record(row Row) (fields []string) {
	for _, i := range p.by {
		var lie []string
		for _, o := range row.Placements {
			if p.covers(o, i) {
				lie = append(lie, p.placement(o))
			}
		}
		fields = append(fields, strings.Join(lie, "; "))
	}
	return fields
}

func (p *placed) data(row Row) object {
	r := solution.NewRecord(p.Tiling, cover.Solution(row.Placements))
	for n, o := range p.Tiling.Ordered(row.Placements) {
		if p.Tiling.Placements != nil {
			r.Placements[n].Labels = p.labelsOf(o)
		}
	}
	return object{Record: &r}
}

// labelsOf returns the labels of the cells of a placement; nil if no cell of the board has one.
func (p *placed) labelsOf(o int) (labels []string) {
	some := false
	for _, c := range p.Tiling.Placements[o].Cells {
		label := p.Tiling.Puzzle.Label(c)
		labels, some = append(labels, label), some || label != ""
	}
	if !some {
		return nil
	}
	return labels
}

// draw draws the groups. If the last of the pieces is a single cell, used at most once, there is a
// heat map of its places for each placement of the others. Else each group is a small drawing.
func (p *placed) draw() []render.Panel {
	last := p.Tiling.Puzzle.Pieces[p.by[len(p.by)-1]]
	if len(last.Cells) == 1 && last.Count.Max == 1 {
		return p.heatPanels()
	}
	return p.drawings()
}

// heatPanels are heat maps of the places of the last piece, one for each placement of the others.
func (p *placed) heatPanels() (panels []render.Panel) {
	last := p.by[len(p.by)-1]
	most := maxCount(p.Rows)
	sum := new(big.Int)
	for _, row := range p.Rows {
		others, o := p.splitRow(row, last)
		if n := len(panels); n == 0 || !slices.Equal(others, panels[n-1].Placements) {
			sum.SetInt64(0)
			panels = append(panels, render.Panel{Placements: others, Piece: last,
				Heat: map[lattice.Cell]render.Heat{}})
		}
		panel := &panels[len(panels)-1]
		sum.Add(sum, row.Count)
		panel.Caption, panel.Most = short(sum), short(most)
		panel.Title = fmt.Sprintf("%s: %v", p.describe(Row{Placements: others},
			Names(p.Tiling)), sum)
		if o >= 0 {
			panel.Heat[p.Tiling.Placements[o].Cells[0]] = heat(row.Count, most)
		}
	}
	return panels
}

// splitRow splits the placements of a row into o, that of a piece (-1: none), and the others.
func (p *placed) splitRow(row Row, piece int) (others []int, o int) {
	o = -1
	for _, at := range row.Placements {
		if p.Tiling.Placements[at].Piece == piece {
			o = at
			continue
		}
		others = append(others, at)
	}
	return others, o
}

// drawings are drawings of the groups one by one.
func (p *placed) drawings() (panels []render.Panel) {
	for _, row := range p.Rows {
		if len(panels) > maxPanels {
			break
		}
		title := fmt.Sprintf("%s: %v", p.describe(row, Names(p.Tiling)), row.Count)
		panels = append(panels, render.Panel{
			Title: title, Placements: row.Placements, Caption: short(row.Count),
		})
	}
	return panels
}
