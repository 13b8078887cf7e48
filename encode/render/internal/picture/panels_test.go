package picture

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// TestPanels draws two boards: a heat map, and a piece with a number below, of a puzzle whose
// names would be markup.
func TestPanels(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, &puzzle.Puzzle{
		Name: "a <b> & c", Board: board("??", "??"), Pieces: []puzzle.Piece{shape("<i>", "XX")},
	})
	panels := []Panel{
		{Title: "<map>", Heat: map[lattice.Cell]Heat{
			{0, 0}: {Part: 1, Text: "12", Title: "12 & more"}, {1, 1}: {Part: 0.5, Text: "6", Title: "6"},
		}},
		{Title: "one", Placements: []int{0}, Caption: "2.4e30"},
	}
	var out bytes.Buffer
	if err := WritePanels(&out, tiling, "a <b> & c: numbers", panels, Options{}); err != nil {
		t.Fatal(err)
	}
	text := wellFormed(t, out.Bytes())
	for _, want := range []string{"a <b> & c: numbers", "<map>", "12 & more", "empty", "one", "<i>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
	svg := out.String()
	fills, empty := themes()[0].fills("", tiling.Puzzle.Pieces), themes()[0].Empty
	for _, fill := range []string{fills[0].CSS(), empty.Towards(fills[0], 0.5).CSS(), empty.CSS()} {
		if strings.Count(svg, `fill="`+fill+`"`) == 0 {
			t.Errorf("nothing has the colour %s", fill)
		}
	}
	if n := strings.Count(svg, `href="#board"`); n != 2 {
		t.Errorf("%d boards", n)
	}
	// As pixels they are the same: cells, a piece, and the ends of the scale.
	panels[0].Most = "12"
	var pixels bytes.Buffer
	if err := WritePanelsPNG(&pixels, tiling, panels, Options{Scale: 2}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&pixels)
	if err != nil {
		t.Fatal(err)
	}
	high := 2 * int(2*margin+72+4*panelCaption)
	if size := img.Bounds().Size(); size.X != 2*(2*margin+2*72+gap) || size.Y != high {
		t.Errorf("the picture is %v", size)
	}
	scale := 72 + 2*panelCaption + panelCaption/2
	for at, want := range map[[2]float64]palette.Colour{
		{8, 8}: fills[0], {44, 44}: empty.Towards(fills[0], 0.5), {44, 8}: empty, {72 + gap + 8, 8}: fills[0],
		{19, scale}: empty, {53, scale}: fills[0], {-6, -6}: themes()[0].Ground,
	} {
		r, g, b, _ := img.At(int(2*(margin+at[0])), int(2*(margin+at[1]))).RGBA()
		if got := palette.RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8)); got.CSS() != want.CSS() {
			t.Errorf("at %v it is %s, want %s", at, got.CSS(), want.CSS())
		}
	}
	if err := WritePanelsPNG(&pixels, tiling, make([]Panel, 10000), Options{Scale: 2}); err == nil {
		t.Error("ten thousand boards are drawn as pixels")
	}
	if err := WritePanels(&out, tiling, "", nil, Options{Columns: -1}); err == nil {
		t.Error("a row of -1 boards is drawn")
	}
}

// Loose panels are pictures of their own, so that a page can wrap them, with their own titles;
// what is written beside boards follows the page's theme.
func TestLoosePanels(t *testing.T) {
	t.Parallel()
	tiling := compiled(t, &puzzle.Puzzle{
		Name: "a", Board: board("??", "??"), Pieces: []puzzle.Piece{shape("<i>", "XX")},
	})
	panels := []Panel{{Title: "<map>", Caption: "7"}, {Title: "one", Placements: []int{0}}}
	_, out, err := LoosePanels(tiling, panels)
	if err != nil {
		t.Fatal(err)
	}
	text := wellFormed(t, []byte("<div>"+out+"</div>"))
	for _, want := range []string{"<map>", "one", "<i>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the panels do not say %q", want)
		}
	}
	for part, want := range map[string]int{
		` viewBox="0 0 `: 2, `aria-labelledby="panel-1"`: 1, ` id="panel-1"`: 1, ` id="board"`: 1,
		`fill="currentColor"/>`: 1,
	} {
		if n := strings.Count(string(out), part); n != want {
			t.Errorf("%s stands %d times, want %d", part, n, want)
		}
	}
}
