package terminal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// week is a board of three days and a month. A piece that is restricted to them shows the label of
// its cell; other pieces hide the labels.
func week(t *testing.T) (*puzzle.Tiling, cover.Solution) {
	t.Helper()
	p := &puzzle.Puzzle{Name: "week", Lattice: lattice.Square, Board: puzzle.Rect(4, 1)}
	for k, label := range []string{"Mo", "Tue", "7", "January"} {
		p.Board.Sites[k].Label = label
		p.Board.Sites[k].Optional = true
		p.Board.Sites[k].Region = 'd'
	}
	day := puzzle.NewPiece("day", "X")
	day.Within = "d"
	p.Pieces = []puzzle.Piece{day, puzzle.NewPiece("square", "X")}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	find := func(piece, x int) int { return tiling.Find(piece, []lattice.Cell{{x}}) }
	return tiling, cover.Solution{find(0, 1), find(1, 0)}
}

func TestLabelsOnTerminals(t *testing.T) {
	t.Parallel()
	tiling, s := week(t)
	d := New(tiling)
	for _, tc := range []struct {
		name string
		*Block
		want string
	}{
		{"board", d.Board(0), "│ Mo│Tue│ 7 │ ? │"},
		{"solution", d.Solution(s, 0), "│ s │Tue│ 7   · │"},
		{"narrow solution", d.Solution(s, 12), "│s│d│7 ·│"},
		{"position", d.Position(s, puzzle.Placement{Piece: 1, Cells: []lattice.Cell{{2}}}, '•', 17, 3), "│ s │Tue│s• │ ? │"},
	} {
		if got := tc.Text(false)[1]; got != tc.want {
			t.Errorf("the %s is %s, want %s", tc.name, got, tc.want)
		}
	}
}

// A picture shows the visible labels, and no others.
func TestLabelsInPictures(t *testing.T) {
	t.Parallel()
	tiling, s := week(t)
	draw := func(change func(sites []puzzle.Site)) string {
		other := *tiling.Puzzle
		other.Board.Sites = append([]puzzle.Site{}, other.Board.Sites...)
		change(other.Board.Sites)
		again, err := other.Compile()
		if err != nil {
			t.Fatal(err)
		}
		var svg bytes.Buffer
		v, err := render.NewSVG(&svg, again, render.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Add(s); err != nil {
			t.Fatal(err)
		}
		if err := v.Close(false); err != nil {
			t.Fatal(err)
		}
		return svg.String()
	}
	whole := draw(func([]puzzle.Site) {})
	for site, seen := range []bool{false, true, true, true} {
		blank := draw(func(sites []puzzle.Site) { sites[site].Label = "" })
		if seen != (blank != whole) {
			t.Errorf("the label of cell %d makes a difference: %v, want %v", site, blank != whole, seen)
		}
	}
	if n := strings.Count(whole, "<use href=\"#n0\""); n > 0 {
		t.Errorf("the letter of the piece that shows a label is drawn %d times", n)
	}
}
