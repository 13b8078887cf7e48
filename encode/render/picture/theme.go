package picture

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/palette"
)

// A Theme is the colours of a picture.
type Theme struct {
	Name   string
	Ground palette.Colour // around the board
	Line   palette.Colour // between the pieces
	Empty  palette.Colour // cells without a piece
	Ink    palette.Colour // symbols on empty cells
	plain  bool           // pieces are white: for paper
}

// Themes lists the themes, the default first.
func Themes() []Theme {
	return []Theme{
		{Name: "light", Ground: palette.White, Line: rgb(0x1b1d21), Empty: rgb(0xe6e8ec), Ink: rgb(0x5b616b)},
		{Name: "dark", Ground: rgb(0x14161a), Line: rgb(0xd5d9df), Empty: rgb(0x383d46), Ink: rgb(0xa2a9b4)},
		{Name: "print", Ground: palette.White, Line: palette.Black, Empty: rgb(0xc8c8c8), Ink: palette.Black, plain: true},
	}
}

// ThemeByName returns the theme of that name; "" is the default.
func ThemeByName(name string) (Theme, error) {
	var names []string
	for _, t := range Themes() {
		if name == t.Name || name == "" {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Theme{}, fmt.Errorf("no theme is called %q: want one of %s", name, strings.Join(names, ", "))
}

// fills returns the colour of each piece.
func (t Theme) fills(pieces []puzzle.Piece) []palette.Colour {
	if !t.plain {
		return palette.Of(pieces)
	}
	white := make([]palette.Colour, len(pieces))
	for k := range white {
		white[k] = palette.White
	}
	return white
}

// rgb returns a colour that is none of xterm's.
func rgb(v uint32) palette.Colour {
	return palette.Colour{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}
}
