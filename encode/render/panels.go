package render

import (
	"html/template"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/picture"
)

// A Panel is a board that shows numbers, such as the number of solutions for each placement: pieces
// on the board, cells whose colour shows the size of their number, and a line below.
type Panel = picture.Panel

// Heat is the number of a cell of a Panel.
type Heat = picture.Heat

// Panels writes a sheet of panels as SVG. The errors are ErrNoGeometry and invalid options.
func Panels(w io.Writer, t *puzzle.Tiling, title string, panels []Panel, o Options) error {
	return picture.WritePanels(w, t, title, panels,
		picture.Options{Theme: o.Theme, Columns: o.Columns})
}

// LoosePanels returns panels as a part of an HTML page, and the CSS for them: they wrap at the
// page's width, and the text beside boards has the page's text colour.
func LoosePanels(t *puzzle.Tiling, panels []Panel) (style string, body template.HTML, err error) {
	var b strings.Builder
	err = picture.WriteLoosePanels(&b, t, panels)
	return looseStyle, template.HTML(b.String()), err
}

const looseStyle = `.panels { display: grid; gap: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--wide)), 1fr)); }
svg[width="0"] { position: absolute; }
`
