package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/internal/testkit"
)

func shape(name string, rows ...string) puzzle.Piece {
	return puzzle.NewPiece(name, rows...).Times(puzzle.Bounds{Max: puzzle.Unbounded})
}

// coloured gives a piece a colour.
func coloured(p puzzle.Piece, colour string) puzzle.Piece {
	p.Colour = colour
	return p
}

func board(rows ...string) puzzle.Board {
	b, err := puzzle.ParseBoard(rows...)
	if err != nil {
		panic(err)
	}
	return b
}

// samples are puzzles that between them show everything a picture can, each with
// as many solutions as its sheet has.
var samples = []struct {
	puzzle    puzzle.Puzzle
	options   Options
	solutions int
}{
	{puzzle.Puzzle{Name: "packing", Lattice: lattice.Square, Board: board("....?", ". ...", "....?"), Pieces: []puzzle.Piece{shape("long", "XXX"), shape("L", "X", "XX"), shape("domino", "XX")}}, Options{}, 1},
	{puzzle.Puzzle{Name: "patterned", Lattice: lattice.Square, Board: board("soso+", "osos+"), Pieces: []puzzle.Piece{shape("A", "so"), shape("B", "+", "+")}}, Options{Columns: 2}, 3},
	{puzzle.Puzzle{Name: "letters", Lattice: lattice.Square, Board: board("abab"), Pieces: []puzzle.Piece{shape("ж", "ab"), shape("漢", "ba")}}, Options{Scale: 2}, 1},
	{puzzle.Puzzle{Name: "hexagons", Lattice: lattice.Hex, Board: board(" ...", "...", "..?"), Pieces: []puzzle.Piece{shape("worm", "XX", "X"), shape("bar", "XX")}}, Options{Theme: "dark"}, 2},
	{puzzle.Puzzle{Name: "triangles", Lattice: lattice.Triangle, Board: board("....", "..?."), Pieces: []puzzle.Piece{shape("rhomb", "XX"), shape("half", "XXX")}}, Options{Theme: "print"}, 2},
	{puzzle.Puzzle{Name: "cube", Lattice: lattice.Cube, Board: board("..", "..", "", "..", ".?"), Pieces: []puzzle.Piece{shape("V", "XX", "X"), shape("I", "XX")}}, Options{}, 2},
	{puzzle.Puzzle{Name: "a corner", Lattice: lattice.Cube, Board: board("..", "..", "", "..", ".?"), Pieces: []puzzle.Piece{shape("V", "XX", "X"), shape("I", "XX")}}, Options{View: "iso"}, 2},
	{puzzle.Puzzle{Name: "lifted", Lattice: lattice.Cube, Board: board("...", "..", "", "..", ".?"), Pieces: []puzzle.Piece{shape("V", "XX", "X"), shape("I", "XX")}}, Options{View: "exploded", Theme: "dark"}, 1},
	{puzzle.Puzzle{Name: "no way", Lattice: lattice.Cube, Board: board("..", " .", "", " ."), Pieces: []puzzle.Piece{shape("X", "XXX")}}, Options{View: "iso"}, 0},
	{puzzle.Puzzle{Name: "hints", Lattice: lattice.Square, Board: board("....", "...."), Pieces: []puzzle.Piece{shape("L", "X", "XX"), shape("domino", "XX")}, Place: []puzzle.Hint{{Piece: "L", Cells: []lattice.Cell{{1, 0}, {0, 0}, {0, 1}}}}}, Options{}, 1},
	{puzzle.Puzzle{Name: "a part apart", Lattice: lattice.Square, Board: board("....", "...."), Pieces: []puzzle.Piece{shape("H", "X X"), shape("domino", "X", "X")}}, Options{Columns: 1}, 1},
	{puzzle.Puzzle{Name: "titled", Lattice: lattice.Square, Board: board("....", "..?."), Pieces: []puzzle.Piece{coloured(shape("red", "XX"), "#c00000"), shape("another", "XX", "X"), shape("spot", "X")}}, Options{Title: "Words above", Legend: true, Columns: 2}, 2},
	{puzzle.Puzzle{Name: "impossible", Lattice: lattice.Square, Board: board("..."), Pieces: []puzzle.Piece{shape("domino", "XX")}}, Options{}, 0},
}

// firstSolutions lists solutions by trying every option in turn: samples are
// small, and pictures know no engine.
func firstSolutions(t *testing.T, m *cover.Model, n int) []cover.Solution {
	t.Helper()
	var all []cover.Solution
	covered := make([]int, len(m.Items))
	var try func(o int, s cover.Solution)
	try = func(o int, s cover.Solution) {
		if len(all) == n {
			return
		}
		if o == len(m.Options) {
			if m.Check(s) == nil {
				all = append(all, append(cover.Solution{}, s...))
			}
			return
		}
		fits := true
		for _, i := range m.Options[o] {
			covered[i]++
			fits = fits && covered[i] <= m.Items[i].Max
		}
		if fits {
			try(o+1, append(s, o))
		}
		for _, i := range m.Options[o] {
			covered[i]--
		}
		try(o+1, s)
	}
	try(0, cover.Solution{})
	if len(all) < n {
		t.Fatalf("the sample has %d solutions, want %d", len(all), n)
	}
	return all
}

