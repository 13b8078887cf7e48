package catalogue

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// An Entry describes a kind of built-in puzzles.
type Entry struct {
	Pattern string `json:"name"`    // how such names are formed: "pentominoes:WxH"
	Text    string `json:"text"`    // what they are, in one line
	Example string `json:"example"` // a name that Lookup accepts
}

// A family is the built-in puzzles whose names start with the same word.
type family struct {
	name    string // the part before the colon
	entries []Entry
	// lookup builds the puzzles that the part after the colon names; rest is
	// empty, and colon false, for the bare family name.
	lookup func(rest string, colon bool) ([]*puzzle.Puzzle, error)
}

// sized returns the family of rectangular boards, named "NAME:WxH" by columns and rows, with the
// given pieces and rules. The text describes the pieces; the size of the board is appended.
func sized(
	name, text, example string, pieces func() []puzzle.Piece, rules ...puzzle.Rule,
) family {
	return family{
		name:    name,
		entries: []Entry{{name + ":WxH", text + " W columns and H rows", name + ":" + example}},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			size, closed, _ := strings.Cut(rest, ":")
			columns, rows, err := parseSize(name, size)
			wrap, known := map[string]puzzle.Wrap{
				"cylinder": {{columns}}, "torus": {{columns}, {0, rows}},
			}[closed]
			if err == nil && rest != size && !known {
				_, _, err = parseSize(name, rest)
			}
			if err != nil {
				return nil, err
			}
			whole := fmt.Sprintf("%s:%dx%d%s", name, columns, rows, rest[len(size):])
			p := flat(whole, puzzle.Rect(columns, rows), pieces())
			p.Board.Wrap = wrap
			p.Rules = rules
			return []*puzzle.Puzzle{p}, nil
		},
	}
}

// flat returns a puzzle of squares.
func flat(name string, board puzzle.Board, pieces []puzzle.Piece) *puzzle.Puzzle {
	return &puzzle.Puzzle{Name: name, Lattice: lattice.Square, Board: board, Pieces: pieces}
}

// parseSize reads "WxH", the columns first: the part of a name after the family and the colon.
func parseSize(family, text string) (columns, rows int, err error) {
	if text == "" {
		return 0, 0,
			fmt.Errorf(
				"%s: the size is missing: want columns x rows, such as 6x10, each from 1 to %d",
				family, maxCells,
			)
	}
	w, h, _ := strings.Cut(text, "x")
	columns, err = parseSide(w)
	if err == nil {
		rows, err = parseSide(h)
	}
	switch {
	case err != nil:
		return 0, 0,
			fmt.Errorf("%s:%s: %q is no size: want columns x rows, such as 6x10, each from 1 to %d",
				family, text, text, maxCells)
	case columns*rows > maxCells:
		return 0, 0,
			fmt.Errorf(
				"%s:%s: %d columns and %d rows are %d cells: a built-in board has at most %d",
				family, text, columns, rows, columns*rows, maxCells,
			)
	}
	return columns, rows, nil
}
