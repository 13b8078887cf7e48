package palette

import (
	"fmt"
	"math"
)

// A Colour is one of xterm's 256, so terminals and pictures show the same.
type Colour struct {
	Index   uint8 // xterm's number
	R, G, B uint8
}

// CSS spells the colour as "#rrggbb".
func (c Colour) CSS() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Ink is the colour of what is written on c: black or white, whichever is
// further from it. Its contrast is at least 4.5, the bound of WCAG 2 for text.
func (c Colour) Ink() Colour {
	if luminance(c) > 0.18 { // where black and white are equally far
		return Black
	}
	return White
}

// Shade returns the colour of a body's side: 0 as it is, 1 darker, 2 lighter than that.
func (c Colour) Shade(side int) Colour {
	part := [3]float64{1, 0.66, 0.83}[side]
	dim := func(v uint8) uint8 { return uint8(math.Round(float64(v) * part)) }
	return Colour{c.Index, dim(c.R), dim(c.G), dim(c.B)}
}

// Black and White are the inks.
var (
	Black = Colour{16, 0, 0, 0}
	White = Colour{231, 255, 255, 255}
)

// luminance is the relative luminance of WCAG 2, from 0 (black) to 1 (white).
func luminance(c Colour) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear undoes the gamma of sRGB.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
