package formats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// A drawing is a board or a shape as rows of characters, with their places.
type drawing struct {
	*cellPlaces
	size  lattice.Cell // of the box of the characters
	marks []mark       // in reading order, without blanks
	lines []string     // empty between layers
	// ragged names a row that is shorter than others, and raggedAt is its place.
	ragged   string
	raggedAt tree.Pos
}

// A mark is a character of a drawing other than a blank.
type mark struct {
	at lattice.Cell
	r  rune
}

// drawing reads the rows of a board, a shape or regions from n, the value of key. Layers of a
// space lattice are separated by empty rows; a plane lattice has one layer. limit bounds the box.
func (r *fieldReader) drawing(
	n *tree.Node, key string, l *lattice.Lattice, limit bound,
) (*drawing, bool) {
	what := key
	if what == "regions" {
		what = "drawing of regions"
	}
	d := &drawing{cellPlaces: &cellPlaces{whole: n.Pos}}
	if n.Wrapped {
		r.fail(n.Pos, "the lines of this %s are joined to one; write '%s: |' and the rows below it",
			what, key)
		return nil, false
	}
	// A comment without blanks looks like a row of a drawing.
	if c := n.Comment; c != nil && !strings.ContainsAny(c.Text, " \t") {
		r.fail(c.Pos, "from this # on the line is a comment, and the %s is missing: "+
			"put it in quotes, or write '%s: |' and the rows below it", what, key)
		return nil, false
	}
	if key == "board" && !r.drawn(n) {
		return nil, false
	}
	rows, ok := n.Lines()
	odd := func(row *tree.Node) bool { return row.Kind != tree.Scalar }
	if k := slices.IndexFunc(n.Items, odd); n.Kind == tree.List && k >= 0 {
		p, problem := whatRow(n.Items[k], what)
		r.fail(p, "%s", problem)
		return nil, false
	}
	if !ok {
		r.fail(n.Pos, "the %s is %s; want a text of rows, or a list of rows", what, n.Kind)
		return nil, false
	}
	// Empty rows around the drawing are not separators.
	for len(rows) > 0 && strings.Trim(rows[len(rows)-1].Text, " ") == "" {
		rows = rows[:len(rows)-1]
	}
	for len(rows) > 0 && rows[0].Text == "" {
		rows = rows[1:]
	}
	size := 0
	for _, row := range rows {
		size += len(row.Text)
	}
	d.marks = make([]mark, 0, min(size, limit.most))
	d.raggedAt, d.ragged = ragged(rows)
	at, empty := lattice.Cell{0, 0, 0}, 0
	for k, row := range rows {
		d.lines = append(d.lines, row.Text)
		if row.Text == "" && l.Layered() {
			if rows[k-1].Text != "" {
				at = lattice.Cell{0, 0, at[2] + 1}
			}
			continue
		}
		if row.Text == "" {
			r.fail(row.At(0), "an empty row: on this lattice there are no layers to separate; "+
				"draw a row without cells as '#'")
			return nil, false
		}
		if at[1] == 0 {
			d.rows = append(d.rows, nil)
		}
		d.rows[at[2]] = rows[k-at[1] : k+1]
		at[0] = 0
		for _, c := range strings.TrimRight(row.Text, " ") {
			if problem := invalidFor(c); problem != "" {
				r.fail(row.At(at[0]), "%s in the %s", problem, what)
				return nil, false
			}
			if c != ' ' {
				d.marks = append(d.marks, mark{at, c})
			}
			if c == '.' {
				empty++
			}
			at[0]++
			d.size[0] = max(d.size[0], at[0])
		}
		at[1]++
		d.size[1], d.size[2] = max(d.size[1], at[1]), at[2]+1
		// A piece may have few cells in a large box.
		volume, most := d.size[0]*d.size[1]*d.size[2], limit.most
		if what == "shape" && len(d.marks)-empty <= most {
			most = r.limits.Cells
		}
		if volume > most {
			r.failBeyond(row.At(0), limit.name, "the %s takes more than %d characters",
				what, limit.most)
			return nil, false
		}
	}
	if e := r.draw(n.Pos, len(d.marks)); e != nil {
		r.add(e)
		return nil, false
	}
	return d, true
}

