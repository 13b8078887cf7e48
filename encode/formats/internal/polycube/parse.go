package polycube

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A reader reads a text line by line.
type reader struct {
	limits Limits
	all    []Puzzle
	open   *Puzzle // after D and before ~D
	known  map[string]bool
	line   int
	text   string // of the line
	pieces int    // of all puzzles
	cells  int
	layout *layout // after L and before ~L
}

// A layout is a drawing of pieces: the index of each, and the y of the next row.
type layout struct {
	Pos
	index map[string]int
	stay  []word // names that are declared stationary
	y     int
}

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

// pos returns the place of a word of this line.
func (r *reader) pos(w word) Pos {
	return Pos{r.line, utf8.RuneCountInString(r.text[:min(w.at, len(r.text))]) + 1}
}

// Parse reads a text. The error is an *Error.
func Parse(text string, limits Limits) ([]Puzzle, error) {
	r := &reader{limits: limits}
	for line := range strings.Lines(text) {
		r.line++
		r.text = strings.TrimRight(line, "\n")
		if err := r.directive(); err != nil {
			return nil, err
		}
	}
	end := Pos{r.line + 1, 1}
	if r.line > 0 && !strings.HasSuffix(text, "\n") {
		end = r.pos(word{"", len(r.text)})
	}
	switch {
	case r.layout != nil:
		return nil, errorf(end, "the file ends inside the drawing of line %d: want ~L", r.layout.Line)
	case r.open != nil:
		return nil, errorf(end, "the file ends inside the puzzle of line %d: want ~D", r.open.Line)
	}
	return r.all, nil
}

// directive reads a line.
func (r *reader) directive() *Error {
	code, _, _ := strings.Cut(r.text, "#")
	whole := word{code, 0}.trimmed()
	if r.layout != nil {
		return r.row(word{code, 0})
	}
	if whole.text == "" {
		return nil
	}
	fields := whole.split(":")
	kind := fields[0]
	switch {
	case kind.text != "D" && kind.text != "C" && kind.text != "L" && kind.text != "~D":
		return errorf(r.pos(kind), "%s is no directive; want D, C, L or ~D", shown(kind.text))
	case kind.text != "D" && r.open == nil:
		return errorf(r.pos(kind), "%s outside of a puzzle, which begins with D", kind.text)
	case kind.text == "D" && r.open != nil:
		return errorf(r.pos(kind), "a second D in the puzzle of line %d, which ends with ~D", r.open.Line)
	}
	switch kind.text {
	case "D":
		return r.begin(fields)
	case "C":
		return r.coordinates(fields)
	case "L":
		return r.drawing(fields)
	}
	return r.end()
}

// settings returns the values of a directive by their names, which must be known and occur once.
// Only the value of oneSide may be missing; it is then "1".
func (r *reader) settings(fields []word, known ...string) (map[string]word, *Error) {
	values := make(map[string]word)
	for _, field := range fields[1:] {
		parts := field.split("=")
		name := parts[0]
		_, twice := values[name.text]
		switch {
		case !slices.Contains(known, name.text):
			return nil, errorf(r.pos(name), "unknown setting %s of %s; want one of %s",
				shown(name.text), fields[0].text, strings.Join(known, ", "))
		case twice:
			return nil, errorf(r.pos(name), "the setting %s stands twice", name.text)
		case len(parts) > 2:
			return nil, errorf(r.pos(parts[2]), "a second = in the setting %s", name.text)
		case len(parts) < 2 && name.text != "oneSide":
			return nil, errorf(r.pos(name), "the setting %s has no value", name.text)
		case len(parts) < 2:
			parts = append(parts, word{"1", name.at})
		}
		values[name.text] = parts[1]
	}
	return values, nil
}

// begin reads D: a box.
func (r *reader) begin(fields []word) *Error {
	at := r.pos(fields[0])
	if len(r.all) == r.limits.Puzzles {
		return beyond(at, "documents", "more than %d puzzles in one file", r.limits.Puzzles)
	}
	values, err := r.settings(fields, "xDim", "yDim", "zDim", "oneSide")
	if err != nil {
		return err
	}
	p := &Puzzle{Pos: at, Size: [3]int{1, 1, 1}}
	volume := 1
	for d, name := range []string{"xDim", "yDim", "zDim"} {
		v, there := values[name]
		if !there && d < 2 {
			return errorf(at, "the puzzle has no %s", name)
		} else if !there {
			continue
		}
		n, bad := strconv.ParseUint(v.text, 10, 31)
		if bad != nil || n < 1 {
			return errorf(r.pos(v), "%s is %s; want a number from 1", name, shown(v.text))
		}
		p.Size[d] = int(n)
		if p.Size[d] > r.limits.Cells || volume*p.Size[d] > r.limits.Cells {
			return beyond(r.pos(v), "cells", "a box of more than %d cells", r.limits.Cells)
		}
		volume *= p.Size[d]
	}
	if v, there := values["oneSide"]; there && v.text != "0" && v.text != "1" {
		return errorf(r.pos(v), "oneSide is %s; want 0 or 1", shown(v.text))
	} else if p.OneSide = v.text == "1"; p.OneSide && p.Size[2] > 1 {
		return errorf(r.pos(v), "oneSide, and zDim is %d: only flat puzzles have one side",
			p.Size[2])
	}
	r.open, r.known = p, make(map[string]bool)
	return r.more(at, volume)
}

// more counts n more cells against the limit.
func (r *reader) more(at Pos, n int) *Error {
	if r.cells += n; r.cells > r.limits.AllCells {
		return beyond(at, "all-cells",
			"the boards and pieces of this file have more than %d cells together", r.limits.AllCells)
	}
	return nil
}

