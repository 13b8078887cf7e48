package formats

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of one puzzle in exactile's own format, for
// editors that complete and check while typing. It lists the keys and the form of their values.
// Mistakes that a schema cannot express, such as a piece whose shape has no cells or a name that
// occurs twice, only Read finds.
func Schema() string {
	var names []string
	for _, l := range lattice.All() {
		names = append(names, strconv.Quote(l.Name))
	}
	return strings.Replace(schema, `["square"]`, "["+strings.Join(names, ", ")+"]", 1)
}

// The keys of a puzzle file, in the order in which they are written.
var (
	puzzleKeys = []string{"format", "name", "lattice", "board", "wrap", "regions", "labels",
		"pieces", "groups", "rules", "optional", "place", "goal", "claims"}
	pieceKeys  = []string{"name", "shape", "count", "rotate", "flip", "within", "color"}
	groupKeys  = []string{"pieces", "count"}
	ruleKeys   = []string{"at", "most", "least", "of", "diagonal"}
	hintKeys   = []string{"piece", "cells", "label"}
	claimKinds = []string{
		string(puzzle.Solutions), string(puzzle.UpToSymmetry), string(puzzle.AtLeast),
		string(puzzle.Unique), string(puzzle.DigestIs), string(puzzle.Best),
	}
	claimKeys = slices.Concat(claimKinds, []string{"symmetry", "certificate", "source"})
)

// parseYAML reads the documents of a YAML text, and knows the keys that may be misspelt.
func parseYAML(text string, limits tree.Limits) ([]*tree.Node, error) {
	return tree.ParseYAML(text, limits, slices.Concat(puzzleKeys, pieceKeys, groupKeys, ruleKeys,
		hintKeys, claimKeys))
}

// commentYAML: what follows the # may also be part of a text, in which U+FFFD is refused.
func commentYAML(line string) int {
	for k, c := range line {
		if c == '#' && (k == 0 || isBlank(rune(line[k-1]))) {
			return k
		}
	}
	return -1
}

// jsonStart matches the start of an object, a list of objects, or a list of texts.
var jsonStart = pattern(`^\s*([{]\s*["}]|\[\s*[{"])`)

// showsJSON: the text begins as JSON does; a list is a list of pegs puzzles, or a mistake that the
// reader explains.
func showsJSON(l sniff) bool { return jsonStart().MatchString(l.text) }

// version is the number of the puzzle file's format.
const version = "1"

// A Key is a key of the puzzle file.
type Key struct {
	Of   string // "puzzle", "piece", "group", "rule", "hint" or "claim"
	Name string
	Text string // its meaning, as in the Schema
}

// Keys lists the keys of the puzzle file in the order in which they are written.
func Keys() (keys []Key) {
	type described map[string]struct{ Description string }
	var s struct {
		Properties described
		Defs       map[string]struct{ Properties described } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		panic("formats: the embedded schema is no JSON: " + err.Error())
	}
	add := func(of string, names []string, properties described) {
		for _, name := range names {
			keys = append(keys, Key{of, name, properties[name].Description})
		}
	}
	add("puzzle", puzzleKeys, s.Properties)
	add("piece", pieceKeys, s.Defs["piece"].Properties)
	add("group", groupKeys, s.Defs["group"].Properties)
	add("rule", ruleKeys, s.Defs["rule"].Properties)
	add("hint", hintKeys, s.Defs["hint"].Properties)
	add("claim", claimKeys, s.Defs["claim"].Properties)
	return keys
}

