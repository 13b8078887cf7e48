package render

import (
	"fmt"
	"html/template"
	"io"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// A Panel is a board that shows numbers: pieces on the board, cells whose colour shows the size of
// their number, and a line below.
type Panel struct {
	Title      string // for readers who cannot see the drawing
	Placements []int  // options
	Piece      int    // its colour stands for the highest number
	Heat       map[lattice.Cell]Heat
	Most       string // the highest number of the heat map, for its scale; "": there is none
	Caption    string
}

// Heat is the number of a cell of a [Panel].
type Heat = struct {
	Part  float64 // fraction of the highest number, from 0 to 1
	Text  string  // in the cell
	Title string
}

// pictured returns panels as pictures draw them.
func pictured(all []Panel) []picture.Panel {
	panels := make([]picture.Panel, len(all))
	for k, p := range all {
		panels[k] = picture.Panel(p)
	}
	return panels
}

// WritePanels writes a sheet of panels of t as "svg" or "png". A PNG has no room for the title. The
// errors are those of [New].
func WritePanels(
	w io.Writer, format string, t *puzzle.Tiling, title string, all []Panel, o Options,
) error {
	switch format {
	case "svg":
		return picture.WritePanels(w, t, title, pictured(all), o.picture())
	case "png":
		return picture.WritePanelsPNG(w, t, pictured(all), o.picture())
	}
	return fmt.Errorf("no format of panels is called %q: want svg or png", format)
}

// LoosePanels returns panels of t as a part of an HTML page, in which they wrap, and the CSS for
// them.
func LoosePanels(t *puzzle.Tiling, all []Panel) (style string, body template.HTML, err error) {
	return picture.LoosePanels(t, pictured(all))
}
