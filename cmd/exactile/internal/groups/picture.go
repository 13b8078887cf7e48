package groups

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/page"
)

// maxPanels bounds the boards of a picture.
const maxPanels = 2000

// Picture writes the groups as "svg" or "png": boards with numbers, or shades for them.
func (t *Table) Picture(w io.Writer, format string, o render.Options) error {
	panels, err := t.boards()
	if err != nil {
		return err
	}
	return render.WritePanels(w, format, t.Tiling, t.title(), panels, o)
}

// Page writes the picture as an HTML page, in which the boards wrap.
func (t *Table) Page(w io.Writer, footer string) error {
	panels, err := t.boards()
	if err != nil {
		return err
	}
	style, boards, err := render.LoosePanels(t.Tiling, panels)
	if err != nil {
		return err
	}
	p := page.Page{
		Title: t.title(), Lead: fmt.Sprintf("%v solutions in all.", t.Count),
		Style: style, Body: boards, Footer: footer,
	}
	return p.Write(w)
}

func (t *Table) title() string { return t.Tiling.Puzzle.Name + ": solutions by " + t.by }

// boards makes the boards of the picture.
func (t *Table) boards() ([]render.Panel, error) {
	if t.Tiling.Puzzle.Cover != nil {
		return nil, render.ErrNoGeometry
	}
	panels := t.panels()
	if len(panels) > maxPanels {
		return nil, fmt.Errorf("%d drawings are too many for a picture: want -f text, csv or json",
			len(panels))
	}
	return panels, nil
}

// heat is the number of a cell, as a part of the highest one.
func heat(n, most *big.Int) render.Heat {
	part := 0.0
	if most.Sign() > 0 {
		part, _ = new(big.Rat).SetFrac(n, most).Float64()
	}
	return render.Heat{Part: part, Text: short(n), Title: n.String()}
}

func maxCount(rows []Row) *big.Int {
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
