package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// The writers of YAML and JSON share one model: a puzzle becomes the tree that reading it would
// give, and each writer spells the tree.

// tree returns the puzzle as a mapping, with keys in the order of puzzleKeys and without keys
// that have their default value.
func tree(p *puzzle.Puzzle) (*node, error) {
	if p.Cover != nil {
		return nil, fmt.Errorf("%s has no geometry; only dlx can hold it", p.Name)
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	n := &node{kind: mapping}
	n.put("format", bare(version))
	if !printable(p.Name) || strings.TrimSpace(p.Name) == "" {
		return nil, fmt.Errorf("the puzzle's name %q has no text form", p.Name)
	}
	n.put("name", text(p.Name))
	if p.Lattice != lattice.Square {
		n.put("lattice", text(p.Lattice.Name))
	}
	optional, err := putBoard(n, p)
	if err == nil {
		err = cmp.Or(putRegions(n, p), putLabels(n, p))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	pieces := &node{kind: list}
	for k := range p.Pieces {
		piece, err := pieceTree(&p.Pieces[k], p.Lattice)
		if err != nil {
			return nil, fmt.Errorf("%s: piece %q: %w", p.Name, p.Pieces[k].Name, err)
		}
		pieces.items = append(pieces.items, piece)
	}
	n.put("pieces", pieces)
	if optional {
		n.put("optional", bare("true"))
	}
	if len(p.Place) > 0 {
		n.put("place", hintTree(p))
	}
	if len(p.Claims) > 0 {
		n.put("claims", listOf(p.Claims, claimTree))
	}
	return n, nil
}

// putBoard adds the board, and reports whether its cells need the key optional.
func putBoard(n *node, p *puzzle.Puzzle) (optional bool, _ error) {
	// A symbol takes the place of '?'. So cells with symbols can be optional only if all cells are.
	must, _ := p.Area()
	marked := slices.ContainsFunc(p.Board.Sites, func(s puzzle.Site) bool { return s.Optional && s.Symbol != 0 })
	if marked && must > 0 {
		return false, fmt.Errorf("some cells with symbols may stay empty, and some cells may not: a puzzle file cannot say that")
	}
	cells := make([]puzzle.Cell, len(p.Board.Sites))
	for k, s := range p.Board.Sites {
		if err := writable(s.Symbol, "#.?X "); err != nil {
			return false, err
		}
		cells[k] = s.Cell
		if s.Symbol == 0 && s.Optional && !marked {
			cells[k].Symbol = '?'
		}
	}
	if volume := p.Board.Size[0] * p.Board.Size[1] * p.Board.Size[2]; volume > maxDrawing {
		return false, fmt.Errorf("the board is larger than %d characters", maxDrawing)
	}
	n.put("board", rows(draw(cells, p.Board.Size, '.', '#')))
	return marked, nil
}

// putRegions adds the regions, if any.
func putRegions(n *node, p *puzzle.Puzzle) error {
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
		n.put("regions", rows(draw(cells, p.Board.Size, '.', '#')))
	}
	return nil
}

// putLabels adds the labels, if any, in the rows of the board.
func putLabels(n *node, p *puzzle.Puzzle) error {
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
		n.put("labels", rows([][]string{written}))
	}
	return nil
}

// writable returns an error for a symbol that has another meaning, or none, in a drawing.
func writable(symbol rune, taken string) error {
	if symbol == 0 {
		return nil
	}
	if problem := unfit(symbol); problem != "" {
		return fmt.Errorf("%s has no text form", problem)
	}
	if strings.ContainsRune(taken, symbol) {
		return fmt.Errorf("the symbol %q has another meaning in a puzzle file", symbol)
	}
	return nil
}

func pieceTree(piece *puzzle.Piece, l *lattice.Lattice) (*node, error) {
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
	n := &node{kind: mapping}
	n.put("name", text(piece.Name))
	n.put("shape", rows(layers))
	if piece.Count != puzzle.Exactly(1) {
		n.put("count", bare(piece.Count.String()))
	}
	if !piece.Rotate {
		n.put("rotate", bare("false"))
	}
	if piece.Flip != l.Flips() {
		n.put("flip", bare(strconv.FormatBool(piece.Flip)))
	}
	if piece.Within != "" {
		n.put("within", text(piece.Within))
	}
	if piece.Colour != "" {
		n.put("color", text(piece.Colour))
	}
	return n, nil
}

