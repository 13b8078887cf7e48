package desk

import (
	"context"
	"math"

	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/gallery"
)

// A grid is the data to draw the cells of a lattice: the corners of a cell of each class
// around its origin, and the distances of origins. The unit is the width of a cell.
type grid struct {
	Name  string `json:"name"`
	Space bool   `json:"space"`
	Rows  string `json:"rows,omitempty"` // a description of the rows of its boards
	// the class of a cell by its place in a period, in reading order; -1: no cell
	Period  [3]int         `json:"period"`
	Classes []int          `json:"classes"`
	Corners [][][2]float64 `json:"corners"`
	Right   [2]float64     `json:"right"`
	Down    [2]float64     `json:"down"`
	Board   string         `json:"board"` // the first board
	Set     string         `json:"set"`
}

func gridOf(l *lattice.Lattice) grid {
	place := func(v lattice.Vertex) [2]float64 {
		x, y := l.Plane(v)
		return [2]float64{x, y}
	}
	g := grid{
		Name: l.Name, Space: l.Layered(), Rows: l.Rows,
		Right: place(l.Origin(lattice.Cell{1, 0})), Down: place(l.Origin(lattice.Cell{0, 1})),
		Board: catalogue.Starts[l.Name].Board, Set: catalogue.Starts[l.Name].Pieces,
	}
	g.Period, g.Classes = l.Classes()
	for _, c := range l.Starts() {
		at := l.Origin(c)
		var corners [][2]float64
		for _, v := range l.Corners(c) {
			corners = append(corners, place(lattice.Vertex{v[0] - at[0], v[1] - at[1]}))
		}
		if l.Sides() == 2 { // a bar between its ends
			p, q := corners[0], corners[1]
			f := l.InRadius() / math.Hypot(q[0]-p[0], q[1]-p[1])
			x, y := f*(q[0]-p[0]), f*(q[1]-p[1])
			corners = [][2]float64{{p[0] + x + y, p[1] + y - x}, {q[0] - x + y, q[1] - y - x},
				{q[0] - x - y, q[1] - y + x}, {p[0] + x - y, p[1] + y + x}}
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
	for _, e := range append(catalogue.Entries(), game.DailyEntry) {
		all.Puzzles = append(all.Puzzles, entry(e))
	}
	for _, e := range catalogue.SetEntries() {
		all.Sets = append(all.Sets, entry(e))
	}
	for _, l := range lattice.All() {
		if l.Sides() > 0 {
			all.Lattices = append(all.Lattices, gridOf(l))
		}
	}
	return all, nil
}

// A view is the data of a puzzle for a page. Paths and distances are in the units of pictures.
type view struct {
	Board any            `json:"board"` // of a gallery without solutions
	At    []lattice.Cell `json:"at"`    // its sites
	// Steps are how far a drawing moves with a step to the right, down, and to the next layer.
	Steps      [3][2]float64 `json:"steps"`
	Pieces     []pieceView   `json:"pieces"`
	Must       int           `json:"must"` // cells to cover
	May        int           `json:"may"`  // cells that may stay empty
	Options    int           `json:"options"`
	Symmetries int           `json:"symmetries"`
	// Misplaced are the hints that are no placement of their piece.
	Misplaced []int `json:"misplaced,omitempty"`
}

// A pieceView is a piece: how many copies there may be, whether it shows what is written on its
// cell, the tints of its copies, each a fill and an ink, and its orientations.
type pieceView struct {
	Name  string      `json:"name"`
	Area  int         `json:"area"`
	Least int         `json:"least"`
	Most  int         `json:"most"`
	Shows bool        `json:"shows,omitempty"`
	Tints [][2]string `json:"tints"`
	Label string      `json:"label"` // a path around the origin
	Ways  []wayView   `json:"ways"`
}

// A wayView is an orientation: cells as [x, y, z], each with its symbol, "" for none; its drawing
// on these cells; and the orientations that it has after a turn, a turn back, and a flip.
type wayView struct {
	Cells   [][3]int    `json:"cells"`
	Symbols []string    `json:"symbols"`
	Path    string      `json:"path"`
	Marks   string      `json:"marks,omitempty"`
	Labels  [][2]string `json:"labels"`
	Tint    int         `json:"tint"` // -1: that of the copy
	Right   int         `json:"right"`
	Left    int         `json:"left"`
	Flip    int         `json:"flip"`
}

// describe returns how to draw a puzzle and how large it is. A puzzle that cannot be read is an
// error; an impossible one is not.
func (d *Desk) describe(_ context.Context, q *Request) (any, error) {
	p, err := d.compile(q)
	if err != nil {
		return nil, err
	}
	t := d.tiling
	var g gallery.Gallery
	if err := g.Begin(nil, t); err != nil {
		return nil, err
	}
	v := view{
		Board: g.Data(false), Steps: g.Steps(), Options: len(t.Options),
		Symmetries: max(1, len(t.Sym)), Pieces: []pieceView{},
	}
	v.Must, v.May = p.Area()
	for _, s := range p.Board.Sites {
		v.At = append(v.At, s.At)
	}
	hand := game.New(t)
	for k, piece := range p.Pieces {
		l := pieceView{Name: piece.Name, Area: len(piece.Cells), Least: piece.Count.Min,
			Most: piece.Count.Max, Shows: piece.Chooses(),
			Tints: g.Tints(k),
			Label: g.Label(k)}
		hand.Hand = k
		for n, o := range t.Orientations[k] {
			var w wayView
			w.Path, w.Marks, w.Labels, w.Tint = g.Oriented(k, n)
			for _, c := range o {
				w.Cells, w.Symbols = append(w.Cells, c.At), append(w.Symbols, symbolText(c))
			}
			after := func(move func()) int {
				hand.Orientation[k] = n
				move()
				return hand.Orientation[k]
			}
			w.Right = after(func() { hand.Turn(1) })
			w.Left = after(func() { hand.Turn(-1) })
			w.Flip = after(hand.Flip)
			l.Ways = append(l.Ways, w)
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

func symbolText(c puzzle.Cell) string {
	if c.Symbol == 0 {
		return ""
	}
	return string(c.Symbol)
}
