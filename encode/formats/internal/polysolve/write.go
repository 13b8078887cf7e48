package polysolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Write writes a puzzle; the error names what polysolve cannot express.
func Write(b *bytes.Buffer, p *puzzle.Puzzle) error {
	if p.Cover != nil {
		return errors.New("it has no geometry")
	}
	k := slices.IndexFunc(Grids, func(g Grid) bool { return g.Lattice == p.Lattice })
	if k < 0 {
		return fmt.Errorf("its lattice is %s", p.Lattice.Name)
	}
	g := Grids[k]
	var board []lattice.Cell
	for _, s := range p.Board.Sites {
		switch {
		case s.Symbol != 0:
			return fmt.Errorf("its board has the symbol %q", s.Symbol)
		case s.Optional:
			return errors.New("cells of its board may stay empty")
		}
		board = append(board, s.At)
	}
	t, err := p.Compile()
	if err != nil {
		return err
	}
	placed := make([]int, len(p.Pieces))
	for _, pl := range t.Placements {
		placed[pl.Piece]++
	}
	var shapes []string
	for k := range p.Pieces {
		shape, err := g.shapeOf(p, k, placed[k])
		if err != nil {
			return err
		}
		shapes = append(shapes, "\n    "+shape)
	}
	fmt.Fprintf(b, "{\n  \"description\": %s,\n  \"grid\": %q,\n", text(p.Name), g.Name)
	fmt.Fprintf(b, "  \"board\": {\"coords\": %s},\n  \"shapes\": [", g.coords(board))
	b.WriteString(strings.Join(shapes, ",") + "\n  ]\n}\n")
	return nil
}

// shapeOf spells a piece that has placed copies on the board by hints.
func (g Grid) shapeOf(p *puzzle.Puzzle, k, placed int) (string, error) {
	piece := p.Pieces[k]
	one := len(piece.Orientations(p.Lattice)) == 1
	mobility := "translate"
	switch {
	case piece.Within != "":
		return "", fmt.Errorf("piece %q is held to a region", piece.Name)
	case piece.Rotate && piece.Flip:
		mobility = "mirror"
	case piece.Rotate:
		mobility = "rotate"
	case piece.Flip && !one:
		return "", fmt.Errorf("piece %q is flipped and not turned", piece.Name)
	}
	var cells []lattice.Cell
	for _, c := range piece.Cells {
		if c.Symbol != 0 {
			return "", fmt.Errorf("piece %q has the symbol %q", piece.Name, c.Symbol)
		}
		cells = append(cells, c.At)
	}
	shift := p.Lattice.Corner(cells)
	for k := range cells {
		cells[k] = cells[k].Add(shift)
	}
	for _, h := range p.Place {
		switch {
		case h.Piece != piece.Name:
			continue
		case piece.Count != puzzle.Exactly(1) || piece.Rotate || !one || mobility == "stationary":
			return "", fmt.Errorf("it has a hint for piece %q, which could lie otherwise", piece.Name)
		}
		cells, mobility = h.Cells, "stationary"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{\"name\": %s, \"mobility\": %q, ", text(piece.Name), mobility)
	most := max(piece.Count.Min, min(piece.Count.Max, placed))
	if most == piece.Count.Min {
		fmt.Fprintf(&b, "\"amount\": %d, ", most)
	} else {
		fmt.Fprintf(&b, "\"amount\": {\"min\": %d, \"max\": %d}, ", piece.Count.Min, most)
	}
	if red, green, blue, ok := piece.RGB(); ok {
		fmt.Fprintf(&b, "\"color\": [%d, %d, %d], ", red, green, blue)
	}
	fmt.Fprintf(&b, "\"morphs\": [{\"coords\": %s}]}", g.coords(cells))
	return b.String(), nil
}

// coords spells cells in reading order.
func (g Grid) coords(cells []lattice.Cell) string {
	var b strings.Builder
	for k, c := range lattice.Sorted(cells) {
		b.WriteString(map[bool]string{true: "[", false: ", "}[k == 0])
		b.WriteString(strings.ReplaceAll(fmt.Sprint(g.Tuple(c)), " ", ", "))
	}
	if len(cells) == 0 {
		return "[]"
	}
	return b.String() + "]"
}

// text spells a text as JSON does.
func text(s string) string {
	b, _ := json.Marshal(s) // a string always has a JSON form
	return string(b)
}
