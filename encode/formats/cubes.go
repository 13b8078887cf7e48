package formats

import (
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/fault"
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

// A cubeReader reads definitions line by line.
type cubeReader struct {
	lineReader
	all    []*cubeBox
	open   *cubeBox // after D and before ~D
	known  map[string]bool
	layout *cubeLayout // after L and before ~L
	pieces int         // of all puzzles
}

// A cubeBox is a box to be filled, and the pieces that fill it, in the coordinates of polycube.
type cubeBox struct {
	fault.Pos
	size    lattice.Cell
	oneSide bool // pieces turn only in the plane
	pieces  []cubePiece
}

// A cubePiece is used once.
type cubePiece struct {
	fault.Pos
	name       string
	stationary bool           // it stays where its cells are
	cells      []lattice.Cell // x to the right, y upwards, z towards the eye; distinct
}

// A cubeLayout is a drawing of pieces: the index of each, and the y of the next row.
type cubeLayout struct {
	fault.Pos
	index map[string]int
	stay  []word // names that are declared stationary
	y     int
}

// boxes reads all boxes.
func (r *cubeReader) boxes() {
	for r.next() {
		r.directive()
	}
	if r.layout != nil {
		r.fail(fault.At(r.pos(), "the file ends inside the drawing of line %d: want ~L", r.layout.Line))
	} else if r.open != nil {
		r.fail(fault.At(r.pos(), "the file ends inside the puzzle of line %d: want ~D", r.open.Pos.Line))
	}
}

// directive reads a line.
func (r *cubeReader) directive() {
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
		r.wrong(kind, "a second D in the puzzle of line %d, which ends with ~D", r.open.Pos.Line)
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
func (r *cubeReader) settings(fields []word, known ...string) map[string]word {
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
			r.wrong(name, "the setting %s occurs twice", name.text)
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
func (r *cubeReader) begin(fields []word) {
	at := r.of(fields[0])
	if len(r.all) == r.limits.Documents {
		r.fail(fault.Beyond(at, "documents", "more than %d puzzles in one file", r.limits.Documents))
	}
	values := r.settings(fields, "xDim", "yDim", "zDim", "oneSide")
	box := &cubeBox{Pos: at, size: lattice.Cell{1, 1, 1}}
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
			r.fail(fault.Beyond(r.of(v), "cells", "a box of more than %d cells", r.limits.Cells))
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
func (r *cubeReader) more(at word, n int) {
	if e := r.draw(r.of(at), n); e != nil {
		r.fail(e)
	}
}

// add begins a piece and returns its index.
func (r *cubeReader) add(name word) int {
	r.pieces++
	switch {
	case r.pieces > r.limits.Pieces:
		r.fail(fault.Beyond(r.of(name), "pieces", "more than %d pieces in one file", r.limits.Pieces))
	case name.text == "":
		r.wrong(name, "a piece without a name")
	case r.known[name.text]:
		r.wrong(name, "a second piece %s", cutShort(name.text))
	}
	r.open.pieces = append(r.open.pieces, cubePiece{Pos: r.of(name), name: name.text})
	return len(r.open.pieces) - 1
}

// coordinates reads C: a piece.
func (r *cubeReader) coordinates(fields []word) {
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
			r.wrong(triplet, "the cell %s occurs twice in piece %s", cutShort(triplet.text), cutShort(p.name))
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
func (r *cubeReader) triplet(w word) (cell lattice.Cell) {
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
func (r *cubeReader) drawing(fields []word) {
	stay := r.settings(fields, "stationary")["stationary"].fields()
	for _, name := range stay {
		if r.known[name.text] {
			r.wrong(name, "a second piece %s", cutShort(name.text))
		}
	}
	r.layout = &cubeLayout{r.of(fields[0]), make(map[string]int), stay, r.open.size[1] - 1}
}

// row reads a row of a drawing, or ~L. An empty row is a row, too.
func (r *cubeReader) row(code word) {
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
func (r *cubeReader) drawn() {
	for _, name := range r.layout.stay {
		k, ok := r.layout.index[name.text]
		if !ok {
			r.fail(fault.At(r.layout.Pos, "the drawing has no piece %s, which it says is stationary",
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
func (r *cubeReader) finish() {
	taken := make(map[lattice.Cell]string)
	for _, p := range r.open.pieces {
		if !p.stationary {
			continue
		}
		for _, c := range p.cells {
			for d, n := range r.open.size {
				if c[d] < 0 || c[d] >= n {
					r.fail(fault.At(p.Pos, "piece %s stays where it lies outside of the box", cutShort(p.name)))
				}
			}
			if other, ok := taken[c]; ok {
				r.fail(fault.At(p.Pos, "pieces %s and %s both stay on %d %d %d",
					cutShort(other), cutShort(p.name), c[0], c[1], c[2]))
			}
			taken[c] = p.name
		}
	}
	r.all, r.open = append(r.all, r.open), nil
}

// wrong records a mistake in a word of this line.
func (r *cubeReader) wrong(w word, format string, args ...any) {
	r.fail(fault.At(r.of(w), format, args...))
}
