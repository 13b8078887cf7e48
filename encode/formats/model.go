package formats

import (
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// version is the number of the puzzle file's format.
const version = "1"

// The keys of a puzzle file, in the order in which they are written.
var (
	puzzleKeys = []string{"format", "name", "lattice", "board", "pieces", "optional", "place", "claims"}
	pieceKeys  = []string{"name", "shape", "count", "rotate", "flip"}
	hintKeys   = []string{"piece", "cells"}
	claimKeys  = []string{
		string(puzzle.Solutions), string(puzzle.UpToSymmetry), string(puzzle.AtLeast),
		string(puzzle.Unique), string(puzzle.DigestIs), "source",
	}
)

// A modelReader reads one document of our own format. It goes on after a
// mistake, so that one run shows them all.
type modelReader struct {
	*source
	errs   Errors
	places puzzlePlaces
}

// puzzlePlaces says where the parts of a puzzle stand.
type puzzlePlaces struct {
	whole  pos
	board  *drawing
	pieces []piecePlaces
	hints  []hintPlaces
}

type piecePlaces struct {
	whole, name, count pos
	shape              *drawing
}

type hintPlaces struct{ whole, piece, cells pos }

// locate returns where the fault of a puzzle stands.
func (pp *puzzlePlaces) locate(e *puzzle.Error) pos {
	switch {
	case e.Part == "board" && pp.board != nil:
		return cellPlace(pp.board, e.Cell)
	case e.Part == "piece" && e.Index < len(pp.pieces):
		p := pp.pieces[e.Index]
		switch {
		case e.Field == "name":
			return p.name
		case e.Field == "count":
			return p.count
		case e.Field == "cells" && p.shape != nil:
			return cellPlace(p.shape, e.Cell)
		}
		return p.whole
	case e.Part == "hint" && e.Index < len(pp.hints):
		h := pp.hints[e.Index]
		switch e.Field {
		case "piece":
			return h.piece
		case "cells":
			return h.cells
		}
		return h.whole
	}
	return pp.whole
}

func cellPlace(d *drawing, c *lattice.Cell) pos {
	if c == nil {
		return d.whole
	}
	return d.place(*c)
}

// parseModel reads the document of a puzzle. name is for puzzles without one.
func (s *source) parseModel(n *node, name string) (*Document, error) {
	r := &modelReader{source: s}
	p := r.puzzle(n, name)
	if len(r.errs) > 0 {
		return nil, r.errs
	}
	return &Document{Puzzle: p, source: s, whole: n.pos, locate: r.places.locate}, nil
}

// readYAML and readJSON read puzzles of our own model.
func (s *source) readYAML() ([]*Document, error) { return s.readTrees(s.parseYAML()) }
func (s *source) readJSON() ([]*Document, error) { return s.readTrees(s.parseJSON()) }

// readTrees reads a puzzle from each tree. Where the format was told from the
// content, the keys show which are pegs puzzles.
func (s *source) readTrees(trees []*node, err error) ([]*Document, error) {
	if err != nil {
		return nil, err
	}
	var documents []*Document
	var errs Errors
	for k, n := range trees {
		read := func() (*Document, error) { return s.parseModel(n, s.puzzleName(k, len(trees))) }
		if s.detected && isPegs(n) {
			s.found = "pegs"
			read = func() (*Document, error) { return s.parsePegs(n) }
		}
		d, err := read()
		var several Errors
		if errors.As(err, &several) {
			if errs = append(errs, several...); len(errs) >= maxErrors {
				break
			}
			continue
		}
		documents = append(documents, d)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return documents, nil
}

// fail notes a mistake.
func (r *modelReader) fail(p pos, format string, args ...any) { r.add(r.errorf(p, format, args...)) }

// failBeyond is fail for what goes beyond a limit.
func (r *modelReader) failBeyond(p pos, limit, format string, args ...any) {
	r.add(r.beyond(p, limit, format, args...))
}

func (r *modelReader) add(e *Error) {
	if len(r.errs) == maxErrors {
		r.errs = append(r.errs, r.errorf(pos{e.Line, e.Col}, "there are more errors"))
	}
	if len(r.errs) < maxErrors {
		r.errs = append(r.errs, e)
	}
}

func (r *modelReader) puzzle(n *node, name string) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	r.places.whole = n.pos
	before := len(r.errs)
	f, ok := r.fields(n, "a puzzle", puzzleKeys)
	misspelt := len(r.errs) > before
	if !ok {
		return p
	}
	if v := f["format"]; v != nil && (v.kind != scalar || v.text != version) {
		r.fail(v.pos, "format %s is not known; this is for puzzles of format %s", shown(v), version)
	}
	if v := f["name"]; v != nil {
		p.Name = r.name(v, "the puzzle's name")
	}
	if v := f["lattice"]; v != nil {
		p.Lattice = r.lattice(v)
	}
	optional := f["optional"] != nil && r.truth(f["optional"], "optional")
	if v := f["board"]; v != nil {
		if d, ok := r.drawing(v, "board", p.Lattice, r.bound("cells")); ok {
			r.places.board = d
			p.Board = r.board(d, optional)
		}
	} else if !misspelt {
		r.fail(n.pos, "the puzzle has no board; write board: \"\" for one without cells")
	}
	for _, item := range r.list(f["pieces"], "pieces", r.bound("pieces")) {
		p.Pieces = append(p.Pieces, r.piece(item, p.Lattice))
	}
	for _, item := range r.list(f["place"], "place", r.bound("hints")) {
		p.Place = append(p.Place, r.hint(item, p.Lattice))
	}
	for _, item := range r.list(f["claims"], "claims", r.bound("claims")) {
		if c, ok := r.claim(item); ok {
			p.Claims = append(p.Claims, c)
		}
	}
	return p
}

func (r *modelReader) piece(n *node, l *lattice.Lattice) puzzle.Piece {
	p := puzzle.Piece{Count: puzzle.Exactly(1), Rotate: true, Flip: l.Flips()}
	places := piecePlaces{whole: n.pos, name: n.pos, count: n.pos}
	defer func() { r.places.pieces = append(r.places.pieces, places) }()
	before := len(r.errs)
	f, ok := r.fields(n, "a piece", pieceKeys)
	if !ok {
		return p
	}
	misspelt := len(r.errs) > before // then what is missing is there, with a mistake
	if v := f["name"]; v != nil {
		places.name = v.pos
		p.Name = r.name(v, "the piece's name")
	} else if !misspelt {
		r.fail(n.pos, "a piece without a name")
	}
	if v := f["shape"]; v != nil {
		if d, ok := r.drawing(v, "shape", l, r.bound("piece-cells")); ok {
			places.shape = d
			p.Cells = r.shape(d)
		}
	} else if !misspelt {
		r.fail(n.pos, "piece %q has no shape", p.Name)
	}
	if v := f["count"]; v != nil {
		places.count = v.pos
		p.Count = r.bounds(v)
	}
	if v := f["rotate"]; v != nil {
		p.Rotate = r.truth(v, "rotate")
	}
	if v := f["flip"]; v != nil {
		p.Flip = r.truth(v, "flip")
	}
	return p
}

// bounds reads 2, 0..1, 1..any or any.
func (r *modelReader) bounds(n *node) puzzle.Bounds {
	fail := func() puzzle.Bounds {
		r.fail(n.pos, "%s is no count; want a whole number such as 2, a range such as 0..1 or 1..any, or any", shown(n))
		return puzzle.Exactly(1)
	}
	if n.kind != scalar {
		return fail()
	}
	if n.text == "any" {
		return puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
	}
	low, high, ranged := strings.Cut(n.text, "..")
	if !ranged {
		high = low
	}
	least, err := strconv.ParseInt(low, 10, 64)
	if err != nil && !wholeNumber(low) {
		return fail()
	}
	most := int64(puzzle.Unbounded)
	if high != "any" {
		most, err = strconv.ParseInt(high, 10, 64)
		if err != nil && !wholeNumber(high) {
			return fail()
		}
	}
	if limit := int64(r.limits.Count); least > limit || high != "any" && most > limit {
		r.failBeyond(n.pos, "count", "a count of more than %d", limit)
		return puzzle.Exactly(1)
	}
	return puzzle.Bounds{Min: int(max(least, -1)), Max: int(max(most, -1))}
}

// wholeNumber reports whether the text is nothing but digits.
func wholeNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func (r *modelReader) hint(n *node, l *lattice.Lattice) puzzle.Hint {
	var h puzzle.Hint
	places := hintPlaces{n.pos, n.pos, n.pos}
	defer func() { r.places.hints = append(r.places.hints, places) }()
	before := len(r.errs)
	f, ok := r.fields(n, "a hint", hintKeys)
	if !ok {
		return h
	}
	misspelt := len(r.errs) > before
	if v := f["piece"]; v != nil {
		places.piece = v.pos
		h.Piece = r.name(v, "the hint's piece")
	} else if !misspelt {
		r.fail(n.pos, "a hint without a piece")
	}
	if v := f["cells"]; v != nil {
		places.cells = v.pos
	} else if !misspelt {
		r.fail(n.pos, "a hint without cells")
	}
	for _, item := range r.list(f["cells"], "cells", r.bound("piece-cells")) {
		if c, ok := r.cell(item, l.Dims); ok {
			h.Cells = append(h.Cells, c)
		}
	}
	return h
}

// cell reads [x, y], or in space [x, y, z].
func (r *modelReader) cell(n *node, dims int) (c lattice.Cell, ok bool) {
	want := "[x, y]"
	if dims == 3 {
		want = "[x, y, z]"
	}
	if n.kind != list || len(n.items) != dims {
		r.fail(n.pos, "this is no cell; want %s", want)
		return c, false
	}
	for k, item := range n.items {
		v, err := strconv.ParseInt(item.text, 10, 32)
		if item.kind != scalar || !item.bare || err != nil {
			r.fail(item.pos, "%s is no coordinate; a cell is %s in whole numbers, counted from 0", shown(item), want)
			return c, false
		}
		c[k] = int(v)
	}
	return c, true
}

// claim reads one statement and its source.
func (r *modelReader) claim(n *node) (c puzzle.Claim, ok bool) {
	before := len(r.errs)
	f, ok := r.fields(n, "a claim", claimKeys)
	if !ok {
		return c, false
	}
	misspelt := len(r.errs) > before
	c.Line = n.line
	for k, key := range n.keys {
		kind := puzzle.ClaimKind(key.text)
		if key.text == "source" || !slices.Contains(claimKeys, key.text) {
			continue
		}
		if c.Kind != "" {
			r.fail(key.pos, "a claim says one thing; write %s as a claim of its own", key.text)
			return c, false
		}
		c.Kind = kind
		v := n.items[k]
		switch kind {
		case puzzle.Unique:
			if v.kind != scalar || !v.bare || v.text != "true" {
				r.fail(v.pos, "unique is true or left out; claim the number of solutions instead")
				return c, false
			}
		case puzzle.DigestIs:
			var err error
			if c.Digest, err = cover.ParseDigest(v.text); err != nil {
				r.fail(v.pos, "%s is no digest; want sha256: and 64 hexadecimal digits", shown(v))
				return c, false
			}
		default:
			if c.Count, ok = r.number(v); !ok {
				return c, false
			}
		}
	}
	if misspelt {
		return c, false
	}
	if c.Kind == "" {
		r.fail(n.pos, "a claim without a statement; want one of %s", strings.Join(claimKeys[:len(claimKeys)-1], ", "))
		return c, false
	}
	if v := f["source"]; v != nil {
		c.Source = r.name(v, "the claim's source")
	} else {
		r.warnf(n.pos, "a claim without a source")
	}
	return c, true
}

func (r *modelReader) number(n *node) (*big.Int, bool) {
	if n.kind != scalar || !wholeNumber(n.text) {
		r.fail(n.pos, "%s is no number of solutions; want decimal digits", shown(n))
		return nil, false
	}
	if len(n.text) > r.limits.Digits {
		r.failBeyond(n.pos, "digits", "a number of more than %d digits", r.limits.Digits)
		return nil, false
	}
	return new(big.Int).SetString(n.text, 10)
}

func (r *modelReader) lattice(n *node) *lattice.Lattice {
	if n.kind == scalar {
		if l, ok := lattice.ByName(n.text); ok {
			return l
		}
	}
	var names []string
	for _, l := range lattice.All() {
		names = append(names, l.Name)
	}
	r.fail(n.pos, "%s is no lattice; want %s", shown(n), oneOf(n.text, names))
	return lattice.Square
}

// truth reads true or false.
func (r *modelReader) truth(n *node, key string) bool {
	if n.kind != scalar || !n.bare || n.text != "true" && n.text != "false" {
		r.fail(n.pos, "%s is %s; want true or false", key, shown(n))
		return false
	}
	return n.text == "true"
}

// name reads a text of one line that can be shown to people.
func (r *modelReader) name(n *node, what string) string {
	switch {
	case n.kind != scalar || n.json && n.bare:
		r.fail(n.pos, "%s is %s; want a text", what, shown(n))
	case strings.TrimSpace(n.text) == "":
		r.fail(n.pos, "%s is empty", what)
	case utf8.RuneCountInString(n.text) > r.limits.Name:
		r.failBeyond(n.pos, "name", "%s has more than %d characters", what, r.limits.Name)
	case !printable(n.text):
		r.fail(n.pos, "%s has a character that cannot be seen", what)
	default:
		return n.text
	}
	return "?" // the puzzle is refused anyhow
}

// printable reports whether a text is one line of characters that can be seen.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
}

