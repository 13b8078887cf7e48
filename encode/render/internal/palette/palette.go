// Package palette gives pieces colours: by default of one ring of hues in two lightnesses, which go
// well together; or such that colour-blind eyes (red and green, or blue and yellow) tell them apart
// as well as can be. No drawing relies on colours alone: lines and letters show the same.
package palette

import (
	"hash/fnv"

	"github.com/exactile/exactile/encode/puzzle"
)

// firsts is the number of colours that are used before the others: the first dozen differ more from
// each other than all do.
const firsts = 12

// Names lists the palettes, the default first.
func Names() []string { return []string{"ring", "safe"} }

// colours are of xterm's 6x6x6 cube. Those of the ring are next to twelve hues of OKLab at the
// lightness of 0.70 and a chroma of 0.12, and to twelve between them at 0.58; light and dark ones
// take turns. The safe ones were chosen greedily and by exchange to maximise the least distance of
// two of them in OKLab, over full colour vision and Machado, Oliveira and Fernandes' model of the
// three kinds of colour blindness (A Physiologically-based Model for Simulation of Color Vision
// Deficiency, IEEE TVCG 2009); first among twelve, then among all. Glaring colours (OKLab chroma
// above 0.19) were left out.
func colours(name string) []Colour {
	numbers := []uint8{
		174, 130, 172, 64, 107, 30, 37, 32, 75, 97, 176, 132,
		173, 131, 143, 100, 72, 65, 38, 31, 140, 68, 175, 133,
	}
	if name == "safe" {
		numbers = []uint8{
			85, 54, 130, 177, 29, 153, 88, 98, 208, 109, 220, 23,
			42, 168, 133, 60, 214, 38, 25, 218, 68, 139, 174, 136,
		}
	}
	var all []Colour
	for _, n := range numbers {
		all = append(all, xterm(n))
	}
	return all
}

// Of is In for the default palette.
func Of(pieces []puzzle.Piece) []Colour { return In("", pieces) }

// In returns a colour of the named palette for each piece, "" being the default: the colour that
// the puzzle gives it; else the colour that its name selects, whatever other pieces there are,
// unless an earlier piece has that colour or the puzzle gives one like it to another piece; then
// the next free colour. If there are more pieces than colours, colours repeat.
func In(name string, pieces []puzzle.Piece) []Colour {
	all := colours(name)
	taken := make([]bool, len(all))
	given := make([]Colour, len(pieces))
	asked := make([]bool, len(pieces))
	for k, piece := range pieces {
		r, g, b, ok := piece.RGB()
		if asked[k] = ok; !ok {
			continue
		}
		given[k] = RGB(r, g, b)
		look := LookOf(given[k])
		for n := range all {
			taken[n] = taken[n] || look.Distance(LookOf(all[n])) < Alike
		}
	}
	for k, piece := range pieces {
		if asked[k] {
			continue
		}
		h := fnv.New32a()
		h.Write([]byte(piece.Name))
		n := next(taken[:firsts], int(h.Sum32()%firsts))
		if n < 0 {
			if n = next(taken[firsts:], int(h.Sum32()%firsts)); n >= 0 {
				n += firsts
			}
		}
		if n < 0 {
			n = int(h.Sum32() % uint32(len(all)))
		}
		taken[n] = true
		given[k] = all[n]
	}
	return given
}

// next returns the first place that is not taken, searching from wish on and then from the start;
// -1 if there is none.
func next(taken []bool, wish int) int {
	for k := range taken {
		if n := (wish + k) % len(taken); !taken[n] {
			return n
		}
	}
	return -1
}
