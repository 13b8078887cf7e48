package gallery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/picture"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// dominoes returns a board of so many columns and two rows, with the domino that
// may be turned, and all of its solutions.
func dominoes(t *testing.T, name string, columns int) (tiling *puzzle.Tiling, all []cover.Solution) {
	t.Helper()
	domino := puzzle.NewPiece(name, "XX").Times(puzzle.Exactly(columns))
	tiling, err := (&puzzle.Puzzle{
		Name: name, Board: puzzle.Rect(columns, 2), Pieces: []puzzle.Piece{domino},
	}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	for s, err := range (native.Plain{}).Solutions(t.Context(), tiling.Model) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return tiling, all
}

func written(t *testing.T, tiling *puzzle.Tiling, solutions []cover.Solution, limit int, more bool) string {
	t.Helper()
	var out bytes.Buffer
	g := Gallery{Limit: limit}
	if err := g.Begin(&out, tiling); err != nil {
		t.Fatal(err)
	}
	for _, s := range solutions {
		if err := g.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(more); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Only the body and the data of the page: frame, style and scripts are files already.
func TestGolden(t *testing.T) {
	tiling, all := dominoes(t, "brick", 3)
	_, body, _ := strings.Cut(written(t, tiling, all, 0, false), "<body>")
	body, _, _ = strings.Cut(body, "<script>")
	testkit.Golden(t, filepath.Join("testdata", "bricks.html"), []byte(body))
}

// dataOf reads the page's data back.
func dataOf(t *testing.T, text string) galleryData {
	t.Helper()
	m := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindStringSubmatch(text)
	if m == nil {
		t.Fatal("the page holds no data")
	}
	var d galleryData
	if err := json.Unmarshal([]byte(m[1]), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// The numbers of the page are the solutions: each covers every site once.
func TestDataAreTheSolutions(t *testing.T) {
	tiling, all := dominoes(t, "brick", 8)
	d := dataOf(t, written(t, tiling, all, 0, false))
	if len(d.Solutions) != len(all) || len(all) != 34 {
		t.Fatalf("%d solutions of %d, want 34", len(d.Solutions), len(all))
	}
	if n := len(d.Shapes); n < 2 || n > 2*palette.Tints {
		t.Errorf("%d shapes, want the domino's two orientations, each in a tint or more", n)
	}
	for n, s := range d.Solutions {
		covered := map[float64]bool{}
		for _, o := range s {
			for _, site := range d.Options[o][3:] {
				if covered[site] {
					t.Errorf("solution %d covers site %v twice", n, site)
				}
				covered[site] = true
			}
		}
		if len(covered) != len(tiling.Puzzle.Board.Sites) {
			t.Errorf("solution %d covers %d sites", n, len(covered))
		}
	}
}

// A page says how many solutions there are, how many it holds, and why. One of one solution an orbit
// says so, and how many solutions there are in all; if it holds only some of them, it says so at the
// search too.
func TestPageSaysOfWhatItsSolutionsAre(t *testing.T) {
	tiling, all := dominoes(t, "brick", 5)
	for _, test := range []struct {
		n, limit    int
		more        bool
		orbits      picture.Orbits
		lead, whole string
		says        []string
		not         string
	}{
		{n: 8, lead: "8 solutions, all there are.", not: "This page holds"},
		{n: 1, more: true, lead: "One solution; there may be more.", whole: "1 solution, of perhaps more"},
		{n: 1, lead: "The only solution."},
		{n: 0, lead: "There is no solution."},
		{n: 0, more: true, lead: "No solution was found before the search was stopped.", whole: "0 solutions, of perhaps more"},
		{n: 8, limit: 3, lead: "8 solutions, all there are. This page holds the first 3 of them, to stay small; exactile solve -n 8 makes a page of that many.", whole: "the first 3 of 8 solutions", says: []string{"This page holds the first 3 of 8 solutions: the filter knows no others."}},
		{n: 8, limit: 3, more: true, lead: "8 solutions; there may be more. This page", whole: "the first 3 of 8 solutions, and of perhaps more"},
		{n: 8, more: true, lead: "8 solutions; there may be more.", whole: "8 solutions, of perhaps more", says: []string{"This page holds 8 solutions, of perhaps more"}},
		{
			n: 8, orbits: picture.Orbits{Symmetries: 4, Solutions: 30}, lead: "8 solutions up to 4 symmetries (30 in all).", whole: "8 solutions up to 4 symmetries (30 in all)",
			says: []string{"Of the solutions that the 4 symmetries map to each other, the page holds one", ": 6 solutions up to 4 symmetries, of perhaps more</title>"}, not: "all there are",
		},
		{n: 8, more: true, orbits: picture.Orbits{Symmetries: 4}, lead: "8 solutions up to 4 symmetries; there may be more.", whole: "8 solutions up to 4 symmetries, of perhaps more"},
		{n: 8, limit: 3, orbits: picture.Orbits{Symmetries: 4, Solutions: 30}, lead: "8 solutions up to 4 symmetries (30 in all). This page holds the first 3 of them", whole: "the first 3 of 8 solutions up to 4 symmetries (30 in all)"},
		{n: 1, orbits: picture.Orbits{Symmetries: 4, Solutions: 2}, lead: "The only solution up to 4 symmetries (2 in all).", whole: "1 solution up to 4 symmetries (2 in all)", says: []string{": the only solution up to 4 symmetries (2 in all)</title>"}},
		{n: 1, orbits: picture.Orbits{Symmetries: 1, Solutions: 1}, lead: "The only solution."},
	} {
		var out bytes.Buffer
		g := Gallery{Limit: test.limit}
		if err := g.Begin(&out, tiling); err != nil {
			t.Fatal(err)
		}
		g.UpTo(test.orbits.Symmetries, test.orbits.Solutions)
		for _, s := range all[:test.n] {
			if err := g.Add(s); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Close(test.more); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, want := range append(test.says, `<p class="lead">`+test.lead) {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: not in\n%.3000s", test, text)
			}
		}
		if test.not != "" && strings.Contains(text, test.not) {
			t.Errorf("%+v: it says %q", test, test.not)
		}
		d := dataOf(t, text)
		if d.Whole != test.whole {
			t.Errorf("%+v: the filter chooses from %q", test, d.Whole)
		}
		held := test.n
		if test.limit > 0 {
			held = test.limit
		}
		if len(d.Solutions) != held {
			t.Errorf("%+v: %d solutions on the page, want %d", test, len(d.Solutions), held)
		}
	}
}

// A thousand solutions of a puzzle with many pieces stay under a megabyte.
func TestSize(t *testing.T) {
	tiling, all := dominoes(t, "brick", 18)
	if len(all) < 1000 {
		t.Fatalf("%d solutions", len(all))
	}
	if n := len(written(t, tiling, all, 1000, false)); n > 1<<20 {
		t.Errorf("%d bytes", n)
	}
}

// Names are only text, whatever is in them.
func TestHostileNames(t *testing.T) {
	tiling, all := dominoes(t, "</script><script>alert(1)</script><img src=x onerror=alert(1)>\x1b\x00", 2)
	text := written(t, tiling, all, 0, false)
	if n := strings.Count(text, "<script"); n != 3 {
		t.Errorf("%d script elements, want those of theme, data and gallery", n)
	}
	if strings.Contains(text, "<img") || strings.ContainsAny(text, "\x1b\x00") {
		t.Error("a name became more than text")
	}
}

func ExampleGallery() {
	p := &puzzle.Puzzle{Name: "a brick", Lattice: lattice.Square, Board: puzzle.Board{Size: lattice.Cell{1, 1, 1}, Sites: []puzzle.Site{{}}}}
	p.Pieces = []puzzle.Piece{{Name: "brick", Cells: []puzzle.Cell{{}}, Count: puzzle.Exactly(1)}}
	tiling, err := p.Compile()
	if err != nil {
		panic(err)
	}
	var file strings.Builder
	var g Gallery
	if err := errors.Join(g.Begin(&file, tiling), g.Add(cover.Solution{0}), g.Close(false)); err != nil {
		panic(err)
	}
	fmt.Println(strings.Contains(file.String(), "The only solution."))
	// Output: true
}
