package catalogue_test

import (
	"fmt"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// The regions of a family partition the board: of 43 cells 12 are months and 31 days, and each of
// 36 is a face of one die. The number of rolls is that of the dice.
func TestFamiliesPartTheirBoards(t *testing.T) {
	for _, tc := range []struct {
		name           string
		cells, members int
		sizes          map[string]int
	}{
		{"calendar", 43, 12 * 31, map[string]int{"month": 12, "day": 31}},
		{"genius", 36, 62208, nil},
	} {
		p := only(t, tc.name)
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		area, members := 0, 1
		for k, piece := range p.Pieces {
			area += len(piece.Cells)
			if piece.Within == "" {
				continue
			}
			n := 0
			for _, pl := range tiling.Placements {
				if pl.Piece == k {
					n++
				}
			}
			members *= n
			if want := tc.sizes[piece.Name]; want > 0 && n != want {
				t.Errorf("%s: %d cells for %s, want %d", tc.name, n, piece.Name, want)
			}
		}
		if area != tc.cells || len(p.Board.Sites) != tc.cells {
			t.Errorf("%s: %d cells, the pieces cover %d, want %d", tc.name, len(p.Board.Sites), area, tc.cells)
		}
		for _, s := range p.Board.Sites {
			if s.Region == 0 {
				t.Errorf("%s: the cell %v is in no region", tc.name, s.At)
			}
		}
		if members != tc.members {
			t.Errorf("%s: %d members, want %d", tc.name, members, tc.members)
		}
	}
}

func only(t *testing.T, name string) *puzzle.Puzzle {
	t.Helper()
	all, err := catalogue.Lookup(name)
	if err != nil || len(all) != 1 {
		t.Fatalf("%s: %d puzzles, %v", name, len(all), err)
	}
	return all[0]
}

// Dates and rolls are read in all the ways in which people write them.
func TestMembersOfFamilies(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		cells      []lattice.Cell
	}{
		{"calendar:Jan-01", "calendar:Jan-01", []lattice.Cell{{0, 0}, {0, 2}}},
		{"calendar:december-31", "calendar:Dec-31", []lattice.Cell{{5, 1}, {2, 6}}},
		{"calendar:SEPT-7", "calendar:Sep-07", []lattice.Cell{{2, 1}, {6, 2}}},
		{"calendar:Feb-29", "calendar:Feb-29", []lattice.Cell{{1, 0}, {0, 6}}},
		{"genius:e4 a1,F1,E1,C3 A4 a2", "genius:A2,A4,C3,E1,F1,A1,E4", []lattice.Cell{{0, 1}, {0, 3}, {2, 2}, {4, 0}, {5, 0}, {0, 0}, {4, 3}}},
	} {
		p := only(t, tc.name)
		if p.Name != tc.want {
			t.Errorf("%s is named %s", tc.name, p.Name)
		}
		var cells []lattice.Cell
		for _, h := range p.Place {
			cells = append(cells, h.Cells...)
		}
		if fmt.Sprint(cells) != fmt.Sprint(tc.cells) {
			t.Errorf("%s places %v, want %v", tc.name, cells, tc.cells)
		}
		if _, err := p.Compile(); err != nil {
			t.Error(err)
		}
	}
}
