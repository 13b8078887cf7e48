package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// geniusDice are the faces of the dice, columns A to F and rows 1 to 6. Each of the 36 cells of the
// board is on exactly one die; some dice have a face twice or three times.
//
// Source: The Genius Square, The Happy Puzzle Company, 2018.
var geniusDice = [][]string{
	{"A2", "B2", "C2", "A3", "B1", "B3"},
	{"A4", "B5", "C6", "C5", "D6", "F6"},
	{"C3", "D3", "E3", "B4", "C4", "D4"},
	{"E1", "F2", "B6", "A5"},
	{"F1", "A6"},
	{"A1", "C1", "D1", "D2", "E2", "F3"},
	{"E4", "F4", "E5", "F5", "D5", "E6"},
}

const geniusPieces = `
	1 X
	2 XX
	3 XXX
	V X. XX
	I XXXX
	O XX XX
	T XXX .X.
	L X.. XXX
	S .XX XX.
`

// geniusSide is the number of rows and of columns.
const geniusSide = 6

// genius is the puzzle of all rolls: each die is a piece of one cell that is restricted to its
// faces.
func genius() *puzzle.Puzzle {
	p := flat("genius", puzzle.Rect(geniusSide, geniusSide), drawnPieces(lattice.Square, geniusPieces))
	for die, faces := range geniusDice {
		region := rune('a' + die)
		for _, face := range faces {
			at := geniusCell(face)
			site := &p.Board.Sites[at[1]*geniusSide+at[0]]
			site.Region, site.Label = region, face
		}
		piece := puzzle.NewPiece(dieName(die), "X")
		piece.Within = string(region)
		p.Pieces = append(p.Pieces, piece)
	}
	return p
}

// dieName is the name of the piece of a die, counted from 0.
func dieName(die int) string { return fmt.Sprintf("die %c", 'a'+die) }

// geniusCell returns the cell of a face.
func geniusCell(face string) lattice.Cell {
	return lattice.Cell{int(face[0] - 'A'), int(face[1] - '1')}
}

func geniusFamily() family {
	const name = "genius"
	example := "A2,A4,C3,E1,F1,A1,E4"
	return family{
		name: name,
		entries: []Entry{
			{name, "Genius Square: nine pieces on 6x6 cells, and seven dice as pieces of their own", name},
			{name + ":FACE,...", "the same for a roll of the dice", name + ":" + example},
		},
		lookup: func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
			p := genius()
			if !colon {
				p.Claims = []puzzle.Claim{claim(puzzle.Solutions, 120464952, "native, which merges states, and its search by the most constrained item agree")}
				return []*puzzle.Puzzle{p}, nil
			}
			roll, err := parseRoll(rest)
			if err != nil {
				return nil, fmt.Errorf("%s:%s: %w", name, rest, err)
			}
			p.Name += ":" + strings.Join(roll, ",")
			for die, face := range roll {
				p.Place = append(p.Place, puzzle.Hint{
					Piece: dieName(die), Cells: []lattice.Cell{geniusCell(face)},
				})
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}

// parseRoll reads the faces of a roll in any order and returns them in the order of the dice.
func parseRoll(text string) ([]string, error) {
	roll := make([]string, len(geniusDice))
	faces := strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r == ',' || r == ' ' })
	for _, face := range faces {
		die := slices.IndexFunc(geniusDice, func(faces []string) bool { return slices.Contains(faces, face) })
		switch {
		case die < 0:
			return nil, fmt.Errorf("%q is no cell: want a column from A to F and a row from 1 to 6, such as A2", face)
		case roll[die] == face:
			return nil, fmt.Errorf("%s stands twice", face)
		case roll[die] != "":
			return nil, fmt.Errorf("%s and %s are faces of one die, which has %s", roll[die], face, strings.Join(geniusDice[die], " "))
		}
		roll[die] = face
	}
	if die := slices.Index(roll, ""); die >= 0 {
		return nil, fmt.Errorf("no face of the die with %s: a roll has a face of each of %d dice", strings.Join(geniusDice[die], " "), len(geniusDice))
	}
	return roll, nil
}
