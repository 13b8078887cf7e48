package formats

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A definition of the program polycube is lines of fields with colons between them; '#' begins a
// comment.
//
//	D:xDim=4:yDim=4:zDim=4        a puzzle begins: its box; oneSide forbids to flip
//	C:name=A:layout=0 0 0, 1 0 0  a piece; type=S says that it stays where it is
//	L:stationary=B                rows follow, the highest y first: names of pieces, '.'
//	                              for nothing, layers from z=0 on with commas between them
//	~L                            the rows end
//	~D                            the puzzle ends
//
// Source: M. T. Busche, polycube 2.0, input of its PuzzleParser.cpp and output of Puzzle.cpp.

// A polycubeReader reads definitions line by line.
type polycubeReader struct {
	lineReader
	all    []*cubeBox
	open   *cubeBox // after D and before ~D
	known  map[string]bool
	layout *cubeLayout // after L and before ~L
	pieces int         // of all puzzles
}

// A cubeBox is a box to be filled, and the pieces that fill it, in the coordinates of polycube.
type cubeBox struct {
	pos
	size    lattice.Cell
	oneSide bool // pieces turn only in the plane
	pieces  []cubePiece
}

// A cubePiece is used once.
type cubePiece struct {
	pos
	name       string
	stationary bool           // it stays where its cells are
	cells      []lattice.Cell // x to the right, y upwards, z towards the eye; distinct
}

// A cubeLayout is a drawing of pieces: the index of each, and the y of the next row.
type cubeLayout struct {
	pos
	index map[string]int
	stay  []word // names that are declared stationary
	y     int
}

// wall is the name of the stationary piece that covers the places of the box that are not on the
// board: a definition has no other way to exclude places.
const wall = "*"

// A word is a part of a line.
type word struct {
	text string
	at   int // the byte where it begins
}

// trimmed returns the word without the white space around it.
func (w word) trimmed() word {
	left := strings.TrimLeft(w.text, " \t")
	return word{strings.TrimRight(left, " \t"), w.at + len(w.text) - len(left)}
}

// split splits a word at each separator and trims the parts.
func (w word) split(separator string) (parts []word) {
	at := w.at
	for part := range strings.SplitSeq(w.text, separator) {
		parts = append(parts, word{part, at}.trimmed())
		at += len(part) + len(separator)
	}
	return parts
}

