package terminal

import (
	"fmt"

	"github.com/exactile/exactile/encode/render/internal/palette"
)

// escape returns the escape sequence for a background colour and its ink, or for the terminal's
// default colours if on is nil. It sets both colours, so that text can be read on dark and on light
// terminals. They are of the 256 colours that terminals share.
func escape(on *palette.Colour) string {
	if on == nil {
		return "\x1b[m"
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", on.Ink().Index, on.Index)
}