// own reads a puzzle of our own format. name is for puzzles without one.
func (r *fieldReader) own(n *tree.Node, name string) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Name: name, Lattice: lattice.Square}
	f := r.form(n, "a puzzle", puzzleKeys)
	f.may("format", func(v *tree.Node) {
		if v.Kind != tree.Scalar || v.Text != version {
			r.fail(v.Pos, "format %s is not known; this is for puzzles of format %s", shown(v),
				version)
		}
	})
	f.may("name", func(v *tree.Node) { p.Name = r.name(v, "the puzzle's name") })
	f.may("lattice", func(v *tree.Node) { p.Lattice = r.lattice(v) })
	f.may("goal", func(v *tree.Node) { r.goal(v, p) })
	optional := false
	f.may("optional", func(v *tree.Node) { optional = r.boolean(v, "optional") })
	f.may("board", func(v *tree.Node) {
		// With pieces it is a puzzle; alone, it may be any program's file.
		if v.Kind == tree.Nothing && r.detected && f.values["pieces"] == nil &&
			f.values["format"] == nil {
			r.fail(v.Pos, "the board is nothing; %s, or board: \"\" for one without cells",
				howToDraw)
			return
		}
		if listsCells(v) {
			if f.values["lattice"] == nil && r.mayBeMatrix(v, false) {
				return
			}
			if p.Board = r.listedBoard(v, p.Lattice, false); optional {
				p.Board = p.Board.Packing()
			}
		} else if d, ok := r.drawing(v, "board", p.Lattice, r.bound("cells")); ok {
			r.places.board = d.cellPlaces
			p.Board = d.board(r, optional)
			if r.places.ragged = d.ragged; d.ragged != "" {
				r.warnf(d.raggedAt, "%s; # where there is none", d.ragged)
			}
		}
	})
	if f.values["board"] == nil && !f.misspelt && !p.Goal.Boards() {
		r.fail(f.Pos, "the puzzle has no board; write board: \"\" for one without cells")
	}
	f.may("wrap", func(v *tree.Node) { r.wrap(v, p) })
	f.may("regions", func(v *tree.Node) { r.regions(v, p) })
	f.may("labels", func(v *tree.Node) { r.labels(v, p) })
	for _, item := range r.list(f.values["pieces"], "pieces", r.bound("pieces")) {
		listed := f.values["board"] != nil && listsCells(f.values["board"])
		p.Pieces = append(p.Pieces, r.piece(item, p.Lattice, listed))
	}
	for _, item := range r.list(f.values["groups"], "groups", r.bound("groups")) {
		p.Groups = append(p.Groups, r.group(item))
	}
	for _, item := range r.list(f.values["rules"], "rules", r.bound("rules")) {
		p.Rules = append(p.Rules, r.rule(item))
	}
	for _, item := range r.list(f.values["place"], "place", r.bound("hints")) {
		r.hint(item, p)
	}
	for _, item := range r.list(f.values["claims"], "claims", r.bound("claims")) {
		if c, ok := r.claim(item); ok {
			p.Claims = append(p.Claims, c)
			if c.Kind == puzzle.Best && p.Goal.Best == "" {
				r.fail(item.Pos, "best is a claim of a puzzle with a goal, such as fewest pieces")
			}
		}
	}
	return p
}

// wrap reads how the board is closed: axes, after the board's size, and moves such as [3, 8], of
// which the last number other than 0 says along which axis.
func (r *fieldReader) wrap(n *tree.Node, p *puzzle.Puzzle) {
	r.places.add("wrap", partPlaces{whole: n.Pos})
	for _, item := range r.list(n, "wrap", r.bound("hints")) {
		var move lattice.Cell
		k := slices.Index([]string{"x", "y", "z"}[:p.Lattice.Dims], item.Text)
		if k >= 0 {
			move[k] = max(1, p.Board.Size[k])
		} else if item.Kind == tree.List {
			move, _ = r.cell(item, p.Lattice.Dims)
			for k = 2; k > 0 && move[k] == 0; k-- {
			}
		}
		if move == (lattice.Cell{}) || p.Board.Wrap[k] != (lattice.Cell{}) {
			r.fail(item.Pos, "%s closes no axis; want x or y, for one that is still open, or a "+
				"move such as [3, 8]", shown(item))
			return
		}
		p.Board.Wrap[k] = move
	}
}