func compiled(t *testing.T, p *puzzle.Puzzle) *puzzle.Tiling {
	t.Helper()
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

func drawSVG(t *testing.T, tiling *puzzle.Tiling, solutions []cover.Solution, o Options) []byte {
	t.Helper()
	var out, spool bytes.Buffer
	v, err := NewSVG(&out, &spool, tiling, o)
	finish(t, v, err, solutions)
	return out.Bytes()
}

func drawPNG(t *testing.T, tiling *puzzle.Tiling, solutions []cover.Solution, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	v, err := NewPNG(&out, tiling, o)
	finish(t, v, err, solutions)
	return out.Bytes()
}

// finish adds the solutions to a picture that was begun, and writes it.
func finish(t *testing.T, v interface {
	Add(cover.Solution) error
	Close(more bool) error
}, err error, solutions []cover.Solution) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range solutions {
		if err := v.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Close(false); err != nil {
		t.Fatal(err)
	}
}

// The SVGs are golden files. The PNGs need none: each must be what another
// rasteriser makes of its SVG.
func TestSamples(t *testing.T) {
	for _, sample := range samples {
		t.Run(sample.puzzle.Name, func(t *testing.T) {
			tiling := compiled(t, &sample.puzzle)
			solutions := firstSolutions(t, tiling.Model, sample.solutions)
			svg := drawSVG(t, tiling, solutions, sample.options)
			file := filepath.Join("testdata", strings.ReplaceAll(sample.puzzle.Name, " ", "-")+".svg")
			testkit.Golden(t, file, svg)
			picture := drawPNG(t, tiling, solutions, sample.options)
			got, err := png.Decode(bytes.NewReader(picture))
			if err != nil {
				t.Fatal(err)
			}
			samePicture(t, rasterised(t, svg, max(sample.options.Scale, 1)), got)
		})
	}
}

// wellFormed reads a document to its end and returns the text in it.
func wellFormed(t *testing.T, document []byte) string {
	t.Helper()
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		if chars, ok := token.(xml.CharData); ok {
			text.Write(chars)
		}
	}
}

// Names are only text, whatever is in them.
func TestHostileNames(t *testing.T) {
	hostile := "</title><script>alert(1)</script>&\"'\x1b[31m\x00]]>"
	p := puzzle.Puzzle{Name: hostile, Lattice: lattice.Square, Board: board(".."), Pieces: []puzzle.Piece{shape(hostile, "XX")}}
	tiling := compiled(t, &p)
	svg := drawSVG(t, tiling, []cover.Solution{{0}}, Options{})
	if text := wellFormed(t, svg); strings.Count(text, "<script>alert(1)</script>") < 2 {
		t.Errorf("the names are not in the text %q", text)
	}
	if bytes.Contains(svg, []byte("<script")) || bytes.ContainsAny(svg, "\x1b\x00") {
		t.Errorf("a name became more than text:\n%s", svg)
	}
}

// Neighbours never look alike, also where all pieces are the same, where the puzzle asks for
// colours that some eyes cannot tell apart, and with the colours of a terminal.
func TestNeighboursDiffer(t *testing.T) {
	t.Parallel()
	domino, spot := shape("domino", "XX"), shape("spot", "X")
	red, green := shape("red", "XX"), shape("green", "X", "X")
	red.Colour, green.Colour = "#d05f30", "#8f862c"
	near := shape("near", "X")
	near.Colour = "#d06030"
	many := make([]puzzle.Piece, 40)
	for k := range many {
		many[k] = shape(fmt.Sprintf("p%d", k), "X")
		many[k].Count = puzzle.Exactly(1)
	}
	for _, l := range []*lattice.Lattice{lattice.Square, lattice.Hex, lattice.Triangle, lattice.Cube} {
		for name, pieces := range map[string][]puzzle.Piece{
			"two": {domino, spot}, "one": {spot}, "asked for": {red, green, near}, "many": many,
		} {
			p := puzzle.Puzzle{Lattice: l, Pieces: pieces,
				Board: board(".....", ".....", ".....", ".....", "", ".....", ".....", ".....", ".....")}
			if l != lattice.Cube {
				p.Board = board("........", "........", "........", "........", "........")
			}
			tiling := compiled(t, &p)
			solutions := packings(tiling.Model, 20)
			if n := neighboursDiffer(t, tiling, solutions, nil); n == 0 {
				t.Errorf("%s, %s: no two pieces touch", l.Name, name)
			}
			neighboursDiffer(t, tiling, solutions, palette.Colour.OnTerminal)
		}
	}
}

