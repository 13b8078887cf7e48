package letters

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

func pieces(names ...string) []puzzle.Piece {
	var all []puzzle.Piece
	for _, name := range names {
		all = append(all, puzzle.Piece{Name: name})
	}
	return all
}

func TestLetters(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"L", "I"}, "LI"},
		{[]string{"short_l", "long_l", "square", "zig", "bar", "triangle"}, "slqzbt"},
		{[]string{"T1", "T2", "T3"}, "TAB"},
		{[]string{"A", "a", "aA"}, "AaB"},
		{[]string{"7", "é", "_"}, "AéB"},
	} {
		if got := string(Of(pieces(test.names...))); got != test.want {
			t.Errorf("Of(%q) = %q, want %q", test.names, got, test.want)
		}
	}
	// More pieces than A-Z, a-z and 0-9 have letters: still one each.
	many := make([]puzzle.Piece, 400)
	seen := map[rune]bool{}
	for k, letter := range Of(many) {
		if seen[letter] || letter == Empty || letter == Blocked {
			t.Fatalf("piece %d is drawn as %q", k, letter)
		}
		seen[letter] = true
	}
}

func TestText(t *testing.T) {
	site := func(x, y, z int, optional bool) puzzle.Site {
		return puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, y, z}}, Optional: optional}
	}
	domino := puzzle.Piece{Name: "brick", Cells: []puzzle.Cell{{At: lattice.Cell{0, 0}}, {At: lattice.Cell{1, 0}}}, Count: puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}, Rotate: true}
	p := &puzzle.Puzzle{
		Lattice: lattice.Cube,
		Board:   puzzle.Board{Size: lattice.Cell{2, 2, 2}, Sites: []puzzle.Site{site(0, 0, 0, false), site(1, 0, 0, false), site(0, 1, 0, true), site(1, 1, 1, true)}},
		Pieces:  []puzzle.Piece{domino},
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Board(p), "..\n?#\n\n##\n#?\n"; got != want {
		t.Errorf("board\n%swant\n%s", got, want)
	}
	if got, want := Text(tiling, cover.Solution{0}), "bb\n.#\n\n##\n#.\n"; got != want {
		t.Errorf("solution\n%swant\n%s", got, want)
	}
	if got, want := Legend(p.Pieces), "b brick\n"; got != want {
		t.Errorf("legend %q, want %q", got, want)
	}
	if got := Legend(pieces("L", "I")); got != "" {
		t.Errorf("pieces named by their letters need no legend, got %q", got)
	}
	if got, want := Shape(tiling.Orientations[0][0]), "XX\n"; got != want {
		t.Errorf("shape %q, want %q", got, want)
	}
}

// Names and symbols are shown, not obeyed.
func TestNothingSteersATerminal(t *testing.T) {
	hostile := pieces("\x1b[31mred\u009b")
	if got := Legend(hostile); strings.ContainsAny(got, "\x1b\u009b") || !strings.Contains(got, "red") {
		t.Errorf("legend %q", got)
	}
	if got := Shape(puzzle.Orientation{{Symbol: '\x1b'}}); got != "\uFFFD\n" {
		t.Errorf("shape %q", got)
	}
}
