package render

import (
	"fmt"
	"html/template"
	"io"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// A Panel is a board that shows numbers: pieces on the board, cells whose colour shows the size of
// their number, and a line below.
type Panel = picture.Panel

// Heat is the number of a cell of a [Panel].
type Heat = picture.Heat

// WritePanels writes a sheet of panels of t as "svg" or "png". A PNG has no room for the title. The
// errors are those of [New].
func WritePanels(w io.Writer, format string, t *puzzle.Tiling, title string, all []Panel, o Options) error {
	switch format {
	case "svg":
		return picture.WritePanels(w, t, title, all, o.picture())
	case "png":
		return picture.WritePanelsPNG(w, t, all, o.picture())
	}
	return fmt.Errorf("no format of panels is called %q: want svg or png", format)
}

// LoosePanels returns panels of t as a part of an HTML page, in which they wrap, and the CSS for
// them.
func LoosePanels(t *puzzle.Tiling, all []Panel) (style string, body template.HTML, err error) {
	return picture.LoosePanels(t, all)
}
