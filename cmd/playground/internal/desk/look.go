package desk

import (
	"context"
	"github.com/exactile/exactile/internal/drawing/picture"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
)

// A grid is the data to draw the cells of a lattice: the corners of a cell of each class
// around its origin, and the distances of origins. The unit is the width of a cell.
type grid struct {
	Name    string         `json:"name"`
	Space   bool           `json:"space"`
	Rows    string         `json:"rows,omitempty"` // a description of the rows of its boards
	Parity  [3]int         `json:"parity"`         // the class is the sum of these coordinates, modulo 2
	Corners [][][2]float64 `json:"corners"`
	Right   [2]float64     `json:"right"`
	Down    [2]float64     `json:"down"`
	Board   string         `json:"board"` // the first board
	Set     string         `json:"set"`
}

// firstBoards is the first board and piece set on each lattice.
var firstBoards = map[string][2]string{
	"square": {"6x10", "pentominoes"}, "hex": {"7x4", "tetrahexes"},
	"triangle": {"12x6", "hexiamonds"}, "cube": {"4x4x2", "tetracubes"},
}

func gridOf(l *lattice.Lattice) grid {
	place := func(v lattice.Vertex) [2]float64 {
		x, y := l.Plane(v)
		return [2]float64{x, y}
	}
	g := grid{
		Name: l.Name, Space: l.Dims == 3, Rows: l.Rows,
		Right: place(l.Origin(lattice.Cell{1, 0})), Down: place(l.Origin(lattice.Cell{0, 1})),
		Board: firstBoards[l.Name][0], Set: firstBoards[l.Name][1],
	}
	for k := range g.Parity {
		var c lattice.Cell
		if c[k] = 1; !l.Translates(c) {
			g.Parity[k] = 1
		}
	}
	for class := range 1 + g.Parity[0] {
		c := lattice.Cell{class}
		at := l.Origin(c)
		var corners [][2]float64
		for _, v := range l.Corners(c) {
			corners = append(corners, place(lattice.Vertex{v[0] - at[0], v[1] - at[1]}))
		}
		g.Corners = append(g.Corners, corners)
	}
	return g
}

// An entry is a built-in puzzle or set.
type entry struct {
	Pattern string `json:"pattern"`
	Text    string `json:"text"`
	Example string `json:"example"`
}

// catalogue lists the built-in puzzles, sets of pieces and lattices.
func (d *Desk) catalogue(context.Context, *Request) (any, error) {
	var all struct {
		Puzzles  []entry `json:"puzzles"`
		Sets     []entry `json:"sets"`
		Lattices []grid  `json:"lattices"`
	}
	for _, e := range catalogue.Entries() {
		all.Puzzles = append(all.Puzzles, entry(e))
	}
	for _, e := range catalogue.SetEntries() {
		all.Sets = append(all.Sets, entry(e))
	}
	for _, l := range lattice.All() {
		all.Lattices = append(all.Lattices, gridOf(l))
	}
	return all, nil
}

// A view is the data of a puzzle for a page.
type view struct {
	Pieces     []pieceView `json:"pieces"`
	Must       int         `json:"must"` // cells to cover
	May        int         `json:"may"`  // cells that may stay empty
	Options    int         `json:"options"`
	Symmetries int         `json:"symmetries"`
	// Misplaced are the hints that are no placement of their piece.
	Misplaced []int `json:"misplaced,omitempty"`
}

// A pieceView is a piece with its colour, its letter and its orientations: cells as [x, y, z],
// each with its symbol, "" for none.
type pieceView struct {
	Name         string     `json:"name"`
	Fill         string     `json:"fill"`
	Ink          string     `json:"ink"`
	Label        string     `json:"label"`
	Most         int        `json:"most"`
	Orientations [][][3]int `json:"ways"`
	Symbols      [][]string `json:"symbols"`
}

// describe returns how to draw a puzzle and how large it is. A puzzle that cannot be read is an
// error; an impossible one is not.
func (d *Desk) describe(_ context.Context, q *Request) (any, error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, err
	}
	t := d.tiling
	v := view{Options: len(t.Options), Symmetries: max(1, len(t.Sym))}
	v.Must, v.May = p.Area()
	looks, err := picture.Looks(t)
	if err != nil {
		return nil, err
	}
	for k, piece := range p.Pieces {
		l := pieceView{Name: piece.Name, Most: piece.Count.Max,
			Fill: looks[k].Fill, Ink: looks[k].Ink, Label: looks[k].Label}
		for _, o := range t.Orientations[k] {
			var cells [][3]int
			var symbols []string
			for _, c := range o {
				symbol := ""
				if c.Symbol != 0 {
					symbol = string(c.Symbol)
				}
				cells, symbols = append(cells, c.At), append(symbols, symbol)
			}
			l.Orientations, l.Symbols = append(l.Orientations, cells), append(l.Symbols, symbols)
		}
		v.Pieces = append(v.Pieces, l)
	}
	for n, h := range p.Place {
		if t.Find(p.Piece(h.Piece), h.Cells) < 0 {
			v.Misplaced = append(v.Misplaced, n)
		}
	}
	return v, nil
}
