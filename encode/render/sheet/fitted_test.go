package sheet

import (
	"math"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// laid lays out puzzles with cells that fit, with a solution and n challenges of the last one.
func laid(t *testing.T, o Options, n int, names ...string) *booklet {
	t.Helper()
	trial, err := newPaper(o)
	if err != nil {
		t.Fatal(err)
	}
	f := &fitted{trial: trial}
	for k, name := range names {
		tiling, solution := known(t, name)
		if err := f.Add(tiling, "a line about it", solution); err != nil {
			t.Fatal(err)
		}
		for c := range n {
			if k == len(names)-1 {
				f.Challenge(tiling, solution[:c%len(solution)], solution, 1+c%5)
			}
		}
	}
	s, err := f.Laid()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// boundsOf returns the extent of art.
func boundsOf(a art) (left, top, right, bottom float64) {
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range a.shapes {
		low, high := s.path.Bounds()
		left, top = min(left, low.X), min(top, low.Y)
		right, bottom = max(right, high.X), max(bottom, high.Y)
	}
	for _, l := range a.lines {
		for _, p := range l.points {
			left, top = min(left, p.X), min(top, p.Y)
			right, bottom = max(right, p.X), max(bottom, p.Y)
		}
	}
	return left, top, right, bottom
}

// All is on one page where it fits, with cells that hands can lay; else cells fill the pages. All
// that is drawn lies between heading and foot.
func TestFitted(t *testing.T) {
	t.Parallel()
	letter := Options{Cell: 20, Width: 215.9, Height: 279.4}
	for _, c := range []struct {
		o          Options
		challenges int
		names      string
		pages      int
		least      float64 // the least size of cells
		most       float64
	}{
		{a4, 6, "pentominoes:6x10", 1, 10, 12},
		{letter, 6, "pentominoes:6x10", 1, 10, 12},
		{a4, 0, "pentominoes:6x10", 1, 13, 16},
		{a4, 6, "calendar:NOV-29", 1, 10, 13},
		{a4, 6, "soma", 1, 12, 18},
		{a4, 6, "genius", 5, 25, 30},                              // seven dice to fold
		{a4, 30, "pentominoes:6x10", 10, 17, 24},                  // many cards
		{a4, 0, "pentominoes:6x10 pentominoes:4x15", 4, 15, 17.5}, // one set of pieces for both boards
	} {
		s := laid(t, c.o, c.challenges, strings.Fields(c.names)...)
		if len(s.pages) != c.pages || s.o.Cell < c.least || s.o.Cell > c.most {
			t.Errorf("%s, %d challenges: %d pages with cells of %g mm, want %d of %g to %g",
				c.names, c.challenges, len(s.pages), s.o.Cell, c.pages, c.least, c.most)
		}
		for n, p := range s.pages {
			left, top, right, bottom := boundsOf(p.art)
			if !fits(edge, left) || !fits(edge+titleGap, top) || !fits(right, p.width-edge) ||
				!fits(bottom, p.height-edge-foot) {
				t.Errorf("%s: page %d has art from %.1f, %.1f to %.1f, %.1f", c.names, n+1,
					left, top, right, bottom)
			}
		}
	}
}

// A board that takes cells too small for hands keeps the size given, and is glued together.
func TestFittedLarge(t *testing.T) {
	t.Parallel()
	trial, err := newPaper(a4)
	if err != nil {
		t.Fatal(err)
	}
	domino := puzzle.Piece{Name: "D", Cells: []puzzle.Cell{{}, {At: lattice.Cell{1}}},
		Rotate: true, Count: puzzle.Exactly(1)}
	domino.Count = puzzle.Bounds{Min: 0, Max: 10}
	f := &fitted{trial: trial}
	p := &puzzle.Puzzle{Name: "large", Lattice: lattice.Square, Board: puzzle.Rect(50, 50),
		Pieces: []puzzle.Piece{domino}}
	for n := range p.Board.Sites {
		p.Board.Sites[n].Optional = true
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Add(tiling, "", nil); err != nil {
		t.Fatal(err)
	}
	s, err := f.Laid()
	if err != nil || s.o.Cell != a4.Cell || s.pages[0].clip == nil {
		t.Errorf("cells of %g mm on %d pages, %v", s.o.Cell, len(s.pages), err)
	}
}

// Notes have 11 points where the heading has room, and nothing of a line is lost.
func TestNotes(t *testing.T) {
	t.Parallel()
	s, err := newPaper(a4)
	if err != nil {
		t.Fatal(err)
	}
	note := strings.Repeat("some words of a note, ", 12) + "\nand its second line"
	s.makeHead(note, false)
	lines, size := s.wrapped(note, 190)
	if size != noteSize || len(lines) < 3 || lines[len(lines)-1] != "and its second line" ||
		strings.Join(lines, " ") != strings.Join(strings.Fields(note), " ") {
		t.Errorf("at %g mm: %q", size, lines)
	}
	note = strings.Repeat(note, 40)
	s.makeHead(note, false)
	if _, size := s.wrapped(note, 190); size >= noteSize || s.head > a4.Height/5 {
		t.Errorf("a long note has %g mm, its heading %g", size, s.head)
	}
}

// A card shows what its puzzle gives, and says its date.
func TestCardsShowHints(t *testing.T) {
	t.Parallel()
	for name, hints := range map[string]int{"calendar:NOV-29": 2, "pentominoes:6x10": 0} {
		tiling, solution := known(t, name)
		s := drawn(t, newPaper, a4, tiling, nil)
		s.Challenge(tiling, solution[:1], solution, 0)
		given := map[int]bool{solution[0]: true}
		for _, o := range s.drawer(tiling).withHints(solution[:1], solution) {
			given[o] = true
		}
		n := 0
		for _, shape := range s.cards[0].shapes {
			if shape.ground {
				n++
			}
		}
		if n != len(given) || n < max(1, hints) || n > 1+hints {
			t.Errorf("%s: %d pieces on the card, %d hints", name, n, hints)
		}
	}
	all, err := catalogue.Lookup("calendar")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := all[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	var given cover.Solution
	for o, p := range tiling.Placements {
		if word := tiling.Puzzle.Shown(p.Piece, p.Cells); word == "Mar" || word == "7" {
			given = append(given, o)
		}
	}
	s := drawn(t, newPaper, a4, tiling, nil)
	s.Challenge(tiling, given, given, 2)
	if got := s.cards[0].caption; !s.choices || !strings.HasSuffix(got, "Mar 7") {
		t.Errorf("the card says %q", got)
	}
}
