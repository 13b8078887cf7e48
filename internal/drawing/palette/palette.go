// Package palette gives pieces colours that can be told apart, also by colour-blind eyes (red and
// green, or blue and yellow). No drawing relies on colours alone: lines and letters show the same.
package palette

import (
	"hash/fnv"

	"github.com/exactile/exactile/encode/puzzle"
)

// firsts is the number of colours that are used before the others: the first dozen differ more from
// each other than all do.
const firsts = 12

// colours are of xterm's 6x6x6 cube. They were chosen greedily and by exchange to maximise the
// least distance of two of them in OKLab, over plain sight and Machado, Oliveira and Fernandes'
// model of the three kinds of colour blindness (A Physiologically-based Model for Simulation of
// Color Vision Deficiency, IEEE TVCG 2009); first among twelve, then among all. Glaring colours
// (OKLab chroma above 0.19) were left out.
func colours() []Colour {
	var all []Colour
	for _, n := range []uint8{
		85, 54, 130, 177, 29, 153, 88, 98, 208, 109, 220, 23,
		42, 168, 133, 60, 214, 38, 25, 218, 68, 139, 174, 136,
	} {
		all = append(all, xterm(n))
	}
	return all
}

// Of returns a colour for each piece: the colour that the puzzle gives it; else the colour that its
// name selects, whatever other pieces there are, unless an earlier piece has that colour or the
// puzzle gives one like it to another piece; then the next free colour. If there are more pieces
// than colours, colours repeat.
func Of(pieces []puzzle.Piece) []Colour {
	all := colours()
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
