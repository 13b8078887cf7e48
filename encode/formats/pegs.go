package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// The keys of a pegs puzzle. The size is always 5; the key is kept because the files have it.
var pegsKeys = []string{"board_size", "edition", "pegs"}

// isPegs reports whether a document is a pegs puzzle and not exactile's own.
func isPegs(n *node) bool {
	return (n.has("pegs") || n.has("board_size")) && !n.has("board") && !n.has("pieces")
}

// readPegs reads pegs puzzles, as JSON or as YAML.
func readPegs(s *source) ([]*Document, error) {
	parse := parseYAML
	if showsJSON(lookAt(s.text)) {
		parse = parseJSON
	}
	return readTrees(s, parse, pegs)
}

// pegs reads a pegs puzzle, whose name is made of its pegs.
func pegs(r *fieldReader, n *node, _ string) *puzzle.Puzzle {
	f := r.form(n, "a pegs puzzle", pegsKeys)
	if v := f.values["board_size"]; v != nil && (v.kind != scalar || v.text != strconv.Itoa(catalogue.PegsSide)) {
		bad := &catalogue.PegsError{
			Code:    catalogue.InvalidBoard,
			Message: fmt.Sprintf("board_size is %s; the pegs board is %d by %d", shown(v), catalogue.PegsSide, catalogue.PegsSide),
		}
		r.failWith(v.pos, bad)
	}
	edition := catalogue.Plan
	if v := f.values["edition"]; v != nil {
		if edition = catalogue.Edition(v.text); !slices.Contains(catalogue.Editions(), edition) {
			r.fail(v.pos, "%s is no edition; want plan or fixed", shown(v))
		}
	}
	var pegs [][2]int
	at := n.pos
	if v := f.values["pegs"]; v != nil {
		at = v.pos
		for _, item := range r.list(v, "pegs", bound{most: catalogue.PegsSide * catalogue.PegsSide}) {
			if c, ok := r.cell(item, 2); ok {
				pegs = append(pegs, [2]int{c[0], c[1]})
			}
		}
	}
	if len(r.errs) > 0 {
		return nil
	}
	p, err := catalogue.Pegs(edition, pegs...)
	if err != nil {
		r.failWith(at, err)
	}
	return p
}

// writePegs writes a pegs puzzle as a line of JSON.
func writePegs(b *bytes.Buffer, p *puzzle.Puzzle) error {
	holes := [][2]int{}
	for y := range catalogue.PegsSide {
		for x := range catalogue.PegsSide {
			if !slices.ContainsFunc(p.Board.Sites, func(s puzzle.Site) bool { return s.At == lattice.Cell{x, y} }) {
				holes = append(holes, [2]int{x, y})
			}
		}
	}
	for _, edition := range catalogue.Editions() {
		same, err := catalogue.Pegs(edition, holes...)
		if err != nil || !alike(p, same) {
			continue
		}
		if edition == catalogue.Plan {
			edition = "" // the usual one
		}
		return json.NewEncoder(b).Encode(struct {
			Size    int               `json:"board_size"`
			Edition catalogue.Edition `json:"edition,omitempty"`
			Pegs    [][2]int          `json:"pegs"`
		}{catalogue.PegsSide, edition, holes})
	}
	return errors.New("it is no pegs puzzle: its board or its pieces differ from both editions")
}

// alike reports whether two puzzles differ at most in name and claims.
func alike(p, q *puzzle.Puzzle) bool {
	return p.Cover == nil && q.Cover == nil && p.Lattice == q.Lattice && p.Board.Size == q.Board.Size && len(p.Place) == 0 && len(q.Place) == 0 &&
		slices.Equal(p.Board.Sites, q.Board.Sites) &&
		slices.EqualFunc(p.Pieces, q.Pieces, func(a, b puzzle.Piece) bool {
			return a.Name == b.Name && a.Count == b.Count && a.Rotate == b.Rotate && a.Flip == b.Flip && a.Within == b.Within && slices.Equal(a.Cells, b.Cells)
		})
}
