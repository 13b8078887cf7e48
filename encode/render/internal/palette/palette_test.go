package palette

import (
	"math"
	"testing"

	"github.com/exactile/exactile/encode/puzzle"
)

// The colours keep what the package comment promises.
func TestColoursStayApart(t *testing.T) {
	all := colours("safe")
	for a := range all {
		for b := range a {
			want := Alike
			if a < firsts {
				want = 0.09
			}
			if d := LookOf(all[a]).Distance(LookOf(all[b])); d < want {
				t.Errorf("%s and %s are %.3f apart, want %.2f", all[a].CSS(), all[b].CSS(), d, want)
			}
		}
	}
}

// The ring is of two lightnesses and much the same chroma, and its first dozen is told apart at a glance.
func TestRing(t *testing.T) {
	t.Parallel()
	all := colours("")
	for n, c := range all {
		plain := LookOf(c)[0]
		light := 0.71
		if n%2 == 1 {
			light = 0.59
		}
		if chroma := math.Hypot(plain[1], plain[2]); math.Abs(plain[0]-light) > 0.045 || chroma < 0.07 || chroma > 0.16 {
			t.Errorf("%s has the lightness %.3f and the chroma %.3f", c.CSS(), plain[0], chroma)
		}
		for m := range n {
			other := LookOf(all[m])[0]
			least := 0.04
			if n < firsts {
				least = 0.09
			}
			if d := math.Hypot(math.Hypot(plain[0]-other[0], plain[1]-other[1]), plain[2]-other[2]); d < least {
				t.Errorf("%s and %s are %.3f apart", c.CSS(), all[m].CSS(), d)
			}
		}
	}
}

// Known values: OKLab has a lightness of 1 for white and 0 for black, to all eyes; red and
// green that differ for plain sight are alike without the cones of one of them.
func TestDistance(t *testing.T) {
	if d := LookOf(White).Distance(LookOf(Black)); math.Abs(d-1) > 1e-3 {
		t.Errorf("white and black are %.4f apart, want 1", d)
	}
	red, green := LookOf(RGB(0xd0, 0x5f, 0x30)), LookOf(RGB(0x8f, 0x86, 0x2c))
	plain := math.Hypot(red[0][1]-green[0][1], red[0][2]-green[0][2])
	if d := red.Distance(green); d > plain/2 {
		t.Errorf("red and green are %.3f apart to those who see them worst, %.3f plainly", d, plain)
	}
}

func TestInkIsReadable(t *testing.T) {
	for _, c := range append(colours("ring"), colours("safe")...) {
		light, dark := luminance(c), luminance(c.Ink())
		if light < dark {
			light, dark = dark, light
		}
		if ratio := (light + 0.05) / (dark + 0.05); ratio < 4.5 {
			t.Errorf("contrast of %s and its ink is %.2f", c.CSS(), ratio)
		}
	}
}

func named(names ...string) []puzzle.Piece {
	var all []puzzle.Piece
	for _, name := range names {
		all = append(all, puzzle.Piece{Name: name})
	}
	return all
}

func TestOf(t *testing.T) {
	// A name has its colour beside any pieces that do not have the same colour.
	alone := Of(named("zig"))[0]
	if got := Of(named("bar", "zig"))[1]; got != alone && Of(named("bar"))[0] != alone {
		t.Errorf("zig is %s alone and %s after bar", alone.CSS(), got.CSS())
	}
	// No two of 24 pieces look alike, and the first dozen has the better colours.
	var names []string
	for c := 'a'; c < 'a'+24; c++ {
		names = append(names, string(c))
	}
	used := map[Colour]bool{}
	for k, c := range Of(named(names...)) {
		if used[c] {
			t.Errorf("piece %d: %s is taken", k, c.CSS())
		}
		used[c] = true
	}
	if len(Of(make([]puzzle.Piece, 1000))) != 1000 {
		t.Error("not a colour for each of a thousand pieces")
	}
}

// A piece has the colour that its puzzle gives it, and no other piece one like it.
func TestAskedColours(t *testing.T) {
	t.Parallel()
	alone := Of(named("zig"))[0]
	pieces := named("zig", "zag", "bar")
	pieces[1].Colour = alone.CSS()
	given := Of(pieces)
	if given[1].CSS() != alone.CSS() {
		t.Errorf("a piece that asks for %s is %s", alone.CSS(), given[1].CSS())
	}
	for _, k := range []int{0, 2} {
		if d := LookOf(given[k]).Distance(LookOf(given[1])); d < Alike {
			t.Errorf("%s is %.3f from the colour asked for", pieces[k].Name, d)
		}
	}
	all := make([]puzzle.Piece, 0, 60)
	for _, c := range colours("") {
		all = append(all, puzzle.Piece{Name: c.CSS(), Colour: c.CSS()})
	}
	for _, c := range Of(append(all, named("a", "b", "c")...))[len(all):] {
		if c.CSS() == (Colour{}).CSS() {
			t.Error("a piece without a colour where all are taken")
		}
	}
}