// goal reads what the best solutions have.
func (r *fieldReader) goal(n *tree.Node, p *puzzle.Puzzle) {
	var err error
	if r.places.add("goal", partPlaces{whole: n.Pos}); n.Kind != tree.Scalar {
		err = fmt.Errorf("goal is %s; want a text such as fewest pieces", n.Kind)
	} else if p.Goal, err = puzzle.ParseGoal(n.Text); err != nil {
		err = fmt.Errorf("goal: %w", err)
	}
	if err != nil {
		r.fail(n.Pos, "%w", err)
	}
}

// regions reads which cells of the board belong to which region.
func (r *fieldReader) regions(n *tree.Node, p *puzzle.Puzzle) {
	d, ok := r.drawing(n, "regions", p.Lattice, r.bound("cells"))
	if !ok || r.places.board == nil || d.size == (lattice.Cell{}) {
		return
	}
	if d.size != p.Board.Size {
		size := func(c lattice.Cell) string {
			text := fmt.Sprintf("%d columns and %d rows", c[0], c[1])
			if p.Lattice.Layered() {
				text += fmt.Sprintf(" in %d layers", c[2])
			}
			return text
		}
		r.fail(d.whole,
			"the regions are drawn with %s, the board with %s: they are drawings of one size",
			size(d.size), size(p.Board.Size))
		return
	}
	// The marks and the sites both come in reading order.
	sites := p.Board.Sites
	for _, m := range d.marks {
		for len(sites) > 0 && sites[0].At.Compare(m.at) < 0 {
			sites = sites[1:]
		}
		switch on := len(sites) > 0 && sites[0].At == m.at; {
		case m.r == '.' || m.r == '#' && !on:
		case m.r == '#':
			r.fail(d.of(&m.at), "'#' where the board has a cell: a cell in no region is '.'")
		case m.r == '?':
			r.fail(d.of(&m.at),
				"'?' in the regions: any other character is a region, and only the board says "+
					"what may stay empty")
		case !on:
			r.fail(d.of(&m.at), "the region %q where the board has no cell", m.r)
		default:
			sites[0].Region = m.r
		}
	}
}

// piece reads a piece. listed is set if the board is a list of cells: then lists of 0 and 1 are
// cells, too, and no matrix.
func (r *fieldReader) piece(n *tree.Node, l *lattice.Lattice, listed bool) puzzle.Piece {
	p := puzzle.Piece{Count: puzzle.Exactly(1), Rotate: true, Flip: l.Flips()}
	f := r.form(n, "a piece", pieceKeys)
	places := partPlaces{whole: n.Pos, fields: f.places()}
	f.must("name", func(v *tree.Node) { p.Name = r.name(v, "the piece's name") },
		"a piece without a name")
	f.must("shape", func(v *tree.Node) {
		if listsCells(v) {
			if listed || !r.mayBeMatrix(v, true) {
				p.Cells, places.shape = r.cellList(v, "the shape", l, r.bound("piece-cells"), true)
			}
		} else if d, ok := r.drawing(v, "shape", l, r.bound("piece-cells")); ok {
			places.shape = d.cellPlaces
			p.Cells = d.shape()
		}
	}, "piece %q has no shape", p.Name)
	f.may("count", func(v *tree.Node) { p.Count = r.bounds(v) })
	f.may("rotate", func(v *tree.Node) { p.Rotate = r.boolean(v, "rotate") })
	f.may("flip", func(v *tree.Node) { p.Flip = r.boolean(v, "flip") })
	f.may("within", func(v *tree.Node) { p.Within = r.name(v, "within") })
	f.may("color", func(v *tree.Node) { p.Colour = r.colour(v) })
	r.places.add("piece", places)
	return p
}

// bounds reads 2, 0..1, 1..any or any.
func (r *fieldReader) bounds(n *tree.Node) puzzle.Bounds {
	fail := func() puzzle.Bounds {
		r.fail(n.Pos,
			"%s is no count; want a whole number such as 2, a range such as 0..1 or 1..any, or any",
			shown(n))
		return puzzle.Exactly(1)
	}
	if n.Kind != tree.Scalar {
		return fail()
	}
	if n.Text == "any" {
		return puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
	}
	low, high, ranged := strings.Cut(n.Text, "..")
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
		r.failBeyond(n.Pos, "count", "a count of more than %d", limit)
		return puzzle.Exactly(1)
	}
	return puzzle.Bounds{Min: int(max(least, -1)), Max: int(max(most, -1))}
}

