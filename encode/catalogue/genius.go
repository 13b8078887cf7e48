package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
)

// geniusDice are the faces of the dice, each face once, in the order in which messages name them.
// They are the labels of the cells of genius.yaml, and each die is a region there.
var geniusDice = [][]string{
	{"A2", "B2", "C2", "A3", "B1", "B3"},
	{"A4", "B5", "C6", "C5", "D6", "F6"},
	{"C3", "D3", "E3", "B4", "C4", "D4"},
	{"E1", "F2", "B6", "A5"},
	{"F1", "A6"},
	{"A1", "C1", "D1", "D2", "E2", "F3"},
	{"E4", "F4", "E5", "F5", "D5", "E6"},
}

func geniusFamily() family {
	const name = "genius"
	example := "A2,A4,C3,E1,F1,A1,E4"
	return family{
		name: name,
		entries: []Entry{
			{
				name,
				"Genius Square: nine pieces on 6x6 cells, and seven dice as pieces of their own",
				name,
			},
			{name + ":FACE,...", "the same for a roll of the dice", name + ":" + example},
		},
		lookup: func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
			p := fromFile(name)
			if !colon {
				return []*puzzle.Puzzle{p}, nil
			}
			roll, err := parseRoll(rest)
			if err != nil {
				return nil, fmt.Errorf("%s:%s: %w", name, rest, err)
			}
			p.Name, p.Claims = name+":"+strings.Join(roll, ","), nil
			for die, face := range roll {
				p.PutOver(fmt.Sprintf("die %c", 'a'+die), face)
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}

// parseRoll reads the faces of a roll in any order and returns them in the order of the dice.
func parseRoll(text string) ([]string, error) {
	roll := make([]string, len(geniusDice))
	faces := strings.FieldsFunc(strings.ToUpper(text),
		func(r rune) bool { return r == ',' || r == ' ' })
	for _, face := range faces {
		die := slices.IndexFunc(geniusDice,
			func(faces []string) bool { return slices.Contains(faces, face) })
		switch {
		case die < 0:
			return nil,
				fmt.Errorf(
					"%q is no cell: want a column from A to F and a row from 1 to 6, such as A2",
					face,
				)
		case roll[die] == face:
			return nil, fmt.Errorf("%s occurs twice", face)
		case roll[die] != "":
			return nil, fmt.Errorf("%s and %s are faces of one die, which has %s", roll[die], face,
				strings.Join(geniusDice[die], " "))
		}
		roll[die] = face
	}
	if die := slices.Index(roll, ""); die >= 0 {
		return nil, fmt.Errorf("no face of the die with %s: a roll has a face of each of %d dice",
			strings.Join(geniusDice[die], " "), len(geniusDice))
	}
	return roll, nil
}
