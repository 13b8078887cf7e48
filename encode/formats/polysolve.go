package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// The program polysolve reads JSON: a grid, a board and shapes, all in its own coordinates. Every
// cell of the board must be covered. Its converter makes such files from those of J. Scherphuis'
// PolySolver.
//
// Source: README.md of stdio2016/polysolve.

// The keys of a polysolve puzzle. Some are accepted because its converter writes them.
var (
	polyKeys = []string{
		"description", "grid", "board", "shapes", "placement", "mode", "solutions", "notes",
	}
	polyShapeKeys = []string{"name", "mobility", "amount", "color", "morphs"}
	polyCellKeys  = []string{"coords", "tiles", "size"}
)

// isPolysolve reports whether a document is a polysolve puzzle and not exactile's own.
func isPolysolve(n *node) bool {
	return n.has("grid") && n.has("shapes") && !n.has("pieces")
}

func readPolysolve(s *source) ([]*Document, error) { return readTrees(s, parseJSON, polysolve) }

// A polyGrid is a lattice with polysolve's name for it and its coordinates. The first coordinate of
// a triangle is the direction in which it points.
type polyGrid struct {
	name    string
	lattice *lattice.Lattice
	dims    int // how many coordinates a cell has
	cell    func(c [4]int) lattice.Cell
	tuple   func(c lattice.Cell) []int
}

// polyGrids lists the grids that match a lattice here. A turn by 60 degrees takes (1, 0) to (1, 1)
// and (1, 1) to (0, 1).
var polyGrids = []polyGrid{
	{"square", lattice.Square, 2,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0], c[1]} },
		func(c lattice.Cell) []int { return c[:2] }},
	{"cube", lattice.Cube, 3,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0], c[1], c[2]} },
		func(c lattice.Cell) []int { return c[:] }},
	{"hexagon", lattice.Hex, 2,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0] - c[1], c[1]} },
		func(c lattice.Cell) []int { return []int{c[0] + c[1], c[1]} }},
	{"triangle", lattice.Triangle, 3,
		func(c [4]int) lattice.Cell { return lattice.Cell{2*c[1] - c[2] + c[0], c[2]} },
		func(c lattice.Cell) []int {
			t := (c[0] + c[1]) & 1
			return []int{t, (c[0] + c[1] - t) / 2, c[1]}
		}},
}

// A polyReader reads a puzzle of polysolve.
type polyReader struct {
	*fieldReader
	grid  polyGrid
	shift lattice.Cell // of the board, and of pieces that stay in place
}

// polysolve reads a puzzle. name is for puzzles without a usable description.
func polysolve(fields *fieldReader, n *node, name string) *puzzle.Puzzle {
	r := &polyReader{fieldReader: fields, grid: polyGrids[0]}
	f := r.form(n, "a polysolve puzzle", polyKeys)
	f.may("description", func(v *node) {
		if v.kind == scalar && r.named(v.text) {
			name = v.text
		}
	})
	f.must("grid", r.readGrid, "the puzzle has no grid")
	p := &puzzle.Puzzle{Name: name, Lattice: r.grid.lattice}
	f.must("board", func(v *node) { p.Board = r.board(v) }, "the puzzle has no board")
	f.may("placement", func(v *node) {
		if len(v.items) > 0 {
			r.fail(v.pos, "placements are not read;"+
				" a shape that stays where it is has the mobility stationary")
		}
	})
	f.may("mode", func(v *node) {
		if v.text != "" && v.text != "fillall" {
			r.warnf(v.pos, "the mode %s says nothing to polysolve:"+
				" every cell of the board is covered", shown(v))
		}
	})
	shapes := r.list(f.values["shapes"], "shapes", r.bound("pieces"))
	if f.must("shapes", func(*node) {}, "the puzzle has no shapes"); len(r.errs) > 0 {
		return p
	}
	taken := make(map[string]bool)
	for _, item := range shapes {
		for k, key := range item.keys {
			if key.text == "name" {
				taken[item.items[k].text] = true
			}
		}
	}
	for k, item := range shapes {
		usual := "S" + strconv.Itoa(k+1)
		for taken[usual] {
			usual += "'"
		}
		r.shape(item, p, usual)
	}
	return p
}

