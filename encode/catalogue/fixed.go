package catalogue

import (
	"bytes"
	"embed"
	"errors"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// files holds the puzzles that are not computed, each as NAME.yaml.
//
//go:embed puzzles
var files embed.FS

// fixedFamilies lists the puzzles that are one file without parameters, in the order of Entries.
func fixedFamilies() []family {
	return []family{
		fixedFamily("kanoodle", "Kanoodle: twelve pieces of three to five cells on 5 rows of 11"),
		fixedFamily("soma", "the Soma cube: seven pieces of three and four cubes"),
		fixedFamily("bedlam", "the Bedlam cube: thirteen pieces of four and five cubes"),
		fixedFamily("tetris-cube", "the Tetris cube: twelve pieces of five and six cubes"),
		fixedFamily("half-hour",
			"S. Coffin's Half Hour puzzle: six pieces of four and five cubes, one solution"),
		fixedFamily("diabolical",
			"the Diabolical cube of 1893: six flat pieces of two to seven cubes"),
		fixedFamily("slothouber-graatsma",
			"J. Slothouber and W. Graatsma's cube: six flat squares "+
				"and three cubes that fill 3x3x3"),
		fixedFamily("conway", "J. H. Conway's blocks in a box: eighteen that fill 5x5x5"),
		fixedFamily("hexagon", "the pieces of three and of four hexagons on a hexagon of 37 cells"),
		fixedFamily("crossroads", "the 12 pentominoes on 6x10 without a crossroads: no four meet"),
		fixedFamily("four-colors",
			"the 12 pentominoes in four colours on 6x10, no two of one colour side by side"),
		fixedFamily("two-faces",
			"a tray of 4x5 for four pieces, each of which lies on one of two faces"),
		fixedFamily("pyramid", "a pyramid of 55 balls: twelve pieces of three to five"),
		fixedFamily("polysticks", "the pieces of one to three sticks on 4x4 points, none crossing"),
		fixedFamily("aztec", "fifteen of the 16 tetrasticks on the Aztec diamond, none crossing"),
		fixedFamily("polytwigs", "the pieces of one to four twigs, the sides of hexagons"),
		fixedFamily("prisms", "the pieces of one to three hexagonal prisms in three layers"),
	}
}

func fixedFamily(name, text string) family {
	return family{
		name:    name,
		entries: []Entry{{name, text, name}},
		lookup: func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
			if set, ok := setFamily(name); ok && colon { // polysticks:3 is a set
				return set.lookup(rest, colon)
			}
			if colon {
				return nil,
					errors.New(name + ": there is one puzzle of that name, and nothing after it")
			}
			return []*puzzle.Puzzle{fromFile(name)}, nil
		},
	}
}

// fromFile reads the puzzle of NAME.yaml. Its claims have no lines: the user has no such file.
func fromFile(name string) *puzzle.Puzzle {
	text, err := files.ReadFile("puzzles/" + name + ".yaml")
	if err != nil {
		panic("catalogue: " + err.Error())
	}
	file, err := formats.Read(name, bytes.NewReader(text), formats.Options{Format: "yaml"})
	if err != nil {
		panic("catalogue: " + err.Error())
	}
	p := file.Documents[0].Puzzle
	for k := range p.Claims {
		p.Claims[k].Line = 0
	}
	return p
}