// list returns the elements of a list; nothing is an empty one.
func (r *modelReader) list(n *node, key string, limit bound) []*node {
	switch {
	case n == nil || n.kind == nothing:
		return nil
	case n.kind != list:
		r.fail(n.pos, "%s is %s; want a list", key, n.kind)
		return nil
	case len(n.items) > limit.most:
		r.failBeyond(n.items[limit.most].pos, limit.name, "%s has more than %d elements", key, limit.most)
		return nil
	}
	return n.items
}

// fields returns the values of a mapping by their keys, having made sure that
// all keys are known and none stands twice.
func (r *modelReader) fields(n *node, what string, known []string) (map[string]*node, bool) {
	if n.kind != mapping {
		r.fail(n.pos, "%s is %s; want a mapping with the keys %s", what, n.kind, strings.Join(known, ", "))
		return nil, false
	}
	values := make(map[string]*node, len(known))
	seen := make(map[string]pos, len(n.keys))
	for k, key := range n.keys {
		if !slices.Contains(known, key.text) {
			r.fail(key.pos, "unknown key %s in %s; want %s", shown(key), what, oneOf(key.text, known))
			continue
		}
		if first, twice := seen[key.text]; twice {
			r.fail(key.pos, "the key %s stands twice; first in line %d", shown(key), first.line)
			continue
		}
		seen[key.text] = key.pos
		values[key.text] = n.items[k]
	}
	return values, true
}

// oneOf lists what a word may be, and first what it was probably meant to be.
func oneOf(word string, known []string) string {
	return "one of " + strings.Join(known, ", ") + spelling.Hint(word, known)
}

// shown quotes the text of a node for a message, cut short if it is long.
func shown(n *node) string {
	if n.kind != scalar {
		return n.kind.String()
	}
	if r := []rune(n.text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(n.text)
}
