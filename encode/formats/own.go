package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

// Exactile's own puzzle file, as YAML and as JSON.
var (
	yamlFile = Format{
		Name: "yaml", Text: "exactile's own puzzle file", begins: beginsYAML, matches: showsYAML,
		comment: commentYAML, read: readYAML, write: writeYAML, goals: anyGoal,
	}
	jsonFile = Format{
		Name: "json", Text: "the same as JSON",
		begins: showsJSON, read: readJSON, write: writeJSON, goals: anyGoal,
	}
)

func anyGoal(*puzzle.Puzzle) bool { return true }

func readYAML(s *source) ([]*Document, error) { return readTrees(s, parseYAML, readTree) }

func readJSON(s *source) ([]*Document, error) { return readTrees(s, tree.ParseJSON, readTree) }

// writeYAML writes puzzles as documents of one YAML file.
func writeYAML(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	return writeTrees(b, puzzles, "---\n", tree.WriteYAML)
}

// writeJSON writes each puzzle as a JSON object.
func writeJSON(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	return writeTrees(b, puzzles, "", tree.WriteJSON)
}

// writeTrees writes the trees of puzzles with a separator between them.
func writeTrees(
	b *bytes.Buffer, puzzles []*puzzle.Puzzle, separator string,
	write func(*bytes.Buffer, *tree.Node),
) error {
	for k, p := range puzzles {
		n, err := treeOf(p)
		if err != nil {
			return err
		}
		if k > 0 {
			b.WriteString(separator)
		}
		write(b, n)
	}
	return nil
}

// readTree reads the puzzle of a tree. If the format was detected, the keys show whether it is a
// pegs puzzle, and board and pieces whether they are lists of cells.
func readTree(r *fieldReader, n *tree.Node, name string) *puzzle.Puzzle {
	switch {
	case r.detected && isPegs(n):
		r.found = "pegs"
		return pegsPuzzle(r, n, name)
	case r.detected && isCells(n):
		r.found = "cells"
		if n.Get("lattice") == nil && r.mayBeMatrix(n.Get("board"), false) {
			return &puzzle.Puzzle{}
		}
		return cellsPuzzle(r, n, name)
	}
	return r.own(n, name)
}

// yamlKey matches a line with a key and its colon.
var yamlKey = pattern(`^[ \t]*([-?] )?[{]?["']?[\pL_][\pL\pN_-]*["']?[ \t]*:([ \t]|$)`)

// beginsYAML: a mapping in braces that is not JSON.
func beginsYAML(l sniff) bool { return l.starts("{") && !showsJSON(l) }

// showsYAML reports whether a line has a key.
func showsYAML(l sniff) bool {
	return !l.starts("[|") && slices.ContainsFunc(l.lines, yamlKey().MatchString)
}

// marksYAML reports whether the text begins with a directive or a key marked by "?", or has nothing
// but comments. An empty text is taken as YAML: its reader reports that there is no puzzle.
func marksYAML(l sniff) bool {
	other := func(line string) bool {
		line = strings.TrimSpace(line)
		return line != "" && line[0] != '#'
	}
	return l.starts("?%") || !slices.ContainsFunc(l.lines, other)
}

