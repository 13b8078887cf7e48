package picture

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/palette"
)

// A theme is the colours of a picture.
type theme struct {
	name   string
	Ground palette.Colour // around the board
	Line   palette.Colour // between the pieces
	Empty  palette.Colour // cells without a piece
	Ink    palette.Colour // symbols on empty cells
	plain  bool           // pieces are white: for paper
}

// themes are all themes, in the order of [ThemeNames].
func themes() []theme {
	return []theme{
		{name: "light", Ground: palette.White, Line: rgb(0x1b1d21), Empty: rgb(0xe6e8ec),
			Ink: rgb(0x5b616b)},
		{name: "dark", Ground: rgb(0x14161a), Line: rgb(0xd5d9df), Empty: rgb(0x383d46),
			Ink: rgb(0xa2a9b4)},
		{name: "print", Ground: palette.White, Line: palette.Black, Empty: rgb(0xc8c8c8),
			Ink: palette.Black, plain: true},
	}
}

// ThemeNames lists the names of the themes, the default first.
func ThemeNames() []string {
	var names []string
	for _, t := range themes() {
		names = append(names, t.name)
	}
	return names
}

// themeByName returns the theme of that name; "" is the default.
func themeByName(name string) (theme, error) {
	for _, t := range themes() {
		if name == t.name || name == "" {
			return t, nil
		}
	}
	return theme{}, fmt.Errorf("no theme is called %q: want one of %s", name,
		strings.Join(ThemeNames(), ", "))
}

// fills returns the colour of each piece.
func (t theme) fills(name string, pieces []puzzle.Piece) []palette.Colour {
	if !t.plain {
		return palette.In(name, pieces)
	}
	white := make([]palette.Colour, len(pieces))
	for k := range white {
		white[k] = palette.White
	}
	return white
}

// rgb returns a colour that is not one of xterm's.
func rgb(v uint32) palette.Colour {
	return palette.Colour{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}
}
