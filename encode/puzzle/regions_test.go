package puzzle

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
)

// held returns a board whose symbols are its regions.
func held(rows ...string) Board {
	b := board(rows...)
	for s := range b.Sites {
		b.Sites[s].Region, b.Sites[s].Symbol = b.Sites[s].Symbol, 0
	}
	return b
}

func within(letters string, p Piece) Piece {
	p.Within = letters
	return p
}

func TestRegionsHoldPieces(t *testing.T) {
	b := held("aab", ".bb")
	for _, tc := range []struct {
		letters string
		want    int // placements of a domino
	}{{"", 7}, {"a", 1}, {"b", 2}, {"ab", 5}, {"ba", 5}} {
		p := &Puzzle{Board: b, Pieces: []Piece{within(tc.letters, piece("I", Exactly(1), "XX"))}}
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if len(tiling.Placements) != tc.want {
			t.Errorf("within %q: %d placements, want %d", tc.letters, len(tiling.Placements), tc.want)
		}
	}
}

// A motion of the puzzle maps the regions of each piece to those of its image; regions that
// restrict no piece do not matter.
func TestSymmetryOfRegions(t *testing.T) {
	one, two := piece("one", Exactly(1), "X"), piece("two", Exactly(1), "X")
	bar := piece("bar", Exactly(1), "XX")
	for _, tc := range []struct {
		name   string
		board  Board
		pieces []Piece
		want   int
	}{
		{"nobody is held", held("ab", "cd"), []Piece{bar, two}, 8},
		{"a corner", held("a.", ".."), []Piece{within("a", one), bar}, 2},
		{"opposite corners, one piece", held("a.", ".a"), []Piece{within("a", one), bar}, 4},
		{"opposite corners by two names", held("a.", ".b"), []Piece{within("ab", one), bar}, 4},
		{"opposite corners, a piece for each", held("a.", ".b"), []Piece{within("a", one), within("b", two), bar}, 4},
		{"neighbours, a piece for each", held("a.", "b."), []Piece{within("a", one), within("b", two)}, 2},
		{"a piece for each, of other counts", held("a.", ".b"), []Piece{within("a", one), within("b", two.Times(Bounds{Min: 0, Max: 1})), bar}, 2},
		{"only one of two is held", held("a.", ".b"), []Piece{within("a", one), two}, 2},
		{"a region in another", held("ab", "bb"), []Piece{within("ab", one), within("b", two)}, 2},
		{"four dice", held("ab", "dc"), []Piece{within("a", one), within("b", two), within("c", piece("c", Exactly(1), "X")), within("d", piece("d", Exactly(1), "X"))}, 8},
	} {
		p := &Puzzle{Lattice: lattice.Square, Board: tc.board, Pieces: tc.pieces}
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if len(tiling.Sym) != tc.want {
			t.Errorf("%s: %d symmetries, want %d", tc.name, len(tiling.Sym), tc.want)
		}
	}
}

func TestRegionsOfCongruentPieces(t *testing.T) {
	p := &Puzzle{Board: held("ab", "ba"), Pieces: []Piece{
		within("a", piece("A", Exactly(1), "X")), piece("B", Exactly(1), "X"),
		within("ab", piece("C", Exactly(1), "X")), within("ba", piece("D", Exactly(1), "X")),
	}}
	groups := p.Congruent()
	if len(groups) != 1 || !slices.Equal(groups[0], []int{2, 3}) {
		t.Errorf("congruent: %v", groups)
	}
	merged := p.MergeCongruent()
	if k := merged.Piece("C+D"); k < 0 || merged.Pieces[k].Within != "ab" || merged.Pieces[k].Count != Exactly(2) {
		t.Errorf("merged: %+v", merged.Pieces)
	}
}

func TestRegionFaults(t *testing.T) {
	for _, tc := range []struct{ letters, hint, want string }{
		{"c", "", `piece "I" is held to the region 'c', which no cell of the board is in`},
		{"aa", "", `piece "I" is held to the region 'a' twice`},
		{"a\x00", "", `piece "I" is held to the region '\x00', which no cell of the board is in`},
		{"a", "outside", `hint 1: piece "I" cannot lie on (1,0) (0,0): it is held to the region 'a', and (1,0) is not in there`},
		{"ab", "outside", ""},
	} {
		p := &Puzzle{Board: held("ab", ".."), Pieces: []Piece{within(tc.letters, piece("I", Exactly(1), "XX"))}}
		if tc.hint != "" {
			p.Place = []Hint{{Piece: "I", Cells: []lattice.Cell{{1, 0}, {0, 0}}}}
		}
		_, err := p.Compile()
		var fault *Error
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("within %q: %v", tc.letters, err)
		case tc.want == "":
		case !errors.As(err, &fault) || !strings.Contains(err.Error(), tc.want):
			t.Errorf("within %q: %v, want %s", tc.letters, err, tc.want)
		case fault.Part == "piece" && fault.Field != "within":
			t.Errorf("within %q: the fault is of the field %q", tc.letters, fault.Field)
		}
	}
}

// A board of which cells may stay empty keeps its regions and labels.
func TestPackingKeepsRegions(t *testing.T) {
	b := Rect(2, 1)
	b.Sites[0].Region, b.Sites[0].Label = 'a', "Oct"
	packed := b.Packing()
	if s := packed.Sites[0]; !s.Optional || s.Region != 'a' || s.Label != "Oct" {
		t.Errorf("the packing has the cell %+v", s)
	}
	if b.Sites[0].Optional {
		t.Error("the board itself has changed")
	}
}
