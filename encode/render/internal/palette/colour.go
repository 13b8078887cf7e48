package palette

import (
	"fmt"
	"math"
)

// A Colour of a piece is one of xterm's 256, so terminals and pictures show the same.
type Colour struct {
	Index   uint8 // xterm's number; for tints and shades that of the nearest colour
	R, G, B uint8
}

// CSS spells the colour as "#rrggbb".
func (c Colour) CSS() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Ink is the colour for text on c: black or white, whichever differs more from c. Its contrast is
// at least 4.5, the bound of WCAG 2 for text.
func (c Colour) Ink() Colour {
	if luminance(c) > 0.18 { // at about 0.18 black and white have the same contrast
		return Black
	}
	return White
}

// Tints is how many tints a colour has.
const Tints = 5

// Tint returns a tint of the colour: 0 is the colour itself, the others are lighter and darker in
// turn.
func (c Colour) Tint(n int) Colour {
	return c.mixed([Tints]float64{0, 0.4, -0.3, 0.65, -0.5}[n])
}

// Shade returns the colour of a side of a body: 0, the top, is the colour itself, 1 the darkest, 2
// between them.
func (c Colour) Shade(side int) Colour { return c.mixed([3]float64{0, -0.34, -0.17}[side]) }

// mixed returns the colour with a part of white mixed in, or of black if part is negative.
func (c Colour) mixed(part float64) Colour {
	if part == 0 {
		return c
	}
	mix := func(v uint8) uint8 {
		if part > 0 {
			return uint8(math.Round(float64(v) + (255-float64(v))*part))
		}
		return uint8(math.Round(float64(v) * (1 + part)))
	}
	return RGB(mix(c.R), mix(c.G), mix(c.B))
}

// RGB returns the colour with these parts.
func RGB(r, g, b uint8) Colour {
	level := func(v uint8) uint8 { // of the six that the cube has
		switch {
		case v < 48:
			return 0
		case v < 115:
			return 1
		}
		return (v - 35) / 40
	}
	return Colour{16 + 36*level(r) + 6*level(g) + level(b), r, g, b}
}

// xterm returns colour n of the cube, 16 to 231.
func xterm(n uint8) Colour {
	level := func(k uint8) uint8 {
		if k == 0 {
			return 0
		}
		return 55 + 40*k
	}
	c := n - 16
	return Colour{n, level(c / 36), level(c / 6 % 6), level(c % 6)}
}

// OnTerminal returns the colour as a terminal with 256 colours shows it.
func (c Colour) OnTerminal() Colour { return xterm(c.Index) }

// Towards returns the colour mixed with a part, from 0 to 1, of another.
func (c Colour) Towards(d Colour, part float64) Colour {
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + (float64(b)-float64(a))*part))
	}
	return Colour{R: mix(c.R, d.R), G: mix(c.G, d.G), B: mix(c.B, d.B)}
}

// Black and White are the colours of text.
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