// packings returns n sets of options that go together and leave no room for another.
func packings(m *cover.Model, n int) (all []cover.Solution) {
	random := rand.New(rand.NewPCG(1, 2))
	for range n {
		var s cover.Solution
		covered := make([]int, len(m.Items))
		for _, o := range random.Perm(len(m.Options)) {
			fits := true
			for _, i := range m.Options[o] {
				fits = fits && covered[i] < m.Items[i].Max
			}
			if !fits {
				continue
			}
			s = append(s, o)
			for _, i := range m.Options[o] {
				covered[i]++
			}
		}
		slices.Sort(s)
		all = append(all, s)
	}
	return all
}

// neighboursDiffer returns how many pairs of neighbours it found.
func neighboursDiffer(
	t *testing.T, tiling *puzzle.Tiling, solutions []cover.Solution,
	shown func(palette.Colour) palette.Colour,
) (pairs int) {
	t.Helper()
	fills := palette.Of(tiling.Puzzle.Pieces)
	dyer := NewColourer(tiling, fills, shown)
	for _, s := range solutions {
		tints := dyer.Tints(s)
		whose := make(map[lattice.Cell]int)
		for _, o := range s {
			for _, c := range tiling.Placements[o].Cells {
				whose[c] = o
			}
		}
		colour := func(o int) palette.Colour {
			c := fills[tiling.Placements[o].Piece].Tint(tints[o])
			if shown != nil {
				c = shown(c)
			}
			return c
		}
		for c, o := range whose {
			for _, near := range tiling.Puzzle.Lattice.Neighbours(c) {
				other, there := whose[near]
				if !there || other == o {
					continue
				}
				a, b := colour(o), colour(other)
				pairs++
				if d := palette.LookOf(a).Distance(palette.LookOf(b)); d < palette.Alike {
					t.Fatalf("%s: %v is %s and its neighbour %v %s, %.3f apart",
						tiling.Puzzle.Lattice.Name, c, a.CSS(), near, b.CSS(), d)
				}
			}
		}
	}
	return pairs
}

// A title and a legend have room of their own, and are as wide as the sheet.
func TestWordsAround(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, &samples[0].puzzle)
	plain, err := NewPainter(tiling, Options{})
	if err != nil {
		t.Fatal(err)
	}
	titled, err := NewPainter(tiling, Options{Title: strings.Repeat("long words ", 20), Legend: true})
	if err != nil {
		t.Fatal(err)
	}
	w, h := plain.sheet(1)
	wide, high := titled.sheet(1)
	if wide < 4*w || high < h+titleSpace+legendLine {
		t.Errorf("%gx%g becomes %gx%g", w, h, wide, high)
	}
	for _, paint := range titled.wording(1) {
		low, up := paint.path.Bounds()
		if low.X < margin-1 || up.X > wide-margin+1 || low.Y < 0 || up.Y > high ||
			low.Y > margin+titleSpace && low.Y < high-margin-titled.legendOf(wide-2*margin).height {
			t.Errorf("words from %v to %v on a sheet of %gx%g", low, up, wide, high)
		}
	}
}

func TestRefusals(t *testing.T) {
	items := compiled(t, &puzzle.Puzzle{Name: "items", Cover: &cover.Model{}})
	if _, err := NewPNG(io.Discard, items, Options{}); !errors.Is(err, ErrNoGeometry) {
		t.Errorf("a puzzle without geometry: %v", err)
	}
	tiling := compiled(t, &samples[0].puzzle)
	for _, o := range []Options{{Columns: -1}, {Scale: -1}, {Scale: 1000}, {Theme: "drak"}, {View: "iso"}, {View: "sideways"}} {
		if _, err := NewPNG(io.Discard, tiling, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	// A sheet ends where its picture would be too large, long before memory does.
	v, err := NewPNG(io.Discard, tiling, Options{Scale: 20})
	if err != nil {
		t.Fatal(err)
	}
	s := firstSolutions(t, tiling.Model, 1)[0]
	n := 0
	for err == nil && n < 100 {
		err = v.Add(s)
		n++
	}
	if err == nil || !strings.Contains(err.Error(), "use fewer solutions") {
		t.Errorf("%d solutions: %v", n, err)
	}
}

// keep keeps nothing but the number of bytes.
type keep struct{ n int64 }

func (k *keep) Write(p []byte) (int, error) {
	k.n += int64(len(p))
	return len(p), nil
}
func (k *keep) WriteTo(io.Writer) (int64, error) { return k.n, nil }

// Each placement is drawn once, so a sheet of many solutions takes little more
// than a reference for each piece.
func TestSheetsAreSmall(t *testing.T) {
	tiling := compiled(t, &samples[0].puzzle)
	s := firstSolutions(t, tiling.Model, 1)[0]
	spool := &keep{}
	v, err := NewSVG(io.Discard, spool, tiling, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const n = 2000
	for range n {
		if err := v.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Close(true); err != nil {
		t.Fatal(err)
	}
	if most := int64(n) * int64(600+25*len(s)); spool.n > most {
		t.Errorf("%d bytes, want at most %d", spool.n, most)
	}
}
