package render

import (
	"fmt"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// Escapes returns for each piece the escape sequence after which a terminal writes
// on the piece's colour; "\x1b[m" ends it. A colour depends on the piece's name and
// on the pieces before it.
func Escapes(pieces []puzzle.Piece) []string {
	all := make([]string, len(pieces))
	for k, colour := range palette.Of(pieces) {
		all[k] = escape(&colour)
	}
	return all
}

// escape returns the sequence after which characters stand on a colour, in its
// ink; on the terminal's own colours for nil. Both colours are set, so text can
// be read on dark and on light terminals alike; they are of the 256 that
// terminals agree on.
func escape(on *palette.Colour) string {
	if on == nil {
		return "\x1b[m"
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", on.Ink().Index, on.Index)
}
