package puzzle

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/text"
)

// An Error is a fault of a puzzle and the part at fault, so that a reader of files can report its
// place.
type Error struct {
	// Part is "board", "wrap", "regions", "piece", "hint", "over", "group", "rule" or "goal"; ""
	// for the whole.
	Part  string
	Index int // which piece, hint, Over, group or rule
	// Field is the field at fault: "name", "cells", "count", "within" or "color" of a piece,
	// "piece" or "cells" of a hint, "piece" or "label" of an Over, "pieces" (of these "pieces 1"
	// and so on) or "count" of a group, the key of a rule; "" for the whole part.
	Field string
	// Cell is the cell of the board or piece at fault, or nil.
	Cell *lattice.Cell
	Text string
	Err  error // the cause, such as a *TooLargeError, or nil
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A TooLargeError reports that a puzzle's model would be too large.
type TooLargeError struct {
	Most int // limit of the total of items over all options
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the placements cover more than %d cells in all", e.Most)
}

// Validate reports every fault that makes a puzzle meaningless, joined: a piece without cells or
// with a repeated name or cell, bounds below zero or crossed, a symbol that no board cell or no
// piece has, a region that the board does not have, a hint for an unknown piece. A puzzle that
// merely has no solution is valid. The errors are of type *Error.
func (p *Puzzle) Validate() error {
	if p.Cover != nil {
		if err := p.Cover.Validate(); err != nil {
			return err
		}
	}
	v := validation{Puzzle: p, names: make(map[string]bool, len(p.Pieces)),
		symbols: make(map[rune]bool), regions: make(map[rune]bool), used: make(map[rune]bool)}
	if p.Lattice != nil && len(p.Lattice.Motions) == 0 {
		return v.fault("", 0, "the lattice has no motions: want one of package lattice")
	}
	v.board()
	v.wrap()
	for k := range p.Pieces {
		v.piece(k)
	}
	v.unused()
	for k, h := range p.Place {
		v.known(h.Piece, "hint", k, "piece")
	}
	v.overs()
	var index map[string]int
	if len(p.Groups)+len(p.Rules) > 0 {
		index = p.index()
	}
	for k := range v.Groups {
		v.group(k, index)
	}
	for k := range v.Rules {
		v.rule(k, index)
	}
	v.goal()
	if len(v.faults) == 0 {
		return nil
	}
	return v.faults
}

// faults are of type *Error, at least one. Their message has the first ten.
type faults []error

func (all faults) Error() string {
	const most = 10
	text := errors.Join(all[:min(len(all), most)]...).Error()
	if more := len(all) - most; more > 0 {
		text += fmt.Sprintf("\nand %d more", more)
	}
	return text
}

// Unwrap returns all faults.
func (all faults) Unwrap() []error { return all }

// A validation collects the faults of a puzzle, and what it has seen of its parts.
type validation struct {
	*Puzzle
	faults           faults
	names            map[string]bool // of the pieces
	symbols, regions map[rune]bool   // of the board's cells; 0 where one has none
	used             map[rune]bool   // symbols of the pieces' cells
}

func (v *validation) fault(part string, index int, format string, args ...any) *Error {
	e := &Error{Part: part, Index: index, Text: fmt.Sprintf(format, args...)}
	v.faults = append(v.faults, e)
	return e
}

// board checks the board but for symbols that no piece has.
func (v *validation) board() {
	size := v.Board.Size
	if min(size[0], size[1], size[2]) < 0 {
		v.fault("board", 0, "a board of %d columns, %d rows and %d layers", size[0], size[1],
			size[2])
	}
	for k := range v.Board.Sites {
		s := &v.Board.Sites[k] // errors keep the address: a copy would escape for each cell
		if k > 0 && v.Board.Sites[k-1].At.Compare(s.At) >= 0 {
			v.fault("board", 0, "the board's cell %s is repeated or out of order",
				cellName(v.Lattice, s.At)).Cell = &s.At
		}
		for d, n := range size {
			if s.At[d] < 0 || s.At[d] >= n {
				v.fault("board", 0,
					"the board's cell %s lies outside its %d columns, %d rows and %d layers",
					cellName(v.Lattice, s.At), size[0], size[1], size[2]).Cell = &s.At
				break
			}
		}
		if v.Lattice != nil && !v.Lattice.Has(s.At) {
			v.fault("board", 0, "the board's cell %s is no cell of the lattice %s",
				cellName(v.Lattice, s.At), v.Lattice.Name).Cell = &s.At
		}
		if s.Symbol == Any {
			v.fault("board", 0,
				"the board's cell %s has the symbol %q, which only cells of pieces may have",
				cellName(v.Lattice, s.At), s.Symbol).Cell = &s.At
		}
		v.symbols[s.Symbol], v.regions[s.Region] = true, true
	}
}

// wrap checks how the board is closed, once its cells are checked: no two of them may be the same.
func (v *validation) wrap() {
	l, w := cmp.Or(v.Lattice, lattice.Square), v.Board.Wrap
	for k, move := range w {
		closes := k < l.Dims && move[k] >= v.Board.Size[k] && move[k] < maxFar &&
			l.Translates(move) && len(v.Board.Sites) > 0
		for j, by := range move {
			closes = closes && (j == k || by == 0 || j < k && max(by, -by) <= w[j][j])
		}
		if !closes && move != (lattice.Cell{}) {
			v.fault("wrap", 0, "the move (%s) does not close the board: want one to alike cells "+
				"of the %s lattice, by the board's length or more along one axis, and by at "+
				"most their lengths along closed ones before", cellName(l, move), l.Name)
		}
	}
}

// maxFar bounds the coordinates of a piece's cells, far above those of boards, so that no motion or
// difference overflows: cells at both ends of the integers would be neighbours.
const maxFar = 1 << 28

// piece checks piece k, once the board is checked.
func (v *validation) piece(k int) {
	piece := &v.Pieces[k]
	fault := func(field, format string, args ...any) *Error {
		e := v.fault("piece", k, format, args...)
		e.Field = field
		return e
	}
	switch {
	case piece.Name == "":
		fault("name", "piece %d has no name", k+1)
	case v.names[piece.Name]:
		fault("name", "two pieces are named %q", piece.Name)
	}
	v.names[piece.Name] = true
	if len(piece.Cells) == 0 {
		fault("cells", "piece %q has no cells", piece.Name)
	}
	seen := make(map[lattice.Cell]bool, len(piece.Cells))
	for n := range piece.Cells {
		c := &piece.Cells[n]
		if seen[c.At] {
			fault("cells", "piece %q has the cell %s twice", piece.Name,
				cellName(v.Lattice, c.At)).Cell = &c.At
		}
		if far := max(c.At[0], c.At[1], c.At[2],
			-(min(c.At[0], c.At[1], c.At[2]) + 1)); far >= maxFar {
			fault("cells", "piece %q has the cell %s, which is too far away", piece.Name,
				cellName(v.Lattice, c.At)).Cell = &c.At
		}
		if v.Lattice != nil && !v.Lattice.Has(c.At) {
			fault("cells", "piece %q has %s, which is no cell of the lattice %s", piece.Name,
				cellName(v.Lattice, c.At), v.Lattice.Name).Cell = &c.At
		}
		seen[c.At] = true
		v.used[c.Symbol] = true
		if c.Symbol == Any && len(v.symbols) == 1 && v.symbols[0] {
			fault("cells",
				"piece %q: '?' in a shape is a cell that lies on any symbol, and the board has "+
					"none: "+
					"write 'X' for a cell, '.' for none; only cells of the board may stay empty",
				piece.Name).Cell = &c.At
			break
		}
	}
	switch {
	case piece.Count.Min < 0 || piece.Count.Max < 0:
		fault("count", "piece %q: a count below zero", piece.Name)
	case piece.Count.Min > piece.Count.Max:
		fault("count", "piece %q: the count %d..%d ends before it starts", piece.Name,
			piece.Count.Min, piece.Count.Max)
	}
	if _, _, _, ok := piece.RGB(); !ok && piece.Colour != "" {
		fault("color", "piece %q: the colour %q is none of the form \"#ff8000\"", piece.Name,
			piece.Colour)
	}
	for n, r := range piece.Within {
		switch {
		case r == 0 || !v.regions[r]:
			fault("within", "piece %q is held to the region %q, which no cell of the board is in",
				piece.Name, r)
		case strings.ContainsRune(piece.Within[:n], r):
			fault("within", "piece %q is held to the region %q twice", piece.Name, r)
		}
	}
}

// unused reports each symbol of the board that no piece has, once.
func (v *validation) unused() {
	for k := range v.Board.Sites {
		s := &v.Board.Sites[k]
		if s.Symbol == 0 || !v.symbols[s.Symbol] || v.used[s.Symbol] || v.used[Any] {
			continue
		}
		v.symbols[s.Symbol] = false // report it once
		e := v.fault("board", 0, "no piece has the symbol %q of the board's cell %s",
			s.Symbol, cellName(v.Lattice, s.At))
		if e.Cell = &s.At; v.used[0] && len(v.used) == 1 {
			e.Text += "; a plain cell of a board is '.'"
		}
	}
}

// known reports whether there is a piece of that name, which a field of a part has.
func (v *validation) known(name, part string, index int, field string) bool {
	if !v.names[name] {
		v.fault(part, index, "there is no piece %q%s", name, near(name, v.names)).Field = field
	}
	return v.names[name]
}

// overs checks the labels that pieces cover, once the board and the pieces are checked.
func (v *validation) overs() {
	labels := make(map[string]bool)
	for _, s := range v.Board.Sites {
		if s.Label != "" {
			labels[s.Label] = true
		}
	}
	for k, over := range v.Over {
		switch {
		case !v.known(over.Piece, "over", k, "piece"):
		case len(labels) == 0:
			v.fault("over", k, "the board has no labels").Field = "label"
		case !labels[over.Label]:
			v.fault("over", k, "no cell has the label %q%s", over.Label,
				near(over.Label, labels)).Field = "label"
		}
	}
}

// group checks group k, once the pieces are checked.
func (v *validation) group(k int, index map[string]int) {
	g := v.Groups[k]
	fault := func(field, format string, args ...any) {
		v.fault("group", k, format, args...).Field = field
	}
	seen, once := make(map[string]bool, len(g.Pieces)), true
	for n, name := range g.Pieces {
		field := fmt.Sprintf("pieces %d", n+1)
		if !v.known(name, "group", k, field) {
			return
		} else if seen[name] {
			fault(field, "the group has piece %q twice", name)
			return
		}
		seen[name] = true
		once = once && v.Pieces[index[name]].Count == Exactly(1)
	}
	least, most := v.uses(g, index)
	use := times(least) + " in all"
	if once {
		use = "once each"
	}
	switch {
	case len(g.Pieces) == 0:
		fault("pieces", "a group without pieces")
	case g.Count.Min < 0 || g.Count.Max < g.Count.Min:
		fault("count", "a group's count %d..%d: want a range from 0 on that does not end before "+
			"it starts", g.Count.Min, g.Count.Max)
	case least > g.Count.Max:
		fault("count", "%s are used %s; write count: 0..%d for each", text.And(g.Pieces), use,
			max(1, g.Count.Max))
	case most < g.Count.Min:
		fault("count", "%s are used %s in all at most; write a count up to %d", text.And(g.Pieces),
			times(most), most)
	}
}

// rule checks rule k, once the pieces and the groups are checked.
func (v *validation) rule(k int, index map[string]int) {
	r := v.Rules[k]
	switch {
	case !slices.Contains([]string{atCorners, atSides, atCrossings, atFits}, r.At):
		v.fault("rule", k, "no rule is at %q; want %s, %s, %s or %s", r.At, atCorners, atSides,
			atCrossings, atFits).Field = "at"
	case r.At == atCrossings && v.Lattice != lattice.Sticks:
		v.fault("rule", k, "a rule at crossings is for the lattice sticks").Field = "at"
	case r.At == atCrossings && r != Rule{At: atCrossings, Most: 1}:
		v.fault("rule", k, "a rule at crossings has most: 1 and nothing else")
	case (r.At == atCorners || r.Diagonal) && v.Lattice != nil &&
		(v.Lattice.Round || v.Lattice.Sides() == 0):
		v.fault("rule", k, "the lattice %s has no corners", v.Lattice.Name).Field = "at"
	case r.At == atCorners && (r.Most < 1 || r.Least != 0 || r.Diagonal):
		v.fault("rule", k, "a rule at corners has most, such as most: 3, and may have of")
	case r.At == atSides && (r.Most != 1 || r.Least != 0):
		v.fault("rule", k, "a rule at sides has most: 1, and may have of and diagonal")
	case r.At == atFits && r != Rule{At: atFits, Least: 1}:
		v.fault("rule", k, "a rule at fits has least: 1 and nothing else")
	case !slices.Contains([]string{"", ofColour, ofPiece}, r.Of):
		v.fault("rule", k, "%q is not what a rule is of; want %s or %s", r.Of, ofColour,
			ofPiece).Field = "of"
	}
	before := v.Rules[:k]
	for n, piece := range v.Pieces {
		if r.Of == ofColour && piece.Colour == "" &&
			!slices.ContainsFunc(before, func(b Rule) bool { return b.Of == ofColour }) {
			v.fault("piece", n, "piece %q has no color, and rule %d is of colors", piece.Name, k+1)
		}
	}
	if r.At != atFits || slices.Contains(before, r) || len(v.faults) > 0 {
		return
	}
	for n, g := range v.allGroups() {
		_, most := v.uses(g, index)
		if c := g.Count; c.Min == c.Max || c.Max < 2 || c.Max == Unbounded ||
			n >= len(v.Pieces) && most <= c.Max {
			continue
		}
		part, index := "piece", n
		if n >= len(v.Pieces) {
			part, index = "group", n-len(v.Pieces)
		}
		v.fault(part, index, "count %s: whether one more fits depends on how many there are, "+
			"which rule %d cannot say; want any, 0..1 or an exact count", g.Count,
			k+1).Field = "count"
	}
}

// goal checks the goal, once the pieces are checked.
func (v *validation) goal() {
	g := v.Goal
	fault := func(format string, args ...any) {
		v.fault("goal", 0, "the goal %s: "+format, append([]any{g}, args...)...)
	}
	_, may := v.Area()
	inexact := func(p Piece) bool { return p.Count.Min != p.Count.Max }
	sizes := make(map[int]bool) // of the pieces that may be used
	for _, p := range v.Pieces {
		if p.Count.Max > 0 {
			sizes[len(p.Cells)] = true
		}
	}
	switch {
	case g.Of == "":
	case g.Boards():
		v.goalBoard(fault)
	case g.Best == "":
	case v.Cover != nil && g.Of == "holes":
		fault("there is no board")
	case v.Cover != nil:
	case g.Of == "holes" && may == 0:
		fault("no cell of the board may stay empty ('?', or optional: true)")
	case !slices.ContainsFunc(v.Pieces, inexact):
		fault("the counts of the pieces are exact, so all solutions have the same")
	case may == 0 && len(sizes) < 2:
		fault("the pieces are of one size and fill the board, so all solutions have the same")
	}
}

// goalBoard checks a puzzle that asks for a board.
func (v *validation) goalBoard(fault func(format string, args ...any)) {
	switch {
	case v.Cover != nil:
		fault("there are no pieces with cells")
		return
	case v.Lattice != nil && v.Lattice != lattice.Square:
		fault("it is for the lattice square")
	case len(v.Board.Sites) > 0:
		fault("it is about pieces without a board; leave out the board")
	case len(v.Pieces) == 0:
		fault("there are no pieces")
	case len(v.Place)+len(v.Over) > 0:
		fault("hints are about one board; leave out the key place")
	}
	for k, p := range v.Pieces {
		symbol := func(c Cell) bool { return c.Symbol != 0 }
		switch {
		case p.Count.Max == Unbounded:
			v.fault("piece", k, "the goal %s: how often piece %q is used must be bounded", v.Goal,
				p.Name).Field = "count"
		case slices.ContainsFunc(p.Cells, symbol):
			v.fault("piece", k, "the goal %s: piece %q has symbols, and no board has", v.Goal,
				p.Name).Field = "cells"
		}
	}
}

// near returns a hint at the nearest of some names.
func near(name string, names map[string]bool) string {
	return text.Hint(name, slices.Sorted(maps.Keys(names)))
}
