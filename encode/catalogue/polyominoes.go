package catalogue

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// pentominoes lists the twelve free pentominoes by their usual letters.
//
// Source: S. W. Golomb, Polyominoes, 1965.
var pentominoes = []struct {
	letter string
	rows   []string
}{
	{"F", []string{".XX", "XX", ".X"}},
	{"I", []string{"XXXXX"}},
	{"L", []string{"XXXX", "X"}},
	{"N", []string{"XX", ".XXX"}},
	{"P", []string{"XX", "XX", "X"}},
	{"T", []string{"XXX", ".X", ".X"}},
	{"U", []string{"X.X", "XXX"}},
	{"V", []string{"X", "X", "XXX"}},
	{"W", []string{"X", "XX", ".XX"}},
	{"X", []string{".X", "XXX", ".X"}},
	{"Y", []string{"XXXX", ".X"}},
	{"Z", []string{"XX", ".X", ".XX"}},
}

// free returns a piece of plain cells that is used once and lies as it likes.
func free(name string, rows ...string) puzzle.Piece {
	return puzzle.Piece{Name: name, Cells: puzzle.Shape(rows...), Count: puzzle.Exactly(1), Rotate: true, Flip: true}
}

func pentominoSet() []puzzle.Piece {
	var pieces []puzzle.Piece
	for _, p := range pentominoes {
		pieces = append(pieces, free(p.letter, p.rows...))
	}
	return pieces
}

// chessboards are the 8x8 boards less four cells that twelve pentominoes fill.
var chessboards = map[string][]lattice.Cell{
	"8x8-center":  {{3, 3}, {4, 3}, {3, 4}, {4, 4}},
	"8x8-corners": {{0, 0}, {7, 0}, {0, 7}, {7, 7}},
}

func pentominoFamily() family {
	return family{
		name: "pentominoes",
		entries: []Entry{
			{"pentominoes:WxH", "the 12 pentominoes, once each, on W columns and H rows", "pentominoes:6x10"},
			{"pentominoes:8x8-center", "the 12 pentominoes on the chessboard without its centre", "pentominoes:8x8-center"},
			{"pentominoes:8x8-corners", "the 12 pentominoes on the chessboard without its corners", "pentominoes:8x8-corners"},
		},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			if holes, ok := chessboards[rest]; ok {
				return onBoard("pentominoes:"+rest, puzzle.Rect(8, 8, holes...), pentominoSet()), nil
			}
			columns, rows, err := parseSize("pentominoes", rest)
			if err != nil {
				boards := slices.Sorted(maps.Keys(chessboards))
				return nil, fmt.Errorf("%w; %s have holes%s", err, strings.Join(boards, " and "), spelling.Hint(rest, boards))
			}
			return onBoard(sized("pentominoes", columns, rows), puzzle.Rect(columns, rows), pentominoSet()), nil
		},
	}
}

func pentominoSquareFamily() family {
	return family{
		name: "pentominoes+square",
		entries: []Entry{
			{"pentominoes+square:WxH", "the 12 pentominoes and the square tetromino Q on W columns and H rows", "pentominoes+square:8x8"},
		},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			columns, rows, err := parseSize("pentominoes+square", rest)
			if err != nil {
				return nil, err
			}
			pieces := append(pentominoSet(), free("Q", "XX", "XX"))
			return onBoard(sized("pentominoes+square", columns, rows), puzzle.Rect(columns, rows), pieces), nil
		},
	}
}

// dominoFamily is the boards to be covered by as many dominoes as it takes. The
// count has no bounds of its own: the cells say it all, and a board of an odd
// number of cells has no solution.
func dominoFamily() family {
	return family{
		name: "dominoes",
		entries: []Entry{
			{"dominoes:WxH", "dominoes that cover W columns and H rows", "dominoes:8x8"},
		},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			columns, rows, err := parseSize("dominoes", rest)
			if err != nil {
				return nil, err
			}
			domino := free("domino", "XX")
			domino.Count = puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
			return onBoard(sized("dominoes", columns, rows), puzzle.Rect(columns, rows), []puzzle.Piece{domino}), nil
		},
	}
}

func sized(family string, columns, rows int) string {
	return fmt.Sprintf("%s:%dx%d", family, columns, rows)
}

func onBoard(name string, board puzzle.Board, pieces []puzzle.Piece) []*puzzle.Puzzle {
	return []*puzzle.Puzzle{{Name: name, Lattice: lattice.Square, Board: board, Pieces: pieces}}
}
