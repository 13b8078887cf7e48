package picture

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
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
		{name: "light", Ground: palette.White, Line: palette.RGB(0x1b, 0x1d, 0x21),
			Empty: palette.RGB(0xe6, 0xe8, 0xec),
			Ink:   palette.RGB(0x5b, 0x61, 0x6b)},
		{name: "dark", Ground: palette.RGB(0x14, 0x16, 0x1a), Line: palette.RGB(0xd5, 0xd9, 0xdf),
			Empty: palette.RGB(0x38, 0x3d, 0x46),
			Ink:   palette.RGB(0xa2, 0xa9, 0xb4)},
		{name: "print", Ground: palette.White, Line: palette.Black,
			Empty: palette.RGB(0xc8, 0xc8, 0xc8),
			Ink:   palette.Black, plain: true},
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
