package render

import (
	"html/template"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// A Panel is a board that shows numbers, such as how many solutions there are for each
// place: pieces that lie on it, cells whose colour says how high the number of each is, and
// a line below.
type Panel = picture.Panel

// Heat is the number of a cell of a Panel.
type Heat = picture.Heat

// Panels writes a sheet of panels as SVG. The errors are ErrNoGeometry and options without
// sense.
func Panels(w io.Writer, t *puzzle.Tiling, title string, panels []Panel, o Options) error {
	return picture.WritePanels(w, t, title, panels,
		picture.Options{Theme: o.Theme, Columns: o.Columns})
}

// LoosePanels returns panels as a part of a page of HTML, for its body, and the CSS for them: they
// wrap as the page is wide, and what is written beside boards has the colour of its text.
func LoosePanels(t *puzzle.Tiling, panels []Panel) (style string, body template.HTML, err error) {
	var b strings.Builder
	err = picture.WriteLoosePanels(&b, t, panels)
	return looseStyle, template.HTML(b.String()), err
}

const looseStyle = `.panels { display: grid; gap: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--wide)), 1fr)); }
svg[width="0"] { position: absolute; }
`
