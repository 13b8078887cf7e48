package catalogue

import (
	"strings"
	"testing"
)

// Every file is read without a mistake, and has its own name.
func TestFilesAreNamedLikeTheirPuzzles(t *testing.T) {
	entries, err := files.ReadDir("puzzles")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".yaml")
		if p := fromFile(name); p.Name != name || !Has(name) {
			t.Errorf("%s holds the puzzle %s", e.Name(), p.Name)
		}
	}
}

// The faces of the dice are the labels of all cells, and the cells of a die are a region.
func TestDiceAreRegions(t *testing.T) {
	region := make(map[string]rune)
	for die, faces := range geniusDice {
		for _, face := range faces {
			region[face] = rune('a' + die)
		}
	}
	for _, s := range fromFile("genius").Board.Sites {
		if region[s.Label] != s.Region {
			t.Errorf("the face %s is of die %c, its cell in region %c", s.Label, region[s.Label], s.Region)
		}
	}
}