// fields splits a word at white space.
func (w word) fields() (parts []word) {
	for part := range strings.FieldsFuncSeq(w.text, isBlank) {
		w = w.trimmed()
		parts = append(parts, word{part, w.at})
		w = word{w.text[len(part):], w.at + len(part)}
	}
	return parts
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

// wrong records a mistake in a word of this line.
func (r *polycubeReader) wrong(w word, format string, args ...any) {
	r.fail(r.errorf(r.of(w), format, args...))
}

// of returns the place of a word of this line.
func (r *polycubeReader) of(w word) pos { return pos{r.num, columnOf(r.line, w.at)} }

// readPolycube reads the puzzles of a polycube definition. Its y grows upwards and its z towards
// the viewer, so the box is turned about x by 180 degrees: a rotation keeps pieces from becoming
// their mirror images.
func readPolycube(s *source) ([]*Document, error) {
	r := &polycubeReader{lineReader: lineReader{source: s, rest: s.text}}
	for r.next() {
		r.directive()
	}
	if r.layout != nil {
		r.fail(r.errorf(r.pos(), "the file ends inside the drawing of line %d: want ~L", r.layout.line))
	} else if r.open != nil {
		r.fail(r.errorf(r.pos(), "the file ends inside the puzzle of line %d: want ~D", r.open.pos.line))
	}
	if r.err != nil {
		return nil, r.err
	}
	var documents []*Document
	for k, box := range r.all {
		d := &Document{nil, s, puzzlePlaces{whole: box.pos}}
		if err := d.unbox(box, s.puzzleName(k, len(r.all))); err != nil {
			return nil, err
		}
		documents = append(documents, d)
	}
	return documents, nil
}

// directive reads a line.
func (r *polycubeReader) directive() {
	code, _, _ := strings.Cut(r.line, "#")
	if r.layout != nil {
		r.row(word{code, 0})
		return
	}
	fields := word{code, 0}.split(":")
	kind := fields[0]
	switch {
	case len(fields) == 1 && kind.text == "":
	case kind.text != "D" && kind.text != "C" && kind.text != "L" && kind.text != "~D":
		r.wrong(kind, "%s is no directive; want D, C, L or ~D", cutShort(kind.text))
	case kind.text != "D" && r.open == nil:
		r.wrong(kind, "%s outside of a puzzle, which begins with D", kind.text)
	case kind.text == "D" && r.open != nil:
		r.wrong(kind, "a second D in the puzzle of line %d, which ends with ~D", r.open.pos.line)
	case kind.text == "D":
		r.begin(fields)
	case kind.text == "C":
		r.coordinates(fields)
	case kind.text == "L":
		r.drawing(fields)
	default:
		r.finish()
	}
}

// settings returns the values of a directive by their names, which must be known and occur once.
// Only the value of oneSide may be missing; it is then "1".
func (r *polycubeReader) settings(fields []word, known ...string) map[string]word {
	values := make(map[string]word)
	for _, field := range fields[1:] {
		parts := field.split("=")
		name := parts[0]
		_, twice := values[name.text]
		switch {
		case !slices.Contains(known, name.text):
			r.wrong(name, "unknown setting %s of %s; want one of %s",
				cutShort(name.text), fields[0].text, strings.Join(known, ", "))
		case twice:
			r.wrong(name, "the setting %s stands twice", name.text)
		case len(parts) > 2:
			r.wrong(parts[2], "a second = in the setting %s", name.text)
		case len(parts) < 2 && name.text != "oneSide":
			r.wrong(name, "the setting %s has no value", name.text)
		case len(parts) < 2:
			parts = append(parts, word{"1", name.at})
		}
		values[name.text] = parts[len(parts)-1]
	}
	return values
}

// begin reads D: a box.
func (r *polycubeReader) begin(fields []word) {
	at := r.of(fields[0])
	if len(r.all) == r.limits.Documents {
		r.fail(r.beyond(at, "documents", "more than %d puzzles in one file", r.limits.Documents))
	}
	values := r.settings(fields, "xDim", "yDim", "zDim", "oneSide")
	box := &cubeBox{pos: at, size: lattice.Cell{1, 1, 1}}
	volume := 1
	for d, name := range []string{"xDim", "yDim", "zDim"} {
		v, there := values[name]
		if !there {
			if d < 2 {
				r.wrong(fields[0], "the puzzle has no %s", name)
			}
			continue
		}
		n, err := strconv.ParseUint(v.text, 10, 31)
		if err != nil || n < 1 {
			r.wrong(v, "%s is %s; want a number from 1", name, cutShort(v.text))
		}
		box.size[d] = int(n)
		if box.size[d] > r.limits.Cells || volume*box.size[d] > r.limits.Cells {
			r.fail(r.beyond(r.of(v), "cells", "a box of more than %d cells", r.limits.Cells))
			return
		}
		volume *= box.size[d]
	}
	v, there := values["oneSide"]
	if box.oneSide = v.text == "1"; there && !box.oneSide && v.text != "0" {
		r.wrong(v, "oneSide is %s; want 0 or 1", cutShort(v.text))
	} else if box.oneSide && box.size[2] > 1 {
		r.wrong(v, "oneSide, and zDim is %d: only flat puzzles have one side", box.size[2])
	}
	r.open, r.known = box, make(map[string]bool)
	r.more(fields[0], volume)
}

// more counts n more cells against the limit.
func (r *polycubeReader) more(at word, n int) {
	if e := r.draw(r.of(at), n); e != nil {
		r.fail(e)
	}
}

// add begins a piece and returns its index.
func (r *polycubeReader) add(name word) int {
	r.pieces++
	switch {
	case r.pieces > r.limits.Pieces:
		r.fail(r.beyond(r.of(name), "pieces", "more than %d pieces in one file", r.limits.Pieces))
	case name.text == "":
		r.wrong(name, "a piece without a name")
	case r.known[name.text]:
		r.wrong(name, "a second piece %s", cutShort(name.text))
	}
	r.open.pieces = append(r.open.pieces, cubePiece{pos: r.of(name), name: name.text})
	return len(r.open.pieces) - 1
}

// coordinates reads C: a piece.
func (r *polycubeReader) coordinates(fields []word) {
	values := r.settings(fields, "name", "type", "layout")
	for _, name := range []string{"name", "layout"} {
		if _, there := values[name]; !there {
			r.wrong(fields[0], "a piece without a %s", name)
		}
	}
	list := values["layout"]
	p := &r.open.pieces[r.add(values["name"])]
	r.known[p.name] = true
	v, there := values["type"]
	if p.stationary = v.text == "S"; there && !p.stationary && v.text != "M" {
		r.wrong(v, "the type is %s; want M for a piece that moves, S for one that stays", cutShort(v.text))
	}
	seen := make(map[lattice.Cell]bool)
	for _, triplet := range list.split(",") {
		cell := r.triplet(triplet)
		if seen[cell] {
			r.wrong(triplet, "the cell %s stands twice in piece %s", cutShort(triplet.text), cutShort(p.name))
		}
		if r.err != nil {
			return
		}
		seen[cell] = true
		p.cells = append(p.cells, cell)
	}
	r.more(list, len(p.cells))
}

// triplet reads "x y z".
func (r *polycubeReader) triplet(w word) (cell lattice.Cell) {
	numbers := w.fields()
	if len(numbers) != 3 {
		r.wrong(w, "%s is no cell; want x y z, and commas between cells", cutShort(w.text))
		return cell
	}
	for d, n := range numbers {
		v, err := strconv.ParseInt(n.text, 10, 32)
		if err != nil || v < -farthest || v > farthest {
			r.wrong(n, "%s is no coordinate; want a whole number up to %d", cutShort(n.text), farthest)
		}
		cell[d] = int(v)
	}
	if r.open.oneSide && cell[2] != 0 {
		r.wrong(numbers[2], "z is %d in a puzzle with one side: want 0", cell[2])
	}
	return cell
}

// drawing reads L: a drawing begins.
func (r *polycubeReader) drawing(fields []word) {
	stay := r.settings(fields, "stationary")["stationary"].fields()
	for _, name := range stay {
		if r.known[name.text] {
			r.wrong(name, "a second piece %s", cutShort(name.text))
		}
	}
	r.layout = &cubeLayout{r.of(fields[0]), make(map[string]int), stay, r.open.size[1] - 1}
}

// row reads a row of a drawing, or ~L. An empty row is a row, too.
func (r *polycubeReader) row(code word) {
	l := r.layout
	if words := code.fields(); len(words) > 0 && words[0].text == "~L" {
		r.drawn()
		return
	}
	for z, layer := range strings.Split(code.text, ",") {
		for x, name := range (word{layer, code.at}).fields() {
			if name.text == "." {
				continue
			}
			k, drawn := l.index[name.text]
			if !drawn {
				k = r.add(name)
				l.index[name.text] = k
			}
			if r.open.oneSide && z > 0 {
				r.wrong(name, "a second layer in a puzzle with one side")
			}
			p := &r.open.pieces[k]
			p.cells = append(p.cells, lattice.Cell{x, l.y, z})
			if r.more(name, 1); r.err != nil {
				return
			}
		}
		code.at += len(layer) + 1
	}
	l.y--
}

// drawn ends a drawing.
func (r *polycubeReader) drawn() {
	for _, name := range r.layout.stay {
		k, ok := r.layout.index[name.text]
		if !ok {
			r.fail(r.errorf(r.layout.pos, "the drawing has no piece %s, which it says is stationary",
				cutShort(name.text)))
			return
		}
		r.open.pieces[k].stationary = true
	}
	for name := range r.layout.index {
		r.known[name] = true
	}
	r.layout = nil
}

// finish reads ~D. Stationary pieces must lie in the box and must not overlap.
func (r *polycubeReader) finish() {
	taken := make(map[lattice.Cell]string)
	for _, p := range r.open.pieces {
		if !p.stationary {
			continue
		}
		for _, c := range p.cells {
			for d, n := range r.open.size {
				if c[d] < 0 || c[d] >= n {
					r.fail(r.errorf(p.pos, "piece %s stays where it lies outside of the box", cutShort(p.name)))
				}
			}
			if other, ok := taken[c]; ok {
				r.fail(r.errorf(p.pos, "pieces %s and %s both stay on %d %d %d",
					cutShort(other), cutShort(p.name), c[0], c[1], c[2]))
			}
			taken[c] = p.name
		}
	}
	r.all, r.open = append(r.all, r.open), nil
}

// unbox sets the puzzle of a box. Flat pieces in a flat box become polyominoes, and turning them
// over in space becomes flipping.
func (d *Document) unbox(box *cubeBox, name string) error {
	s := d.source
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	d.Puzzle = p
	if box.size[2] > 1 || slices.ContainsFunc(box.pieces, cubePiece.solid) {
		p.Lattice = lattice.Cube
	}
	walls := make(map[lattice.Cell]bool)
	first := make(map[string]int) // the first piece of each shape
	for _, one := range box.pieces {
		cells := turned(box.size, one.cells)
		if one.stationary && one.name == wall {
			for _, c := range cells {
				walls[c] = true
			}
			continue
		}
		piece := puzzle.Piece{
			Name: one.name, Count: puzzle.Exactly(1),
			Rotate: true, Flip: p.Lattice.Flips() && !box.oneSide,
		}
		if err := s.unboxPiece(&piece, cells, p.Lattice, one.pos); err != nil {
			return err
		}
		shape := leastOrientation(&piece, p.Lattice)
		k, known := first[shape]
		if known {
			p.Pieces[k].Count.Min++
			p.Pieces[k].Count.Max++
		} else {
			k = len(p.Pieces)
			first[shape] = k
			p.Pieces = append(p.Pieces, piece)
			d.places.pieces = append(d.places.pieces, partPlaces{whole: one.pos})
		}
		if one.stationary {
			if len(p.Place) == s.limits.Hints {
				return s.beyond(one.pos, "hints",
					"more than %d pieces stay where they are", s.limits.Hints)
			}
			p.Place = append(p.Place, puzzle.Hint{Piece: p.Pieces[k].Name, Cells: cells})
			d.places.hints = append(d.places.hints, partPlaces{whole: one.pos})
		}
	}
	p.Board.Size = box.size
	for c := range cellsOf(box.size) {
		if !walls[c] {
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: c}})
		}
	}
	return nil
}

