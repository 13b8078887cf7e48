package terminal

import (
	"fmt"

	"github.com/exactile/exactile/encode/render/palette"
)

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