func (r *polyReader) readGrid(v *node) {
	var names []string
	for _, g := range polyGrids {
		if names = append(names, g.name); v.kind == scalar && v.text == g.name {
			r.grid = g
			return
		}
	}
	r.fail(v.pos, "the grid is %s; want %s", shown(v), oneOf(v.text, names))
}

// board reads the board. It is moved only if a cell has a negative coordinate.
func (r *polyReader) board(v *node) (board puzzle.Board) {
	cells := r.cellsOf(v, "the board")
	if slices.ContainsFunc(cells, beforeOrigin) {
		r.shift = r.grid.lattice.Corner(cells)
	}
	for k, c := range cells {
		cells[k] = c.Add(r.shift)
	}
	if board.Size = r.box(v.pos, cells, "the board", r.bound("cells")); len(r.errs) > 0 {
		return board
	}
	for _, c := range lattice.Sorted(cells) {
		board.Sites = append(board.Sites, puzzle.Site{Cell: puzzle.Cell{At: c}})
	}
	return board
}

// box returns the size of the box from the origin around cells, within the limit.
func (r *polyReader) box(
	at pos, cells []lattice.Cell, what string, limit bound,
) lattice.Cell {
	size, volume := boxAround(cells, limit.most)
	if volume > limit.most {
		r.failBeyond(at, limit.name, "the box around %s has more than %d cells", what, limit.most)
		return lattice.Cell{}
	}
	if r.cells += volume; r.cells > r.limits.AllCells {
		r.failBeyond(at, "all-cells", "the boxes around the boards and pieces of this file"+
			" have more than %d cells together", r.limits.AllCells)
	}
	return size
}

// shape reads a piece and adds it to the puzzle, with a hint if the piece stays in place.
func (r *polyReader) shape(n *node, p *puzzle.Puzzle, name string) {
	piece := puzzle.Piece{Name: name, Count: puzzle.Exactly(1), Rotate: true}
	f := r.form(n, "a shape", polyShapeKeys)
	places := partPlaces{whole: n.pos, fields: f.places()}
	f.may("name", func(v *node) { piece.Name = r.name(v, "the shape's name") })
	stays := false
	f.may("mobility", func(v *node) {
		switch v.text {
		case "mirror":
			piece.Flip = true
		case "rotate":
		case "translate", "stationary":
			piece.Rotate, stays = false, v.text == "stationary"
		default:
			r.fail(v.pos, "the mobility is %s; want %s", shown(v),
				oneOf(v.text, []string{"mirror", "rotate", "translate", "stationary"}))
		}
	})
	f.may("amount", func(v *node) {
		places.fields["count"] = v.pos
		piece.Count = r.amount(v)
	})
	f.may("color", func(v *node) { piece.Colour = r.rgb(v) })
	f.must("morphs", func(v *node) {
		if morphs := r.list(v, "morphs", r.bound("pieces")); len(morphs) == 1 {
			r.morph(morphs[0], &piece, stays, p)
		} else if v.kind == list {
			r.fail(v.pos, "shape %q has %d morphs; only shapes with one are read",
				piece.Name, len(morphs))
		}
	}, "shape %q has no morphs", piece.Name)
	if stays && piece.Count != puzzle.Exactly(1) {
		r.fail(places.of("count"), "shape %q stays where it is and is used %s times; want 1",
			piece.Name, piece.Count)
	}
	p.Pieces = append(p.Pieces, piece)
	r.places.pieces = append(r.places.pieces, places)
}