// group reads which pieces are used how often in all.
func (r *fieldReader) group(n *tree.Node) (g puzzle.Group) {
	f := r.form(n, "a group", groupKeys)
	places := partPlaces{whole: n.Pos, fields: f.places()}
	f.must("pieces", func(v *tree.Node) {
		for k, item := range r.list(v, "pieces", r.bound("pieces")) {
			g.Pieces = append(g.Pieces, r.name(item, "the group's piece"))
			places.fields[fmt.Sprintf("pieces %d", k+1)] = item.Pos
		}
	}, "a group without pieces")
	f.must("count", func(v *tree.Node) { g.Count = r.bounds(v) }, "a group without a count")
	r.places.add("group", places)
	return g
}

// rule reads a rule between neighbours.
func (r *fieldReader) rule(n *tree.Node) (rule puzzle.Rule) {
	f := r.form(n, "a rule", ruleKeys)
	f.must("at", func(v *tree.Node) { rule.At = r.name(v, "at") },
		"a rule without at")
	number := func(to *int, key string) {
		f.may(key, func(v *tree.Node) {
			b := r.bounds(v)
			if *to = b.Min; b.Min != b.Max {
				r.fail(v.Pos, "%s is %s; want a number", key, shown(v))
			}
		})
	}
	number(&rule.Most, "most")
	number(&rule.Least, "least")
	f.may("of", func(v *tree.Node) { rule.Of = r.name(v, "of") })
	f.may("diagonal", func(v *tree.Node) { rule.Diagonal = r.boolean(v, "diagonal") })
	r.places.add("rule", partPlaces{whole: n.Pos, fields: f.places()})
	return rule
}

// hint reads a placement, or the label that a piece covers.
func (r *fieldReader) hint(n *tree.Node, p *puzzle.Puzzle) {
	var h puzzle.Hint
	f := r.form(n, "a hint", hintKeys)
	places := partPlaces{whole: n.Pos, fields: f.places()}
	f.must("piece", func(v *tree.Node) { h.Piece = r.name(v, "the hint's piece") },
		"a hint without a piece")
	if v := f.values["label"]; v != nil {
		if f.values["cells"] != nil {
			r.fail(v.Pos, "a hint has cells or a label, not both")
			return
		}
		hints := len(p.Place)
		p.PutOver(h.Piece, r.name(v, "the label"))
		if places.fields["cells"] = v.Pos; len(p.Place) > hints {
			r.places.add("hint", places)
		} else {
			r.places.add("over", places)
		}
		return
	}
	f.must("cells", func(*tree.Node) {}, "a hint without cells")
	for _, item := range r.list(f.values["cells"], "cells", r.bound("piece-cells")) {
		if c, ok := r.cell(item, p.Lattice.Dims); ok {
			h.Cells = append(h.Cells, c)
		}
	}
	r.places.add("hint", places)
	p.Place = append(p.Place, h)
}

