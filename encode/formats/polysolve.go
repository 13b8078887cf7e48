package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/exactile/exactile/encode/formats/internal/fault"
	"github.com/exactile/exactile/encode/formats/internal/tree"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

var polysolveFile = Format{
	Name: "polysolve", Text: "a puzzle of the program polysolve, as JSON",
	read: readPolysolve, alone: true, writeOne: writePolysolve,
}

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
func isPolysolve(n *tree.Node) bool {
	return n.Has("grid") && n.Has("shapes") && !n.Has("pieces")
}

func readPolysolve(s *source) ([]*Document, error) { return readTrees(s, tree.ParseJSON, polysolve) }

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
func polysolve(fields *fieldReader, n *tree.Node, name string) *puzzle.Puzzle {
	r := &polyReader{fieldReader: fields, grid: polyGrids[0]}
	f := r.form(n, "a polysolve puzzle", polyKeys)
	f.may("description", func(v *tree.Node) {
		if v.Kind == tree.Scalar && r.named(v.Text) {
			name = v.Text
		}
	})
	f.must("grid", r.readGrid, "the puzzle has no grid")
	p := &puzzle.Puzzle{Name: name, Lattice: r.grid.lattice}
	f.must("board", func(v *tree.Node) { p.Board = r.board(v) }, "the puzzle has no board")
	f.may("placement", func(v *tree.Node) {
		if len(v.Items) > 0 {
			r.fail(v.Pos, "placements are not read;"+
				" a shape that stays where it is has the mobility stationary")
		}
	})
	f.may("mode", func(v *tree.Node) {
		if v.Text != "" && v.Text != "fillall" {
			r.warnf(v.Pos, "the mode %s says nothing to polysolve:"+
				" every cell of the board is covered", shown(v))
		}
	})
	shapes := r.list(f.values["shapes"], "shapes", r.bound("pieces"))
	if f.must("shapes", func(*tree.Node) {}, "the puzzle has no shapes"); len(r.errs) > 0 {
		return p
	}
	taken := make(map[string]bool)
	for _, item := range shapes {
		for k, key := range item.Keys {
			if key.Text == "name" {
				taken[item.Items[k].Text] = true
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

func (r *polyReader) readGrid(v *tree.Node) {
	var names []string
	for _, g := range polyGrids {
		if names = append(names, g.name); v.Kind == tree.Scalar && v.Text == g.name {
			r.grid = g
			return
		}
	}
	r.fail(v.Pos, "the grid is %s; want %s", shown(v), oneOf(v.Text, names))
}

// board reads the board. It is moved only if a cell has a negative coordinate.
func (r *polyReader) board(v *tree.Node) (board puzzle.Board) {
	cells := r.cellsOf(v, "the board")
	if slices.ContainsFunc(cells, beforeOrigin) {
		r.shift = r.grid.lattice.Corner(cells)
	}
	for k, c := range cells {
		cells[k] = c.Add(r.shift)
	}
	if board.Size = r.box(v.Pos, cells, "the board", r.bound("cells")); len(r.errs) > 0 {
		return board
	}
	for _, c := range lattice.Sorted(cells) {
		board.Sites = append(board.Sites, puzzle.Site{Cell: puzzle.Cell{At: c}})
	}
	return board
}

// box returns the size of the box from the origin around cells, within the limit.
func (r *polyReader) box(
	at fault.Pos, cells []lattice.Cell, what string, limit bound,
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
func (r *polyReader) shape(n *tree.Node, p *puzzle.Puzzle, name string) {
	piece := puzzle.Piece{Name: name, Count: puzzle.Exactly(1), Rotate: true}
	f := r.form(n, "a shape", polyShapeKeys)
	places := partPlaces{whole: n.Pos, fields: f.places()}
	f.may("name", func(v *tree.Node) { piece.Name = r.name(v, "the shape's name") })
	stays := false
	f.may("mobility", func(v *tree.Node) {
		switch v.Text {
		case "mirror":
			piece.Flip = true
		case "rotate":
		case "translate", "stationary":
			piece.Rotate, stays = false, v.Text == "stationary"
		default:
			r.fail(v.Pos, "the mobility is %s; want %s", shown(v),
				oneOf(v.Text, []string{"mirror", "rotate", "translate", "stationary"}))
		}
	})
	f.may("amount", func(v *tree.Node) {
		places.fields["count"] = v.Pos
		piece.Count = r.amount(v)
	})
	f.may("color", func(v *tree.Node) { piece.Colour = r.rgb(v) })
	f.must("morphs", func(v *tree.Node) {
		if morphs := r.list(v, "morphs", r.bound("pieces")); len(morphs) == 1 {
			r.morph(morphs[0], &piece, stays, p)
		} else if v.Kind == tree.List {
			r.fail(v.Pos, "shape %q has %d morphs; only shapes with one are read",
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
func (r *polyReader) morph(n *tree.Node, piece *puzzle.Piece, stays bool, p *puzzle.Puzzle) {
	cells := lattice.Sorted(r.cellsOf(n, "the shape"))
	if stays {
		h := puzzle.Hint{Piece: piece.Name}
		for _, c := range cells {
			h.Cells = append(h.Cells, c.Add(r.shift))
		}
		p.Place = append(p.Place, h)
		r.places.hints = append(r.places.hints, partPlaces{whole: n.Pos})
	}
	cells = cornered(cells, r.grid.lattice)
	for _, c := range cells {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	r.box(n.Pos, cells, "the shape", r.bound("piece-cells"))
}

// amount reads a number, or a mapping of min and max.
func (r *polyReader) amount(v *tree.Node) puzzle.Bounds {
	if v.Kind != tree.Mapping {
		return puzzle.Exactly(r.whole(v, "the amount", r.limits.Count))
	}
	b := puzzle.Exactly(1)
	f := r.form(v, "an amount", []string{"min", "max"})
	f.must("min", func(v *tree.Node) {
		b.Min = r.whole(v, "min", r.limits.Count)
	}, "the amount has no min")
	f.must("max", func(v *tree.Node) {
		b.Max = r.whole(v, "max", r.limits.Count)
	}, "the amount has no max")
	return b
}

// whole reads a whole number from 0 to most.
func (r *polyReader) whole(v *tree.Node, what string, most int) int {
	n, err := strconv.ParseUint(v.Text, 10, 31)
	if v.Kind != tree.Scalar || !v.Bare || err != nil || n > uint64(most) {
		r.fail(v.Pos, "%s is %s; want a whole number up to %d", what, shown(v), most)
	}
	return int(min(n, uint64(most)))
}

// rgb reads a colour: red, green and blue.
func (r *polyReader) rgb(v *tree.Node) string {
	if v.Kind != tree.List || len(v.Items) != 3 {
		r.fail(v.Pos, "color is %s; want red, green and blue, such as [255, 128, 0]", shown(v))
		return ""
	}
	var parts [3]int
	for k, item := range v.Items {
		parts[k] = r.whole(item, "a part of color", 255)
	}
	return fmt.Sprintf("#%02x%02x%02x", parts[0], parts[1], parts[2])
}

// cellsOf reads coords or tiles.
func (r *polyReader) cellsOf(n *tree.Node, what string) []lattice.Cell {
	f := r.form(n, what, polyCellKeys)
	coords, tiles := f.values["coords"], f.values["tiles"]
	c := &polyCells{polyReader: r, what: what, seen: make(map[lattice.Cell]bool)}
	switch {
	case f.misspelt:
	case (coords == nil) == (tiles == nil):
		r.fail(n.Pos, "%s has coords or tiles, one of the two", what)
	case tiles != nil:
		depth := 0
		for v := tiles; v.Kind == tree.List; v = v.Items[0] {
			if depth++; len(v.Items) == 0 {
				break
			}
		}
		if depth < 1 || depth > r.grid.dims {
			r.fail(tiles.Pos, "the tiles of %s are lists %d deep; want 1 to %d on the grid %s",
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
func (c *polyCells) add(at fault.Pos, tuple [4]int) {
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
func (c *polyCells) coordinates(n *tree.Node) {
	var tuple [4]int
	if n.Kind != tree.List || len(n.Items) < 1 || len(n.Items) > c.grid.dims {
		c.fail(n.Pos, "this is no cell; want a list of up to %d coordinates on the grid %s",
			c.grid.dims, c.grid.name)
		return
	}
	for k, item := range n.Items {
		v, err := strconv.ParseInt(item.Text, 10, 32)
		if item.Kind != tree.Scalar || !item.Bare || err != nil || v < -farthest || v > farthest {
			c.fail(item.Pos, "%s is no coordinate; want a whole number up to %d", shown(item), farthest)
			return
		}
		tuple[k] = int(v)
	}
	c.add(n.Pos, tuple)
}

// tiles reads nested lists of 0 and 1; the innermost run along the first coordinate.
func (c *polyCells) tiles(n *tree.Node, depth int, tuple [4]int) {
	if n.Kind != tree.List {
		c.fail(n.Pos, "the tiles of %s are lists of one depth; this is %s", c.what, n.Kind)
		return
	}
	for k, item := range n.Items {
		switch tuple[depth-1] = k; {
		case depth > 1:
			c.tiles(item, depth-1, tuple)
		case item.Kind != tree.Scalar || !item.Bare || item.Text != "0" && item.Text != "1":
			c.fail(item.Pos, "a tile is %s; want 0 or 1", shown(item))
		case item.Text == "1":
			c.add(item.Pos, tuple)
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
	shapes := &tree.Node{Kind: tree.List}
	for k, most := range usable(t) {
		shape, err := g.shape(p, &p.Pieces[k], most)
		if err != nil {
			return err
		}
		shapes.Items = append(shapes.Items, shape)
	}
	var board []lattice.Cell
	for _, s := range p.Board.Sites {
		board = append(board, s.At)
	}
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("description", tree.Text(p.Name))
	n.Put("grid", tree.Text(g.name))
	n.Put("board", g.coords(board))
	n.Put("shapes", shapes)
	tree.WriteJSON(b, n)
	return nil
}

// shape returns a piece that is used most times at most.
func (g *polyGrid) shape(p *puzzle.Puzzle, piece *puzzle.Piece, most int) (*tree.Node, error) {
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
	amount := tree.Number(most)
	if most > piece.Count.Min {
		amount = &tree.Node{Kind: tree.Mapping}
		amount.Put("min", tree.Number(piece.Count.Min))
		amount.Put("max", tree.Number(most))
	}
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("name", tree.Text(piece.Name))
	n.Put("mobility", tree.Text(mobility))
	n.Put("amount", amount)
	if red, green, blue, ok := piece.RGB(); ok {
		n.Put("color", tree.Numbers([]int{int(red), int(green), int(blue)}))
	}
	n.Put("morphs", tree.ListOf([][]lattice.Cell{cells}, g.coords))
	return n, nil
}

// coords returns cells in reading order.
func (g *polyGrid) coords(cells []lattice.Cell) *tree.Node {
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("coords", tree.ListOf(lattice.Sorted(cells), func(c lattice.Cell) *tree.Node { return tree.Numbers(g.tuple(c)) }))
	return n
}