// treeOf returns the tree that reading the puzzle would give: a mapping with keys in the order of
// puzzleKeys and without keys that have their default value.
func treeOf(p *puzzle.Puzzle) (*tree.Node, error) {
	if p.Cover != nil {
		return nil, fmt.Errorf("%s has no geometry; only dlx can hold it", p.Name)
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("format", tree.Bare(version))
	if !printable(p.Name) || strings.TrimSpace(p.Name) == "" {
		return nil, fmt.Errorf("the puzzle's name %q has no text form", p.Name)
	}
	n.Put("name", tree.Text(p.Name))
	if p.Lattice != lattice.Square {
		n.Put("lattice", tree.Text(p.Lattice.Name))
	}
	optional := false
	var err error
	if !p.Goal.Boards() {
		optional, err = putBoard(n, p)
	}
	if err == nil {
		err = cmp.Or(putRegions(n, p), putLabels(n, p))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	pieces := &tree.Node{Kind: tree.List}
	for k := range p.Pieces {
		piece, err := pieceTree(&p.Pieces[k], p.Lattice)
		if err != nil {
			return nil, fmt.Errorf("%s: piece %q: %w", p.Name, p.Pieces[k].Name, err)
		}
		pieces.Items = append(pieces.Items, piece)
	}
	n.Put("pieces", pieces)
	if len(p.Groups) > 0 {
		n.Put("groups", tree.ListOf(p.Groups, groupTree))
	}
	if len(p.Rules) > 0 {
		n.Put("rules", tree.ListOf(p.Rules, ruleTree))
	}
	if optional {
		n.Put("optional", tree.Bare("true"))
	}
	if len(p.Place)+len(p.Over) > 0 {
		n.Put("place", hintTree(p))
	}
	if p.Goal.Of != "" {
		n.Put("goal", tree.Text(p.Goal.String()))
	}
	if len(p.Claims) > 0 {
		n.Put("claims", tree.ListOf(p.Claims, claimTree))
	}
	return n, nil
}

// putBoard adds the board, and reports whether its cells need the key optional.
func putBoard(n *tree.Node, p *puzzle.Puzzle) (optional bool, _ error) {
	// A symbol takes the place of '?'. So cells with symbols can be optional only if all cells are.
	must, _ := p.Area()
	marked := slices.ContainsFunc(p.Board.Sites,
		func(s puzzle.Site) bool { return s.Optional && s.Symbol != 0 })
	if marked && must > 0 {
		return false,
			fmt.Errorf(
				"some cells with symbols may stay empty, and some cells may not: a puzzle file " +
					"cannot say that",
			)
	}
	cells := boardCells(p)
	for k, s := range p.Board.Sites {
		if err := writable(s.Symbol, "#.?X "); err != nil {
			return false, err
		}
		if s.Symbol == 0 && s.Optional && !marked {
			cells[k].Symbol = '?'
		}
	}
	if volume := p.Board.Size[0] * p.Board.Size[1] * p.Board.Size[2]; volume > maxDrawing {
		return false, fmt.Errorf("the board is larger than %d characters", maxDrawing)
	}
	n.Put("board", rows(draw(cells, p.Board.Size, '.', '#')))
	moves := &tree.Node{Kind: tree.List}
	for k, move := range p.Board.Wrap {
		var straight lattice.Cell
		if straight[k] = p.Board.Size[k]; move[k] > 0 && move == straight {
			moves.Items = append(moves.Items, tree.Bare("xyz"[k:k+1]))
		} else if move[k] > 0 {
			moves.Items = append(moves.Items, tree.Numbers(p.Coordinates([]lattice.Cell{move})[0]))
		}
	}
	if len(moves.Items) > 0 {
		n.Put("wrap", moves)
	}
	return marked, nil
}

// putRegions adds the regions, if any.
func putRegions(n *tree.Node, p *puzzle.Puzzle) error {
	cells := make([]puzzle.Cell, len(p.Board.Sites))
	some := false
	for k, s := range p.Board.Sites {
		if err := writable(s.Region, "#.? "); err != nil {
			return fmt.Errorf("a region: %w", err)
		}
		cells[k] = puzzle.Cell{At: s.At, Symbol: s.Region}
		some = some || s.Region != 0
	}
	if some {
		n.Put("regions", rows(draw(cells, p.Board.Size, '.', '#')))
	}
	return nil
}

// putLabels adds the labels, if any, in the rows of the board.
func putLabels(n *tree.Node, p *puzzle.Puzzle) error {
	var written []string
	some := false
	for k, s := range p.Board.Sites {
		word := s.Label
		if problem := badLabel(word); problem != "" || word == noLabel {
			return fmt.Errorf("the label %q has no text form", word)
		}
		some = some || word != ""
		if word == "" {
			word = noLabel
		}
		if last := len(written) - 1; k > 0 && p.Board.Sites[k-1].At[1] == s.At[1] {
			written[last] += " " + word
		} else {
			written = append(written, word)
		}
	}
	if some {
		n.Put("labels", rows([][]string{written}))
	}
	return nil
}

// writable returns an error for a symbol that has another meaning, or none, in a drawing.
func writable(symbol rune, taken string) error {
	if symbol == 0 {
		return nil
	}
	if problem := invalidFor(symbol); problem != "" {
		return fmt.Errorf("%s has no text form", problem)
	}
	if strings.ContainsRune(taken, symbol) {
		return fmt.Errorf("the symbol %q has another meaning in a puzzle file", symbol)
	}
	return nil
}

func pieceTree(piece *puzzle.Piece, l *lattice.Lattice) (*tree.Node, error) {
	if !printable(piece.Name) {
		return nil, fmt.Errorf("the name has no text form")
	}
	for _, c := range piece.Cells {
		if err := writable(c.Symbol, "#.X "); err != nil {
			return nil, err
		}
	}
	layers, err := drawLayers(piece.Cells, l, 'X', '.')
	if err != nil {
		return nil, err
	}
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("name", tree.Text(piece.Name))
	n.Put("shape", rows(layers))
	if piece.Count != puzzle.Exactly(1) {
		n.Put("count", tree.Bare(piece.Count.String()))
	}
	if !piece.Rotate {
		n.Put("rotate", tree.Bare("false"))
	}
	if piece.Flip != l.Flips() {
		n.Put("flip", tree.Bare(strconv.FormatBool(piece.Flip)))
	}
	if piece.Within != "" {
		n.Put("within", tree.Text(piece.Within))
	}
	if piece.Colour != "" {
		n.Put("color", tree.Text(piece.Colour))
	}
	return n, nil
}

// rows lists the rows of all layers, an empty one between two layers.
func rows(layers [][]string) *tree.Node {
	n := &tree.Node{Kind: tree.List}
	for z, layer := range layers {
		if z > 0 {
			n.Items = append(n.Items, tree.Text(""))
		}
		for _, row := range layer {
			n.Items = append(n.Items, &tree.Node{Text: row, Quoted: true})
		}
	}
	return n
}

func groupTree(g puzzle.Group) *tree.Node {
	n := &tree.Node{Kind: tree.Mapping}
	n.Put("pieces", tree.ListOf(g.Pieces, tree.Text))
	n.Put("count", tree.Bare(g.Count.String()))
	return n
}

func ruleTree(r puzzle.Rule) *tree.Node {
	n := &tree.Node{Kind: tree.Mapping}
	values := []string{r.At, strconv.Itoa(r.Most), strconv.Itoa(r.Least), r.Of,
		strconv.FormatBool(r.Diagonal)}
	for k, v := range values {
		if v != "0" && v != "" && v != "false" {
			n.Put(ruleKeys[k], tree.Bare(v))
		}
	}
	return n
}

func hintTree(p *puzzle.Puzzle) *tree.Node {
	hints := tree.ListOf(p.Place, func(h puzzle.Hint) *tree.Node {
		n := &tree.Node{Kind: tree.Mapping}
		n.Put("piece", tree.Text(h.Piece))
		n.Put("cells", tree.ListOf(p.Coordinates(h.Cells), tree.Numbers))
		return n
	})
	for _, over := range p.Over {
		n := &tree.Node{Kind: tree.Mapping}
		n.Put("piece", tree.Text(over.Piece))
		n.Put("label", tree.Text(over.Label))
		hints.Items = append(hints.Items, n)
	}
	return hints
}

func claimTree(c puzzle.Claim) *tree.Node {
	n := &tree.Node{Kind: tree.Mapping}
	switch c.Kind {
	case puzzle.Unique:
		n.Put(string(c.Kind), tree.Bare("true"))
	case puzzle.DigestIs:
		n.Put(string(c.Kind), tree.Text(c.Digest.String()))
	default:
		n.Put(string(c.Kind), tree.Bare(c.Count.String()))
	}
	if c.Symmetry != "" {
		n.Put("symmetry", tree.Text(c.Symmetry))
	}
	if c.Certificate != "" {
		n.Put("certificate", tree.Text(c.Certificate))
	}
	if c.Source != "" {
		n.Put("source", tree.Text(c.Source))
	}
	return n
}