// claim reads one statement and its source.
func (r *fieldReader) claim(n *tree.Node) (c puzzle.Claim, ok bool) {
	f := r.form(n, "a claim", claimKeys)
	c.Line, c.Column = n.Line, n.Col
	for k, key := range n.Keys {
		kind := puzzle.ClaimKind(key.Text)
		if !slices.Contains(claimKinds, key.Text) {
			continue
		}
		if c.Kind != "" {
			r.fail(key.Pos, "a claim says one thing; write %s as a claim of its own", key.Text)
			return c, false
		}
		c.Kind = kind
		v := n.Items[k]
		switch kind {
		case puzzle.Unique:
			if v.Kind != tree.Scalar || !v.Bare || v.Text != "true" {
				r.fail(v.Pos, "unique is true or left out; claim the number of solutions instead")
				return c, false
			}
		case puzzle.DigestIs:
			var err error
			if c.Digest, err = cover.ParseDigest(v.Text); err != nil {
				r.fail(v.Pos, "%s is no digest; want sha256: and 64 hexadecimal digits", shown(v))
				return c, false
			}
		default:
			if c.Count, ok = r.number(v); !ok {
				return c, false
			}
		}
	}
	if f.misspelt {
		return c, false
	}
	if c.Kind == "" {
		r.fail(n.Pos, "a claim without a statement; want one of %s", strings.Join(claimKinds, ", "))
		return c, false
	}
	if v := f.values["symmetry"]; v != nil {
		switch {
		case c.Kind != puzzle.UpToSymmetry:
			r.fail(v.Pos, "symmetry is part of a claim up_to_symmetry, not of %s", c.Kind)
			return c, false
		case v.Kind != tree.Scalar || !slices.Contains(puzzle.Symmetries, v.Text):
			r.fail(v.Pos, "%s names no motions; want %s", shown(v),
				strings.Join(puzzle.Symmetries, ", "))
			return c, false
		case v.Text != "all":
			c.Symmetry = v.Text
		}
	}
	if v := f.values["certificate"]; v != nil {
		c.Certificate = r.name(v, "the claim's certificate")
		if !fs.ValidPath(c.Certificate) || c.Certificate == "." {
			r.fail(v.Pos,
				"%s is no folder below that of the file; want a path such as dominoes.certificate",
				shown(v))
			return c, false
		}
	}
	if v := f.values["source"]; v != nil {
		c.Source = r.name(v, "the claim's source")
	} else {
		r.warnf(n.Pos, "a claim without a source")
	}
	return c, true
}

func (r *fieldReader) lattice(n *tree.Node) *lattice.Lattice {
	if n.Kind == tree.Scalar {
		if l, ok := lattice.ByName(n.Text); ok {
			return l
		}
	}
	var names []string
	for _, l := range lattice.All() {
		names = append(names, l.Name)
	}
	if n.Text == "hcp" || n.Text == "hexagonal-close-packing" {
		r.fail(n.Pos, "balls in hexagonal close packing are not read: not every turn of a "+
			"piece is one of the packing, which has a screw axis; want balls, which is as dense")
		return lattice.Square
	}
	r.fail(n.Pos, "%s is no lattice; want %s", shown(n), oneOf(n.Text, names))
	return lattice.Square
}

// noLabel stands for a cell without a label.
const noLabel = "."

// labels reads the labels of the cells: a word for each cell of the board, in reading order. The
// words may be split into rows anywhere.
func (r *fieldReader) labels(n *tree.Node, p *puzzle.Puzzle) {
	rows, ok := n.Lines()
	if !ok {
		r.fail(n.Pos, "the labels are %s; want a text of words, or a list of rows", n.Kind)
		return
	}
	sites, words := p.Board.Sites, 0
	for _, row := range rows {
		line, col := row.Text, 0
		for word := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ' ' }) {
			col += strings.Index(line[col:], word)
			if problem := badLabel(word); problem != "" {
				r.fail(row.At(utf8.RuneCountInString(line[:col])), "the label %s", problem)
				return
			}
			if words < len(sites) && word != noLabel {
				sites[words].Label = word
			}
			col += len(word)
			words++
		}
	}
	if words > 0 && words != len(sites) && r.places.board != nil {
		r.fail(n.Pos, "%d labels for a board of %d cells: want one for each, '.' for none",
			words, len(sites))
	}
}

// badLabel returns the reason why a word cannot be a label, or "".
func badLabel(word string) string {
	for _, c := range word {
		if problem := invalidFor(c); problem != "" || c == ' ' {
			return fmt.Sprintf("%q has %s", word, strings.TrimSuffix(problem, ","))
		}
	}
	if utf8.RuneCountInString(word) > puzzle.MaxLabel {
		return fmt.Sprintf("%q has more than %d characters", word, puzzle.MaxLabel)
	}
	return ""
}