// morph reads the only morph of a piece.
func (r *polyReader) morph(n *node, piece *puzzle.Piece, stays bool, p *puzzle.Puzzle) {
	cells := lattice.Sorted(r.cellsOf(n, "the shape"))
	if stays {
		h := puzzle.Hint{Piece: piece.Name}
		for _, c := range cells {
			h.Cells = append(h.Cells, c.Add(r.shift))
		}
		p.Place = append(p.Place, h)
		r.places.hints = append(r.places.hints, partPlaces{whole: n.pos})
	}
	cells = cornered(cells, r.grid.lattice)
	for _, c := range cells {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	r.box(n.pos, cells, "the shape", r.bound("piece-cells"))
}

// amount reads a number, or a mapping of min and max.
func (r *polyReader) amount(v *node) puzzle.Bounds {
	if v.kind != mapping {
		return puzzle.Exactly(r.whole(v, "the amount", r.limits.Count))
	}
	b := puzzle.Exactly(1)
	f := r.form(v, "an amount", []string{"min", "max"})
	f.must("min", func(v *node) {
		b.Min = r.whole(v, "min", r.limits.Count)
	}, "the amount has no min")
	f.must("max", func(v *node) {
		b.Max = r.whole(v, "max", r.limits.Count)
	}, "the amount has no max")
	return b
}

// whole reads a whole number from 0 to most.
func (r *polyReader) whole(v *node, what string, most int) int {
	n, err := strconv.ParseUint(v.text, 10, 31)
	if v.kind != scalar || !v.bare || err != nil || n > uint64(most) {
		r.fail(v.pos, "%s is %s; want a whole number up to %d", what, shown(v), most)
	}
	return int(min(n, uint64(most)))
}

// rgb reads a colour: red, green and blue.
func (r *polyReader) rgb(v *node) string {
	if v.kind != list || len(v.items) != 3 {
		r.fail(v.pos, "color is %s; want red, green and blue, such as [255, 128, 0]", shown(v))
		return ""
	}
	var parts [3]int
	for k, item := range v.items {
		parts[k] = r.whole(item, "a part of color", 255)
	}
	return fmt.Sprintf("#%02x%02x%02x", parts[0], parts[1], parts[2])
}

// cellsOf reads coords or tiles.
func (r *polyReader) cellsOf(n *node, what string) []lattice.Cell {
	f := r.form(n, what, polyCellKeys)
	coords, tiles := f.values["coords"], f.values["tiles"]
	c := &polyCells{polyReader: r, what: what, seen: make(map[lattice.Cell]bool)}
	switch {
	case f.misspelt:
	case (coords == nil) == (tiles == nil):
		r.fail(n.pos, "%s has coords or tiles, one of the two", what)
	case tiles != nil:
		depth := 0
		for v := tiles; v.kind == list; v = v.items[0] {
			if depth++; len(v.items) == 0 {
				break
			}
		}
		if depth < 1 || depth > r.grid.dims {
			r.fail(tiles.pos, "the tiles of %s are lists %d deep; want 1 to %d on the grid %s",
				what, depth, r.grid.dims, r.grid.name)
			break
		}
		c.tiles(tiles, depth, [4]int{})
	default:
		for _, item := range r.list(coords, "coords", bound{most: r.limits.Nodes}) {
			c.coordinates(item)
		}
	}
	return c.cells
}

// polyCells are the distinct cells read so far.
type polyCells struct {
	*polyReader
	what  string
	cells []lattice.Cell
	seen  map[lattice.Cell]bool
}

// add adds a cell by its coordinates.
func (c *polyCells) add(at pos, tuple [4]int) {
	if c.grid.lattice == lattice.Triangle && tuple[0] != 0 && tuple[0] != 1 {
		c.fail(at, "the first coordinate of a triangle is %d; want 0 or 1, the way it points",
			tuple[0])
		return
	}
	cell := c.grid.cell(tuple)
	if c.seen[cell] {
		c.fail(at, "a cell of %s stands twice", c.what)
	}
	c.seen[cell] = true
	c.cells = append(c.cells, cell)
}

// coordinates reads [x, y], with at most as many numbers as the grid has coordinates.
func (c *polyCells) coordinates(n *node) {
	var tuple [4]int
	if n.kind != list || len(n.items) < 1 || len(n.items) > c.grid.dims {
		c.fail(n.pos, "this is no cell; want a list of up to %d coordinates on the grid %s",
			c.grid.dims, c.grid.name)
		return
	}
	for k, item := range n.items {
		v, err := strconv.ParseInt(item.text, 10, 32)
		if item.kind != scalar || !item.bare || err != nil || v < -farthest || v > farthest {
			c.fail(item.pos, "%s is no coordinate; want a whole number up to %d", shown(item), farthest)
			return
		}
		tuple[k] = int(v)
	}
	c.add(n.pos, tuple)
}

// tiles reads nested lists of 0 and 1; the innermost run along the first coordinate.
func (c *polyCells) tiles(n *node, depth int, tuple [4]int) {
	if n.kind != list {
		c.fail(n.pos, "the tiles of %s are lists of one depth; this is %s", c.what, n.kind)
		return
	}
	for k, item := range n.items {
		switch tuple[depth-1] = k; {
		case depth > 1:
			c.tiles(item, depth-1, tuple)
		case item.kind != scalar || !item.bare || item.text != "0" && item.text != "1":
			c.fail(item.pos, "a tile is %s; want 0 or 1", shown(item))
		case item.text == "1":
			c.add(item.pos, tuple)
		}
	}
}

// writePolysolve writes a puzzle as polysolve's JSON.
func writePolysolve(b *bytes.Buffer, p *puzzle.Puzzle) error {
	can := holding{hints: true}
	for _, g := range polyGrids {
		can.lattices = append(can.lattices, g.lattice)
	}
	if err := can.check(p); err != nil {
		return err
	}
	g := polyGrids[slices.Index(can.lattices, p.Lattice)]
	t, err := p.Compile()
	if err != nil {
		return err
	}
	shapes := &node{kind: list}
	for k, most := range usable(t) {
		shape, err := g.shape(p, &p.Pieces[k], most)
		if err != nil {
			return err
		}
		shapes.items = append(shapes.items, shape)
	}
	var board []lattice.Cell
	for _, s := range p.Board.Sites {
		board = append(board, s.At)
	}
	n := &node{kind: mapping}
	n.put("description", text(p.Name))
	n.put("grid", text(g.name))
	n.put("board", g.coords(board))
	n.put("shapes", shapes)
	spellJSON(b, n)
	return nil
}

// shape returns a piece that is used most times at most.
func (g *polyGrid) shape(p *puzzle.Puzzle, piece *puzzle.Piece, most int) (*node, error) {
	one := len(piece.Orientations(p.Lattice)) == 1
	mobility := "translate"
	switch {
	case piece.Rotate && piece.Flip:
		mobility = "mirror"
	case piece.Rotate:
		mobility = "rotate"
	case piece.Flip && !one:
		return nil, fmt.Errorf("piece %q is flipped and not turned", piece.Name)
	}
	cells := cornered(placesOf(piece.Cells), p.Lattice)
	for _, h := range p.Place {
		switch {
		case h.Piece != piece.Name:
			continue
		case piece.Count != puzzle.Exactly(1) || piece.Rotate || !one || mobility == "stationary":
			return nil, fmt.Errorf("it has a hint for piece %q, which could lie otherwise", piece.Name)
		}
		cells, mobility = h.Cells, "stationary"
	}
	amount := number(most)
	if most > piece.Count.Min {
		amount = &node{kind: mapping}
		amount.put("min", number(piece.Count.Min))
		amount.put("max", number(most))
	}
	n := &node{kind: mapping}
	n.put("name", text(piece.Name))
	n.put("mobility", text(mobility))
	n.put("amount", amount)
	if red, green, blue, ok := piece.RGB(); ok {
		n.put("color", numbers([]int{int(red), int(green), int(blue)}))
	}
	n.put("morphs", listOf([][]lattice.Cell{cells}, g.coords))
	return n, nil
}

// coords returns cells in reading order.
func (g *polyGrid) coords(cells []lattice.Cell) *node {
	n := &node{kind: mapping}
	n.put("coords", listOf(lattice.Sorted(cells), func(c lattice.Cell) *node { return numbers(g.tuple(c)) }))
	return n
}
