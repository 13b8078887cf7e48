package palette

import (
	"math"
	"testing"

	"github.com/exactile/exactile/encode/puzzle"
)

// sights are how eyes see linear RGB: plain sight, protanopia, deuteranopia and
// tritanopia, by Machado, Oliveira and Fernandes at severity 1.
var sights = map[string][3][3]float64{
	"plain":        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// oklab is Ottosson's perceptual colour space (2020), of linear RGB.
func oklab(v [3]float64) (lab [3]float64) {
	lms := [3]float64{
		0.4122214708*v[0] + 0.5363325363*v[1] + 0.0514459929*v[2],
		0.2119034982*v[0] + 0.6806995451*v[1] + 0.1073969566*v[2],
		0.0883024619*v[0] + 0.2817188376*v[1] + 0.6299787005*v[2],
	}
	for k := range lms {
		lms[k] = math.Cbrt(lms[k])
	}
	for r, row := range [3][3]float64{
		{0.2104542553, 0.7936177850, -0.0040720468},
		{1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660},
	} {
		for k := range row {
			lab[r] += row[k] * lms[k]
		}
	}
	return lab
}

func seen(c Colour, eye [3][3]float64) [3]float64 {
	v := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var w [3]float64
	for r, row := range eye {
		for k := range row {
			w[r] += row[k] * v[k]
		}
		w[r] = min(1, max(0, w[r]))
	}
	return oklab(w)
}

// What the package promises of the colours is measured here.
func TestColoursStayApart(t *testing.T) {
	all := colours()
	for name, eye := range sights {
		for a := range all {
			for b := range a {
				p, q := seen(all[a], eye), seen(all[b], eye)
				d := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
				want := 0.05
				if a < firsts {
					want = 0.09
				}
				if d < want {
					t.Errorf("%s: %s and %s are %.3f apart, want %.2f", name, all[a].CSS(), all[b].CSS(), d, want)
				}
			}
		}
	}
}

func TestInkIsReadable(t *testing.T) {
	for _, c := range colours() {
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
	// A name has its colour in any company that does not want the same.
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