// add begins a piece and returns its index.
func (r *reader) add(name word) (int, *Error) {
	if r.pieces++; r.pieces > r.limits.Pieces {
		return 0, beyond(r.pos(name), "pieces", "more than %d pieces in one file", r.limits.Pieces)
	}
	if name.text == "" {
		return 0, errorf(r.pos(name), "a piece without a name")
	}
	if r.known[name.text] {
		return 0, errorf(r.pos(name), "a second piece %s", shown(name.text))
	}
	r.open.Pieces = append(r.open.Pieces, Piece{Pos: r.pos(name), Name: name.text})
	return len(r.open.Pieces) - 1, nil
}

// coordinates reads C: a piece.
func (r *reader) coordinates(fields []word) *Error {
	values, err := r.settings(fields, "name", "type", "layout")
	if err != nil {
		return err
	}
	name, named := values["name"]
	list, listed := values["layout"]
	if !named || !listed {
		missing := map[bool]string{false: "name", true: "layout"}[named]
		return errorf(r.pos(fields[0]), "a piece without a %s", missing)
	}
	k, err := r.add(name)
	if err != nil {
		return err
	}
	p := &r.open.Pieces[k]
	r.known[p.Name] = true
	if v, there := values["type"]; there && v.text != "M" && v.text != "S" {
		return errorf(r.pos(v), "the type is %s; want M for a piece that moves, S for one that stays",
			shown(v.text))
	} else {
		p.Stationary = v.text == "S"
	}
	seen := make(map[[3]int]bool)
	for _, triplet := range list.split(",") {
		cell, err := r.triplet(triplet)
		switch {
		case err != nil:
			return err
		case seen[cell]:
			return errorf(r.pos(triplet), "the cell %s stands twice in piece %s",
				shown(triplet.text), shown(p.Name))
		}
		seen[cell] = true
		p.Cells = append(p.Cells, cell)
	}
	return r.more(r.pos(list), len(p.Cells))
}

// farthest bounds coordinates.
const farthest = 1 << 20

// triplet reads "x y z".
func (r *reader) triplet(w word) (cell [3]int, _ *Error) {
	numbers := w.fields()
	if len(numbers) != 3 {
		return cell, errorf(r.pos(w), "%s is no cell; want x y z, and commas between cells",
			shown(w.text))
	}
	for d, n := range numbers {
		v, err := strconv.ParseInt(n.text, 10, 32)
		if err != nil || v < -farthest || v > farthest {
			return cell, errorf(r.pos(n), "%s is no coordinate; want a whole number up to %d",
				shown(n.text), farthest)
		}
		cell[d] = int(v)
	}
	if r.open.OneSide && cell[2] != 0 {
		return cell, errorf(r.pos(numbers[2]), "z is %d in a puzzle with one side: want 0", cell[2])
	}
	return cell, nil
}

// drawing reads L: a drawing begins.
func (r *reader) drawing(fields []word) *Error {
	values, err := r.settings(fields, "stationary")
	if err != nil {
		return err
	}
	stay := values["stationary"].fields()
	for _, name := range stay {
		if r.known[name.text] {
			return errorf(r.pos(name), "a second piece %s", shown(name.text))
		}
	}
	r.layout = &layout{r.pos(fields[0]), make(map[string]int), stay, r.open.Size[1] - 1}
	return nil
}

// row reads a row of a drawing, or ~L. An empty row is a row, too.
func (r *reader) row(code word) *Error {
	l := r.layout
	if words := code.fields(); len(words) > 0 && words[0].text == "~L" {
		return r.drawn()
	}
	for z, layer := range strings.Split(code.text, ",") {
		for x, name := range (word{layer, code.at}).fields() {
			if name.text == "." {
				continue
			}
			k, drawn := l.index[name.text]
			if !drawn {
				var err *Error
				if k, err = r.add(name); err != nil {
					return err
				}
				l.index[name.text] = k
			}
			if r.open.OneSide && z > 0 {
				return errorf(r.pos(name), "a second layer in a puzzle with one side")
			}
			p := &r.open.Pieces[k]
			p.Cells = append(p.Cells, [3]int{x, l.y, z})
			if err := r.more(r.pos(name), 1); err != nil {
				return err
			}
		}
		code.at += len(layer) + 1
	}
	l.y--
	return nil
}

// drawn ends a drawing.
func (r *reader) drawn() *Error {
	for _, name := range r.layout.stay {
		k, ok := r.layout.index[name.text]
		if !ok {
			return errorf(r.layout.Pos, "the drawing has no piece %s, which it says is stationary",
				shown(name.text))
		}
		r.open.Pieces[k].Stationary = true
	}
	for name := range r.layout.index {
		r.known[name] = true
	}
	r.layout = nil
	return nil
}

// end reads ~D. Stationary pieces must lie in the box and must not overlap.
func (r *reader) end() *Error {
	taken := make(map[[3]int]string)
	for _, p := range r.open.Pieces {
		if !p.Stationary {
			continue
		}
		for _, c := range p.Cells {
			for d, n := range r.open.Size {
				if c[d] < 0 || c[d] >= n {
					return errorf(p.Pos, "piece %s stays where it lies outside of the box",
						shown(p.Name))
				}
			}
			if other, ok := taken[c]; ok {
				return errorf(p.Pos, "pieces %s and %s both stay on %d %d %d",
					shown(other), shown(p.Name), c[0], c[1], c[2])
			}
			taken[c] = p.Name
		}
	}
	r.all, r.open = append(r.all, *r.open), nil
	return nil
}

// shown quotes a word for a message, cut short if it is long.
func shown(text string) string {
	if r := []rune(text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(text)
}
