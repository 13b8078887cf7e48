package catalogue_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/google/go-cmp/cmp"
)

func TestSets(t *testing.T) {
	for _, tc := range []struct{ name, pieces string }{
		{"pentominoes", "F I L N P T U V W X Y Z"},
		{"polyominoes:5", "F I L N P T U V W X Y Z"},
		{"tetrominoes", "I L O S T"},
		{"one-sided-tetrominoes", "I L L' O S S' T"},
		{"fixed-trominoes", "I.1 I.2 L.1 L.2 L.3 L.4"},
		{"fixed-polyiamonds:1", "1.1 1.2"},
		{"tetrahexes", "1 2 3 4 5 6 7"},
		{"hexiamonds", "01 02 03 04 05 06 07 08 09 10 11 12"},
		{"tetracubes", "1 2 3 4 5 5' 6 7"},
	} {
		set, err := catalogue.Set(tc.name)
		if err != nil {
			t.Error(err)
			continue
		}
		names := make(map[string]bool)
		for _, piece := range set.Pieces {
			names[piece.Name] = true
		}
		for name := range strings.FieldsSeq(tc.pieces) {
			if !names[name] && !strings.HasSuffix(name, "'") {
				t.Errorf("%s has no piece %s, but %v", tc.name, name, names)
			}
		}
		if n := len(strings.Fields(tc.pieces)); len(names) != n || len(set.Pieces) != n {
			t.Errorf("%s has %d pieces (%v), want %d", tc.name, len(set.Pieces), names, n)
		}
		p := &puzzle.Puzzle{Name: tc.name, Lattice: set.Lattice, Pieces: set.Pieces}
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if groups := p.Congruent(); len(groups) > 0 {
			t.Errorf("%s: congruent pieces %v", tc.name, groups)
		}
	}
	for _, tc := range []struct{ name, want string }{
		{"pentomino", `there is no piece set "pentomino"; did you mean "pentominoes"?`},
		{"polyominoes", "want polyominoes:N, N from 1 to 64"},
		{"polyominoes:0", "want polyominoes:N"},
		{"polyominoes:65", "want polyominoes:N"},
		{"polyominoes:64", "polyominoes:64 has more than 4096 pieces"},
		{"one-sided-fixed-trominoes", "there is no piece set"},
		{"", "there is no piece set"},
	} {
		if _, err := catalogue.Set(tc.name); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
	for _, e := range catalogue.SetEntries() {
		if _, err := catalogue.Set(e.Example); err != nil || e.Pattern == "" || e.Text == "" {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// A set has a word or a number of cells, on a board as in front of any other colon.
func TestSetsByNumber(t *testing.T) {
	for _, tc := range []struct{ name, same string }{
		{"polyhexes:4:7x4", "tetrahexes:7x4"},
		{"polyiamonds:6:hexagon:4", "hexiamonds:hexagon:4"},
		{"one-sided-polyominoes:4:4x7", "one-sided-tetrominoes:4x7"},
	} {
		got, want := only(t, tc.name), only(t, tc.same)
		want.Name = tc.name
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *lattice.Lattice) bool { return a == b })); diff != "" {
			t.Errorf("%s is not %s: %s", tc.name, tc.same, diff)
		}
	}
	for _, tc := range []struct{ name, want string }{
		{"polyhexes", "want polyhexes:N, N from 1 to 64"},
		{"polyhexes:7x4", "want polyhexes:N, N from 1 to 64"},
		{"polyhexes:4", "polyhexes:4: the board is missing"},
		{"polyhexes:4:7", "is no board"},
	} {
		if _, err := catalogue.Lookup(tc.name); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
}

// Boards have as many cells and as much symmetry as their figures.
func TestBoards(t *testing.T) {
	for _, tc := range []struct {
		l         *lattice.Lattice
		name      string
		cells     int
		symmetric int
	}{
		{lattice.Square, "6x10", 60, 4},
		{lattice.Cube, "3x3x3", 27, 48},
		{lattice.Cube, "4x4", 16, 8},
		{lattice.Hex, "hexagon:1", 1, 1},
		{lattice.Hex, "hexagon:3", 19, 12},
		{lattice.Hex, "triangle:4", 10, 6},
		{lattice.Triangle, "hexagon:1", 6, 12},
		{lattice.Triangle, "hexagon:2", 24, 12},
		{lattice.Triangle, "hexagon:3", 54, 12},
		{lattice.Triangle, "triangle:1", 1, 1},
		{lattice.Triangle, "triangle:4", 16, 6},
		{lattice.Triangle, "triangle:5", 25, 6},
	} {
		b, err := catalogue.Board(tc.l, tc.name)
		if err != nil {
			t.Error(err)
			continue
		}
		one := puzzle.NewPiece("1", "X").Times(puzzle.Bounds{Max: puzzle.Unbounded})
		if tc.l == lattice.Triangle && tc.name != "triangle:1" {
			one.Cells = append(one.Cells, puzzle.Cell{At: lattice.Cell{1}})
		}
		tiling, err := (&puzzle.Puzzle{Name: "p", Lattice: tc.l, Board: b, Pieces: []puzzle.Piece{one}}).Compile()
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if len(b.Sites) != tc.cells || len(tiling.Sym) != tc.symmetric {
			t.Errorf("%s %s: %d cells, %d symmetries, want %d and %d", tc.l.Name, tc.name, len(b.Sites), len(tiling.Sym), tc.cells, tc.symmetric)
		}
	}
	for _, tc := range []struct {
		l          *lattice.Lattice
		name, want string
	}{
		{lattice.Square, "6", "is no board: want columns x rows"},
		{lattice.Square, "6x", "is no board"},
		{lattice.Square, "", "is no board"},
		{lattice.Square, "3x3x3", "the square lattice is flat"},
		{lattice.Square, "hexagon:3", "the square lattice has no such board"},
		{lattice.Hex, "hexagon:0", "from 1 to 64"},
		{lattice.Hex, "octagon:2", "is no board: want columns x rows, such as 6x10, hexagon:3 or triangle:5"},
		{lattice.Cube, "9x9x9x9", "is no board"},
		{lattice.Cube, "9999x9999x9999", "has more than 65536 cells"},
	} {
		if _, err := catalogue.Board(tc.l, tc.name); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
}
