package terminal

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/testkit"
)

// solved makes a puzzle of a drawing: each letter is a piece, '.' an empty cell,
// ' ' no cell; and returns it with the solution that was drawn. symbols, if they
// are given, are the board's.
func solved(t *testing.T, l *lattice.Lattice, drawing, symbols []string) (*puzzle.Tiling, cover.Solution) {
	t.Helper()
	p := &puzzle.Puzzle{Name: "drawn", Lattice: l}
	cells := map[rune][]puzzle.Cell{}
	var names []rune
	z, y := 0, 0
	for n, row := range drawing {
		if row == "" {
			z, y = z+1, 0
			continue
		}
		for x, c := range []rune(row) {
			if c == ' ' {
				continue
			}
			cell := puzzle.Cell{At: lattice.Cell{x, y, z}}
			if symbols != nil {
				cell.Symbol = rune(symbols[n][x])
			}
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: cell, Optional: c == '.'})
			if c != '.' {
				if cells[c] == nil {
					names = append(names, c)
				}
				cells[c] = append(cells[c], cell)
			}
			p.Board.Size = lattice.Cell{max(p.Board.Size[0], x+1), max(p.Board.Size[1], y+1), z + 1}
		}
		y++
	}
	for _, name := range names {
		p.Pieces = append(p.Pieces, puzzle.Piece{Name: string(name), Cells: cells[name], Count: puzzle.Exactly(1), Rotate: true, Flip: true})
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	var s cover.Solution
	for o, pl := range tiling.Placements {
		want := []lattice.Cell{}
		for _, c := range cells[names[pl.Piece]] {
			want = append(want, c.At)
		}
		if slices.Equal(pl.Cells, lattice.Sorted(want)) {
			s = append(s, o)
		}
	}
	if err := tiling.Check(s); err != nil {
		t.Fatal(err)
	}
	return tiling, s
}

var drawings = []struct {
	name             string
	lattice          *lattice.Lattice
	drawing, symbols []string
}{
	{"pentominoes", lattice.Square, []string{"LLXPPP", "LXXXPP", "LNXUUU", "LNNUFU", "IVNFFF", "IVNFZZ", "IVVVZY", "ITWZZY", "ITWWYY", "TTTWWY"}, nil},
	{"packing", lattice.Square, []string{"aa.b", "a .b", "cc  "}, nil},
	{"patterned", lattice.Square, []string{"aab", "ccb"}, []string{"so+", "+os"}},
	{"symbols", lattice.Square, []string{"aab"}, []string{"xy!"}},
	{"apart", lattice.Square, []string{"aba"}, nil},
	{"scripts", lattice.Square, []string{"漢ж", "漢é"}, nil},
	{"wide", lattice.Square, []string{strings.Repeat("abbaccdefghijkl", 2)[:25]}, nil},
	{"cube", lattice.Cube, []string{"aab", "cc.", "", "abb", "cdd"}, nil},
	{"hexagons", lattice.Hex, []string{" aab", "ccb.", "cdd "}, nil},
	{"triangles", lattice.Triangle, []string{"aabb", "ccc.", " dd "}, nil},
}

// inRows lays blocks side by side where they fit, with an empty line between rows.
func inRows(width int, colour bool, blocks ...*Block) string {
	var rows []string
	row := blocks[0]
	for _, b := range blocks[1:] {
		if wider := row.Beside(b); wider.Width() <= width {
			row = wider
		} else {
			rows, row = append(rows, row.Text(colour)...), b
			rows = append(rows, "")
		}
	}
	return strings.Join(append(rows, row.Text(colour)...), "\n") + "\n"
}

// The drawings at the width of a narrow terminal, and the widest at that of a wide one, three of each
// side by side, with colours. Without, they are the same without the escape sequences.
func TestTerminalDrawings(t *testing.T) {
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, d := range drawings {
		t.Run(d.name, func(t *testing.T) {
			tiling, s := solved(t, d.lattice, d.drawing, d.symbols)
			drawer := New(tiling)
			draw := func(width int, colour bool) string {
				blocks := []*Block{drawer.Board(width), drawer.Solution(s, width), drawer.Letters(s)}
				for k := range tiling.Orientations[0] {
					blocks = append(blocks, drawer.Orientation(0, k))
				}
				return inRows(width, colour, blocks...)
			}
			narrow, wide := draw(80, true), draw(200, true)
			text := "80 columns\n\n" + narrow
			if d.name == "wide" {
				text += "\n200 columns\n\n" + wide
			}
			testkit.Golden(t, filepath.Join("testdata", d.name+".txt"), []byte(text))
			for width, coloured := range map[int]string{80: narrow, 200: wide} {
				if plain := draw(width, false); plain != escapes.ReplaceAllString(coloured, "") {
					t.Errorf("%d columns without colours:\n%s", width, plain)
				}
			}
		})
	}
}

// Letters without colours are what Text draws and check reads.
func TestLettersAreTheDrawing(t *testing.T) {
	for _, d := range drawings {
		tiling, s := solved(t, d.lattice, d.drawing, d.symbols)
		got := inRows(0, false, New(tiling).Letters(s))
		if want := render.Text(tiling, s); got != want {
			t.Errorf("%s:\n%swant\n%s", d.name, got, want)
		}
	}
}

// Every piece has its letter once in each of its parts, and no line is wider
// than wanted where the narrow form fits.
func TestLettersOnce(t *testing.T) {
	tiling, s := solved(t, lattice.Square, drawings[0].drawing, nil)
	out := inRows(20, false, New(tiling).Solution(s, 20))
	for _, piece := range tiling.Puzzle.Pieces {
		if n := strings.Count(out, piece.Name); n != 1 {
			t.Errorf("%s stands %d times in\n%s", piece.Name, n, out)
		}
	}
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 20 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}

// A control character is shown, not sent to the terminal.
func TestNothingSteersATerminal(t *testing.T) {
	tiling, s := solved(t, lattice.Square, []string{"ab"}, []string{"\x1bx"})
	drawer := New(tiling)
	out := inRows(80, false, drawer.Board(80), drawer.Solution(s, 80), drawer.Orientation(0, 0))
	if strings.Contains(out, "\x1b") {
		t.Errorf("%q", out)
	}
}