// unboxPiece sets the cells of a piece, relative to their least corner.
func (s *source) unboxPiece(
	piece *puzzle.Piece, cells []lattice.Cell, l *lattice.Lattice, at pos,
) error {
	switch {
	case !printable(piece.Name):
		return s.errorf(at, "the name of the piece has a character that cannot be seen")
	case len(piece.Name) > s.limits.Name:
		return s.beyond(at, "name",
			"the name of the piece has more than %d characters", s.limits.Name)
	}
	cells = cornered(cells, l)
	if _, volume := boxAround(cells, s.limits.PieceCells); volume > s.limits.PieceCells {
		return s.beyond(at, "piece-cells", "the box around piece %q has more than %d cells",
			piece.Name, s.limits.PieceCells)
	}
	for _, c := range cells {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	return nil
}

// turned turns cells of a box by 180 degrees about x, in reading order.
func turned(size lattice.Cell, cells []lattice.Cell) []lattice.Cell {
	all := make([]lattice.Cell, len(cells))
	for k, c := range cells {
		all[k] = lattice.Cell{c[0], size[1] - 1 - c[1], size[2] - 1 - c[2]}
	}
	return lattice.Sorted(all)
}

// solid reports whether a piece has more than one layer.
func (p cubePiece) solid() bool {
	return slices.ContainsFunc(p.cells, func(c lattice.Cell) bool { return c[2] != p.cells[0][2] })
}

// cellsOf yields the cells of a box in reading order.
func cellsOf(size lattice.Cell) iter.Seq[lattice.Cell] {
	return func(yield func(lattice.Cell) bool) {
		for z := range size[2] {
			for y := range size[1] {
				for x := range size[0] {
					if !yield(lattice.Cell{x, y, z}) {
						return
					}
				}
			}
		}
	}
}

// leastOrientation spells the first orientation of a piece in order, so that pieces with the same
// orientations are spelt alike.
func leastOrientation(piece *puzzle.Piece, l *lattice.Lattice) string {
	var least []byte
	for k, o := range piece.Orientations(l) {
		var spelt []byte
		for _, c := range o {
			for _, v := range c.At {
				spelt = append(strconv.AppendInt(spelt, int64(v), 10), ' ')
			}
		}
		if k == 0 || bytes.Compare(spelt, least) < 0 {
			least = spelt
		}
	}
	return string(least)
}

// writePolycube writes a puzzle as a definition: one piece for each copy, those placed by hints
// first, and one for the places of the box that are not on the board.
func writePolycube(b *bytes.Buffer, p *puzzle.Puzzle) error {
	oneSide, err := sidesOf(p)
	if err != nil {
		return err
	}
	size := p.Board.Size
	fmt.Fprintf(b, "D:xDim=%d:yDim=%d:zDim=%d", size[0], size[1], size[2])
	if oneSide {
		b.WriteString(":oneSide")
	}
	b.WriteByte('\n')
	names := make(map[string]bool)
	for _, piece := range p.Pieces {
		placed := slices.DeleteFunc(slices.Clone(p.Place), func(h puzzle.Hint) bool { return h.Piece != piece.Name })
		if len(placed) > piece.Count.Min {
			return fmt.Errorf("piece %q is used less often than it is placed", piece.Name)
		}
		cells := cornered(placesOf(piece.Cells), p.Lattice)
		around, _ := boxAround(cells, maxDrawing)
		for copies := range piece.Count.Min {
			name := piece.Name
			if copies > 0 {
				name = fmt.Sprintf("%s.%d", piece.Name, copies+1)
			}
			if names[name] {
				return fmt.Errorf("a copy of a piece would be called %q, as another piece is", name)
			}
			names[name] = true
			if copies < len(placed) {
				putCubes(b, name, "S", turned(size, placed[copies].Cells))
			} else {
				putCubes(b, name, "M", turned(around, cells))
			}
		}
	}
	sites := p.Board.Sites
	var walls []lattice.Cell
	for c := range cellsOf(size) {
		if len(sites) > 0 && sites[0].At == c {
			sites = sites[1:]
			continue
		}
		walls = append(walls, lattice.Cell{c[0], size[1] - 1 - c[1], size[2] - 1 - c[2]})
	}
	if len(walls) > 0 {
		putCubes(b, wall, "S", walls)
	}
	b.WriteString("~D\n")
	return nil
}

// putCubes writes the line of a piece.
func putCubes(b *bytes.Buffer, name, kind string, cells []lattice.Cell) {
	fmt.Fprintf(b, "C:name=%s:type=%s:layout=", name, kind)
	for k, c := range cells {
		if k > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%d %d %d", c[0], c[1], c[2])
	}
	b.WriteByte('\n')
}

// sidesOf reports whether the pieces of a puzzle keep one side up; the error names what a
// definition cannot express.
func sidesOf(p *puzzle.Puzzle) (oneSide bool, _ error) {
	can := holding{lattices: []*lattice.Lattice{lattice.Square, lattice.Cube}, hints: true}
	if slices.Contains(can.lattices, p.Lattice) && len(p.Congruent()) > 0 {
		return false, errors.New("pieces of one shape have different names:" +
			" there they are copies of one piece")
	}
	if err := can.check(p); err != nil {
		return false, err
	}
	volume := p.Board.Size[0] * p.Board.Size[1] * p.Board.Size[2]
	if len(p.Board.Sites) == 0 || volume > maxDrawing {
		return false, errors.New("its board has no cells, or too many")
	}
	flat, turn, flip := p.Board.Size[2] == 1, true, true
	for _, piece := range p.Pieces {
		switch name := piece.Name; {
		case piece.Count.Min != piece.Count.Max || piece.Count.Min < 1:
			return false, fmt.Errorf("piece %q is used %s times, which is no fixed number from 1",
				name, piece.Count)
		case name == "" || name == "." || name == wall || strings.HasPrefix(name, "~") ||
			strings.ContainsAny(name, " \t:=#,"):
			return false, fmt.Errorf("the name of piece %q has another meaning there", name)
		}
		for _, c := range piece.Cells {
			flat = flat && c.At[2] == piece.Cells[0].At[2]
		}
		turns, flips := piece, piece
		turns.Rotate, turns.Flip, flips.Rotate, flips.Flip = true, false, true, true
		n := len(piece.Orientations(p.Lattice))
		turn = turn && n == len(turns.Orientations(p.Lattice))
		flip = flip && n == len(flips.Orientations(p.Lattice))
	}
	switch {
	case pieceArea(p) != len(p.Board.Sites):
		return false, fmt.Errorf("its pieces have %d cells and its board %d: they must fill it",
			pieceArea(p), len(p.Board.Sites))
	case p.Lattice == lattice.Cube && flat:
		return false, errors.New("it is flat, and its pieces turn in space:" +
			" say it on the square lattice")
	case !turn && (p.Lattice == lattice.Cube || !flip):
		return false, errors.New("its pieces do not turn as solid ones do," +
			" nor all as flat ones with one side")
	}
	return p.Lattice == lattice.Square && !flip, nil
}

// directiveD matches the start of a puzzle.
var directiveD = pattern(`^[ \t]*D[ \t]*:[ \t]*[xyz]Dim[ \t]*=|^[ \t]*D[ \t]*:[ \t]*oneSide\b`)

// showsPolycube: the directive of a box follows the comments.
func showsPolycube(l look) bool {
	for _, line := range l.lines {
		if code := strings.TrimSpace(line); code != "" && code[0] != '#' {
			return directiveD().MatchString(line)
		}
	}
	return false
}
