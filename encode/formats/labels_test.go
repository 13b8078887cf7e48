package formats_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/google/go-cmp/cmp"
)

// Labels are the same after writing and reading, in rows of a board with holes, in a JSON list, and
// in layers of space.
func TestLabels(t *testing.T) {
	t.Parallel()
	labels := func(p *puzzle.Puzzle) string {
		var all []string
		for _, s := range p.Board.Sites {
			all = append(all, s.Label)
		}
		return strings.Join(all, "|")
	}
	for _, tc := range []struct{ text, want string }{
		{"board: |\n  .#.\n  ...\nlabels: |\n  #1 2\n  .   ä  X\n", "#1|2||ä|X"},
		{"board: ...\nlabels: 1 2 3\n", "1|2|3"},
		{"lattice: cube\nboard: |\n  ..\n\n  ..\nlabels: [a b, '', c d]\n", "a|b|c|d"},
		{"board: '#..'\nlabels: . .\n", "|"},
		{"board: '..'\nlabels:\n", "|"},
	} {
		file, err := formats.Read("p.yaml", strings.NewReader(tc.text), formats.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		p := file.Documents[0].Puzzle
		if got := labels(p); got != tc.want {
			t.Errorf("%q: the labels %q, want %q", tc.text, got, tc.want)
		}
	}
	for _, bad := range []string{"two words", ".", "September", "\x1b[m"} {
		p := &puzzle.Puzzle{Name: "bad", Board: puzzle.Rect(1, 1)}
		p.Board.Sites[0].Label = bad
		if err := formats.Write(new(bytes.Buffer), "yaml", p); err == nil {
			t.Errorf("the label %q was written", bad)
		}
	}
}

// The calendar says which cell is which day, and a date shows its own.
func TestCalendarLabels(t *testing.T) {
	t.Parallel()
	all, err := catalogue.Lookup("calendar:Oct-06")
	if err != nil {
		t.Fatal(err)
	}
	p, date := all[0], ""
	for _, hint := range p.Place {
		date += " " + p.Shown(p.Piece(hint.Piece), hint.Cells)
	}
	if date != " Oct 6" {
		t.Errorf("calendar:Oct-06 shows%s", date)
	}
	if word := p.Shown(p.Piece("U"), p.Place[0].Cells); word != "" {
		t.Errorf("a piece that is held nowhere shows %s", word)
	}
}

// A hint by a label is a placement where only one is possible, and else stays one by a label.
func TestHintsByLabels(t *testing.T) {
	t.Parallel()
	const text = `
board: |
  ....
  ....
labels: Mo Tu 1 2 . We 1 3
pieces:
  - {name: day, shape: X}
  - {name: I, shape: XXX}
  - {name: L, shape: [X, XX], count: 0..2}
optional: true
place: [{piece: I, label: 1}, {piece: day, label: We}, {piece: L, label: "Mo"}, {piece: day, label: "1"}]
`
	file, err := formats.Read("p", strings.NewReader(text), formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := file.Documents[0].Puzzle
	if len(p.Place) != 1 || p.Place[0].Piece != "day" || p.Label(p.Place[0].Cells[0]) != "We" {
		t.Errorf("hints %+v", p.Place)
	}
	want := []puzzle.Over{{Piece: "I", Label: "1"}, {Piece: "L", Label: "Mo"}, {Piece: "day", Label: "1"}}
	if !slices.Equal(p.Over, want) {
		t.Errorf("%v, want %v", p.Over, want)
	}
	for _, format := range []string{"yaml", "json"} {
		if diff := cmp.Diff(file.Puzzles(), throughText(t, format, p), same...); diff != "" {
			t.Errorf("%s:\n%s", format, diff)
		}
	}
	for _, format := range []string{"cap", "grid", "xmpuzzle", "matrix"} {
		if err := formats.Write(new(bytes.Buffer), format, p); err == nil {
			t.Errorf("%s was written without its hints", format)
		}
	}
}