// boardSize matches the size of a board, which is drawn.
var boardSize = pattern(`^[0-9]+[ \t]*[xX×*,][ \t]*[0-9]+([ \t]*[xX×*,][ \t]*[0-9]+)?$`)

// howToDraw is advice about boards.
const howToDraw = "a board is drawn: write 'board: |', " +
	"and below it a row of '.' for each row of cells"

// drawn fails if a board is its size. A list of one row in quotes may look like a size.
func (r *fieldReader) drawn(n *tree.Node) bool {
	size := n.Kind == tree.Scalar && boardSize().MatchString(strings.TrimSpace(n.Text)) ||
		n.Kind == tree.List && (len(n.Items) == 2 || len(n.Items) == 3) &&
			!slices.ContainsFunc(n.Items, func(item *tree.Node) bool {
				return item.Kind != tree.Scalar || !item.Bare || !wholeNumber(item.Text)
			})
	switch {
	case size && n.Kind == tree.Scalar:
		r.fail(n.Pos, "%s is the size of a board; %s", shown(n), howToDraw)
	case size:
		r.fail(n.Pos, "this is the size of a board; %s", howToDraw)
	case n.Kind == tree.Mapping:
		r.fail(n.Pos, "the board is a mapping; %s", howToDraw)
	default:
		return true
	}
	return false
}

// ragged names the first row that is shorter than the widest, and its place; "" if the drawing is a
// rectangle, or has blanks where there is no cell.
func ragged(rows []tree.Row) (tree.Pos, string) {
	type row struct{ width, layer, number int }
	var all []row
	widest, layer, number, short := 0, 1, 0, -1
	for _, r := range rows {
		if strings.Contains(r.Text, " ") {
			return tree.Pos{}, ""
		}
		if number++; r.Text == "" {
			layer, number = layer+1, 0
		}
		all = append(all, row{utf8.RuneCountInString(r.Text), layer, number})
		widest = max(widest, all[len(all)-1].width)
	}
	more := -1
	for k, r := range all {
		if r.number > 0 && r.width < widest {
			if more++; short < 0 {
				short = k
			}
		}
	}
	if short < 0 {
		return tree.Pos{}, ""
	}
	r, what, of := all[short], "cell", ""
	if strings.Contains(rows[short].Text, "#") {
		what = "character"
	}
	if layer > 1 {
		of = fmt.Sprintf(" of layer %d", r.layer)
	}
	s := fmt.Sprintf("row %d%s has %s, the widest %d",
		r.number, of, text.Plural(r.width, what), widest)
	if more > 0 {
		s += fmt.Sprintf(" (%d rows are shorter)", more+1)
	}
	return rows[short].Pos, s
}

// invalidFor returns the reason why a character cannot be in a drawing, or "".
func invalidFor(c rune) string {
	switch {
	case c == ' ':
		return ""
	case c == '\t':
		return "a tab"
	case c == unicode.ReplacementChar || !unicode.IsPrint(c):
		return fmt.Sprintf("the character %U, which cannot be seen,", c)
	case unicode.IsMark(c):
		return fmt.Sprintf("the combining character %U, which is no character by itself,", c)
	}
	return ""
}

// board turns the drawing into the board of a puzzle.
func (d *drawing) board(r *fieldReader, optional bool) puzzle.Board {
	b, err := puzzle.ParseBoard(d.lines...)
	if fault, ok := errors.AsType[*puzzle.Error](err); ok {
		r.fail(d.of(fault.Cell), "%s", fault.Text)
	}
	if optional {
		b = b.Packing()
	}
	return b
}

// listsCells reports whether a board or a shape is a list of cells, not of rows.
func listsCells(n *tree.Node) bool {
	return nested(n) && len(n.Items[0].Items) > 0 &&
		wholeNumber(strings.TrimPrefix(n.Items[0].Items[0].Text, "-"))
}