// rows lists the rows of all layers, an empty one between two layers.
func rows(layers [][]string) *node {
	n := &node{kind: list}
	for z, layer := range layers {
		if z > 0 {
			n.items = append(n.items, text(""))
		}
		for _, row := range layer {
			n.items = append(n.items, &node{text: row, quoted: true})
		}
	}
	return n
}

func hintTree(p *puzzle.Puzzle) *node {
	return listOf(p.Place, func(h puzzle.Hint) *node {
		n := &node{kind: mapping}
		n.put("piece", text(h.Piece))
		n.put("cells", listOf(p.Coordinates(h.Cells), numbers))
		return n
	})
}

func claimTree(c puzzle.Claim) *node {
	n := &node{kind: mapping}
	switch c.Kind {
	case puzzle.Unique:
		n.put(string(c.Kind), bare("true"))
	case puzzle.DigestIs:
		n.put(string(c.Kind), text(c.Digest.String()))
	default:
		n.put(string(c.Kind), bare(c.Count.String()))
	}
	if c.Source != "" {
		n.put("source", text(c.Source))
	}
	return n
}

// drawnKeys are the keys whose rows are written below each other.
var drawnKeys = []string{"board", "regions", "labels"}

// writeYAML writes puzzles as documents of one YAML file: the board as a block, and each piece,
// hint and claim on one line.
func writeYAML(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	for k, p := range puzzles {
		n, err := tree(p)
		if err != nil {
			return err
		}
		if k > 0 {
			b.WriteString("---\n")
		}
		for k, value := range n.items {
			key := n.keys[k].text
			switch {
			case slices.Contains(drawnKeys, key) && len(value.items) > 0:
				b.WriteString(key + ": |\n")
				for _, row := range value.items {
					if row.text != "" { // an empty row separates layers
						b.WriteString("  " + row.text)
					}
					b.WriteByte('\n')
				}
			case value.kind == list && len(value.items) > 0:
				b.WriteString(key + ":\n")
				for _, item := range value.items {
					b.WriteString("  - ")
					spell(b, item, yamlText)
					b.WriteByte('\n')
				}
			default:
				b.WriteString(key + ": ")
				spell(b, value, yamlText)
				b.WriteByte('\n')
			}
		}
	}
	return nil
}

// writeJSON writes each puzzle as a JSON object.
func writeJSON(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	for _, p := range puzzles {
		n, err := tree(p)
		if err != nil {
			return err
		}
		spellJSON(b, n)
	}
	return nil
}

// spellJSON writes a mapping as a JSON object: each key on a line, and each element of a list.
func spellJSON(b *bytes.Buffer, n *node) {
	b.WriteString("{")
	for k, value := range n.items {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "\n  %s: ", jsonText(n.keys[k]))
		if value.kind != list || len(value.items) == 0 {
			spell(b, value, jsonText)
			continue
		}
		for k, item := range value.items {
			b.WriteString(map[bool]string{true: "[\n    ", false: ",\n    "}[k == 0])
			spell(b, item, jsonText)
		}
		b.WriteString("\n  ]")
	}
	b.WriteString("\n}\n")
}

// spell writes a node on one line, its scalars by the given function.
func spell(b *bytes.Buffer, n *node, scalars func(*node) string) {
	brackets := "[]"
	switch n.kind {
	case list:
	case mapping:
		brackets = "{}"
	default:
		b.WriteString(scalars(n))
		return
	}
	b.WriteByte(brackets[0])
	for k, item := range n.items {
		if k > 0 {
			b.WriteString(", ")
		}
		if n.kind == mapping {
			b.WriteString(scalars(n.keys[k]) + ": ")
		}
		spell(b, item, scalars)
	}
	b.WriteByte(brackets[1])
}

// Patterns of text that needs no quotes: anywhere in YAML, and in JSON.
var (
	plainYAML   = pattern(`^[\pL_][\pL\pN_]*([ /+.;()-]+[\pL\pN_]+)*$`)
	plainNumber = pattern(`^(0|[1-9][0-9]*|-[1-9][0-9]*)$`)
)

// reserved are the words that some YAML readers do not take as text.
var reserved = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"}

func yamlText(n *node) string {
	if n.bare || !n.quoted && plainYAML().MatchString(n.text) && !slices.Contains(reserved, strings.ToLower(n.text)) {
		return n.text
	}
	return quoted(n.text)
}

func jsonText(n *node) string {
	if n.bare && (plainNumber().MatchString(n.text) || n.text == "true" || n.text == "false") {
		return n.text
	}
	return quoted(n.text)
}

// quoted spells a text as JSON does; YAML reads the same.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // cannot fail for a string
	return strings.TrimSuffix(b.String(), "\n")
}
