package terminal

import (
	"fmt"

	"github.com/exactile/exactile/encode/render/internal/palette"
)

// Escapes returns for each piece the escape sequence that makes a terminal write on the piece's
// colour; "\x1b[m" ends the colour. A colour depends on the piece's name and on the pieces before
// it.
func (d *Drawer) Escapes() []string {
	all := make([]string, len(d.colours))
	for k, colour := range d.colours {
		all[k] = escape(&colour)
	}
	return all
}

// escape returns the escape sequence for a background colour and its ink, or for the terminal's
// default colours if on is nil. It sets both colours, so that text can be read on dark and on light
// terminals. They are of the 256 colours that terminals share.
func escape(on *palette.Colour) string {
	if on == nil {
		return "\x1b[m"
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", on.Ink().Index, on.Index)
}
