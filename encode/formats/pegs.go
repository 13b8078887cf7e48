package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

var pegsFile = Format{
	Name: "pegs", Text: "the pegs puzzle, as JSON or YAML",
	comment: commentYAML, read: readPegs, writeOne: writePegs,
}

// The keys of a pegs puzzle. The size is always 5; the key is kept because the files have it.
var pegsKeys = []string{"board_size", "edition", "pegs"}

// isPegs reports whether a document is a pegs puzzle and not exactile's own.
func isPegs(n *tree.Node) bool {
	return (n.Get("pegs") != nil || n.Get("board_size") != nil) && n.Get("board") == nil &&
		n.Get("pieces") == nil
}

// readPegs reads pegs puzzles, as JSON or as YAML.
func readPegs(s *source) ([]*Document, error) {
	parse := parseYAML
	if showsJSON(newSniff(s.text)) {
		parse = tree.ParseJSON
	}
	return readTrees(s, parse, pegsPuzzle)
}

// pegsPuzzle reads a pegs puzzle, whose name is made of its pegs.
func pegsPuzzle(r *fieldReader, n *tree.Node, _ string) *puzzle.Puzzle {
	f := r.form(n, "a pegs puzzle", pegsKeys)
	side := strconv.Itoa(pegs.Side)
	if v := f.values["board_size"]; v != nil && (v.Kind != tree.Scalar || v.Text != side) {
		bad := &pegs.Error{
			Code: "invalid_board",
			Message: fmt.Sprintf("board_size is %s; the pegs board is %d by %d",
				shown(v), pegs.Side, pegs.Side),
		}
		r.fail(v.Pos, "%w", bad)
	}
	edition := pegs.Plan
	f.may("edition", func(v *tree.Node) {
		if edition = pegs.Edition(v.Text); !slices.Contains(pegs.Editions(), edition) {
			r.fail(v.Pos, "%s is no edition; want plan or fixed", shown(v))
		}
	})
	var cells [][2]int
	at := n.Pos
	f.may("pegs", func(v *tree.Node) {
		at = v.Pos
		for _, item := range r.list(v, "pegs", bound{most: pegs.Side * pegs.Side}) {
			if c, ok := r.cell(item, 2); ok {
				cells = append(cells, [2]int{c[0], c[1]})
			}
		}
	})
	if len(r.errs) > 0 {
		return nil
	}
	p, err := pegs.New(edition, cells...)
	if err != nil {
		r.fail(at, "%w", err)
	}
	return p
}

// writePegs writes a pegs puzzle as a line of JSON.
func writePegs(b *bytes.Buffer, p *puzzle.Puzzle) error {
	holes := [][2]int{}
	for y := range pegs.Side {
		for x := range pegs.Side {
			here := func(s puzzle.Site) bool { return s.At == lattice.Cell{x, y} }
			if !slices.ContainsFunc(p.Board.Sites, here) {
				holes = append(holes, [2]int{x, y})
			}
		}
	}
	for _, edition := range pegs.Editions() {
		same, err := pegs.New(edition, holes...)
		if err != nil || !alike(p, same) {
			continue
		}
		if edition == pegs.Plan {
			edition = "" // the usual one
		}
		return json.NewEncoder(b).Encode(struct {
			Size    int          `json:"board_size"`
			Edition pegs.Edition `json:"edition,omitempty"`
			Pegs    [][2]int     `json:"pegs"`
		}{pegs.Side, edition, holes})
	}
	return errors.New("it is no pegs puzzle: its board or its pieces differ from both editions")
}

// alike reports whether two puzzles differ at most in name and claims.
func alike(p, q *puzzle.Puzzle) bool {
	return p.Cover == nil && q.Cover == nil &&
		p.Lattice == q.Lattice && p.Board.Size == q.Board.Size &&
		p.Board.Wrap == q.Board.Wrap &&
		len(p.Place)+len(p.Over)+len(p.Groups)+len(p.Rules)+len(q.Place) == 0 &&
		slices.Equal(p.Board.Sites, q.Board.Sites) &&
		slices.EqualFunc(p.Pieces, q.Pieces, func(a, b puzzle.Piece) bool {
			return a.Name == b.Name && a.Count == b.Count && a.Rotate == b.Rotate &&
				a.Flip == b.Flip && a.Within == b.Within && slices.Equal(a.Cells, b.Cells)
		})
}