// nested reports whether a value is a list of lists.
func nested(n *tree.Node) bool {
	return n.Kind == tree.List && len(n.Items) > 0 && n.Items[0].Kind == tree.List
}

// mayBeMatrix fails if a list of cells may be a matrix of 0 and 1. That of a shape has a one in its
// first and its last row.
func (r *fieldReader) mayBeMatrix(n *tree.Node, shape bool) bool {
	ones := func(row *tree.Node) bool {
		return slices.ContainsFunc(row.Items, func(v *tree.Node) bool { return v.Text == "1" })
	}
	if slices.ContainsFunc(n.Items, func(row *tree.Node) bool {
		return slices.ContainsFunc(row.Items,
			func(v *tree.Node) bool { return v.Text != "0" && v.Text != "1" })
	}) || shape && !(ones(n.Items[0]) && ones(n.Items[len(n.Items)-1])) {
		return false
	}
	advice := "name the lattice of the cells"
	if shape {
		advice = "begin the cells with [0, 0]"
	}
	r.fail(n.Pos, "this may be a list of cells or a matrix of 0 and 1: draw its rows, or %s",
		advice)
	return true
}

// cellList reads a list of cells and returns them in reading order. If they are moved, their corner
// lies at the origin; else none may have a negative coordinate.
func (r *fieldReader) cellList(
	n *tree.Node, what string, l *lattice.Lattice, limit bound, moved bool,
) ([]puzzle.Cell, *cellPlaces) {
	places := &cellPlaces{whole: n.Pos, cells: make(map[lattice.Cell]tree.Pos)}
	if n.Kind != tree.List {
		r.fail(n.Pos, "%s is %s; want a list of cells", what, n.Kind)
		return nil, places
	}
	if e := r.draw(n.Pos, len(n.Items)); e != nil {
		r.add(e)
		return nil, places
	}
	var cells []lattice.Cell
	for _, item := range n.Items {
		switch c, ok := r.cell(item, l.Dims); {
		case ok && !moved && beforeOrigin(c):
			r.fail(item.Pos, "a cell of a board has coordinates from 0")
		case ok:
			cells = append(cells, c)
		}
	}
	if len(cells) < len(n.Items) {
		return nil, places
	}
	if moved {
		cells = cornered(cells, l)
	}
	if len(cells) > limit.most {
		r.failBeyond(n.Pos, limit.name, "%s has more than %d cells", what, limit.most)
		return nil, places
	}
	if _, volume := boxAround(cells, r.limits.Cells); volume > r.limits.Cells {
		r.failBeyond(n.Pos, "cells", "the cells of %s lie in a box of more than %d", what,
			r.limits.Cells)
		return nil, places
	}
	for k, c := range cells {
		places.cells[c] = n.Items[k].Pos
	}
	all := make([]puzzle.Cell, len(cells))
	for k, c := range lattice.Sorted(cells) {
		all[k].At = c
	}
	return all, places
}

// listedBoard reads a board that is a list of cells.
func (r *fieldReader) listedBoard(n *tree.Node, l *lattice.Lattice, moved bool) puzzle.Board {
	cells, places := r.cellList(n, "the board", l, r.bound("cells"), moved)
	r.places.board = places
	size, _ := boxAround(placesOf(cells), maxDrawing)
	return boardOf(cells, size)
}

// boardCells returns the cells of the board.
func boardCells(p *puzzle.Puzzle) []puzzle.Cell {
	cells := make([]puzzle.Cell, len(p.Board.Sites))
	for k, s := range p.Board.Sites {
		cells[k] = s.Cell
	}
	return cells
}

// boardOf returns the board of cells in reading order.
func boardOf(cells []puzzle.Cell, size lattice.Cell) puzzle.Board {
	b := puzzle.Board{Size: size}
	for _, c := range cells {
		b.Sites = append(b.Sites, puzzle.Site{Cell: c})
	}
	return b
}

// shape turns the drawing into the cells of a piece.
func (d *drawing) shape() []puzzle.Cell {
	var cells []puzzle.Cell
	for _, m := range d.marks {
		c := puzzle.Cell{At: m.at}
		switch m.r {
		case '.':
			continue
		case 'X', '#':
		default:
			c.Symbol = m.r
		}
		cells = append(cells, c)
	}
	return cells
}

// whatRow describes the mistake in a row of a drawing that is not a text.
func whatRow(n *tree.Node, what string) (tree.Pos, string) {
	if n.Comment != nil {
		return n.Comment.Pos, fmt.Sprintf("this row of the %s is a comment, since it "+
			"begins with #: put it in quotes", what)
	}
	if n.Kind == tree.Nothing {
		return n.Pos, fmt.Sprintf("this row of the %s is missing; write \"\" for one that is empty",
			what)
	}
	return n.Pos, fmt.Sprintf("a row of the %s is %s; want a text", what, n.Kind)
}

// draw draws cells in a box of the given size, layer by layer and row by row: a cell's symbol,
// plain for a cell without a symbol, and none where there is no cell.
func draw(cells []puzzle.Cell, size lattice.Cell, plain, none rune) [][]string {
	layers := make([][][]rune, size[2])
	for z := range layers {
		for range size[1] {
			layers[z] = append(layers[z], slices.Repeat([]rune{none}, size[0]))
		}
	}
	for _, c := range cells {
		mark := c.Symbol
		if mark == 0 {
			mark = plain
		}
		layers[c.At[2]][c.At[1]][c.At[0]] = mark
	}
	drawn := make([][]string, size[2])
	for z, layer := range layers {
		for _, row := range layer {
			drawn[z] = append(drawn[z], string(row))
		}
	}
	return drawn
}

// drawLayers draws the cells of a piece in the smallest box that starts at the origin, or at the
// cells' least corner if some coordinates are negative.
func drawLayers(cells []puzzle.Cell, l *lattice.Lattice, plain, none rune) ([][]string, error) {
	places := placesOf(cells)
	if slices.ContainsFunc(places, beforeOrigin) {
		cells = inCorner(cells, l)
		places = placesOf(cells)
	}
	size, volume := boxAround(places, maxDrawing)
	if volume > maxDrawing {
		return nil, errors.New("its cells lie too far apart to be drawn")
	}
	return draw(cells, size, plain, none), nil
}

func placesOf(cells []puzzle.Cell) []lattice.Cell {
	places := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		places[k] = c.At
	}
	return places
}

// beforeOrigin reports whether a cell has a negative coordinate.
func beforeOrigin(c lattice.Cell) bool { return min(c[0], c[1], c[2]) < 0 }

// cornered returns cells moved to their normal position, in the same order.
func cornered(cells []lattice.Cell, l *lattice.Lattice) []lattice.Cell {
	shift := l.Corner(cells)
	moved := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		moved[k] = c.Add(shift)
	}
	return moved
}

// inCorner returns the cells of a shape in their normal position.
func inCorner(cells []puzzle.Cell, l *lattice.Lattice) []puzzle.Cell {
	moved := slices.Clone(cells)
	for k, c := range cornered(placesOf(cells), l) {
		moved[k].At = c
	}
	return moved
}

// boxAround returns the size of the box from the origin around cells, and the number of cells in
// the box, or most+1 if there are more than most.
func boxAround(cells []lattice.Cell, most int) (size lattice.Cell, volume int) {
	for _, c := range cells {
		for d := range size {
			size[d] = max(size[d], c[d]+1)
		}
	}
	volume = 1
	for _, n := range size {
		if n > most || volume*n > most {
			return size, most + 1
		}
		volume *= max(n, 1)
	}
	return size, volume
}

// drawShape is drawLayers for the plane.
func drawShape(cells []puzzle.Cell, l *lattice.Lattice, plain, none rune) ([]string, error) {
	layers, err := drawLayers(cells, l, plain, none)
	if err != nil || len(layers) == 0 {
		return nil, err
	}
	return layers[0], nil
}

// maxDrawing bounds the box of a drawing that is written, in characters.
const maxDrawing = 1 << 24
