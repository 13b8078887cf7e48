package picture

import (
	"bufio"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/typeface"
)

// A Panel is a board that shows numbers: pieces that lie on it, cells whose colour says how
// high the number of each is, and a line below.
type Panel struct {
	Title      string // for those who cannot see it
	Placements []int  // options
	Piece      int    // whose colour the highest number has
	Heat       map[lattice.Cell]Heat
	Caption    string
}

// Heat is the number of a cell.
type Heat struct {
	Part  float64 // of the highest: from 0 to 1
	Text  string  // in the cell
	Title string
}

const (
	panelCaption = 13.0 // the size of the line below
	heatText     = 12.0 // the size of a number in a cell, at most
)

// panels is a sheet of them in the making.
type panels struct {
	*Painter
	w     *bufio.Writer
	face  *typeface.Face
	texts map[string]int // what has an id
}

// WritePanels writes a sheet of panels as SVG. The errors are those of NewPainter.
func WritePanels(w io.Writer, t *puzzle.Tiling, title string, all []Panel, o Options) error {
	p, err := NewPainter(t, o)
	if err != nil {
		return err
	}
	face, err := typeface.New()
	if err != nil {
		return err
	}
	v := &panels{p, bufio.NewWriter(w), face, make(map[string]int)}
	boardWidth, boardHeight := p.Size()
	high := boardHeight + 2*panelCaption
	columns := min(max(1, len(all)), p.columns)
	rows := (max(1, len(all)) + columns - 1) / columns
	width := 2*margin + float64(columns)*(boardWidth+gap) - gap
	height := 2*margin + float64(rows)*(high+gap) - gap
	openSVG(v.w, width, height, "")
	fmt.Fprintf(v.w, "<title id=\"title\">%s</title>\n<defs>\n", escaped(title))
	p.defs(v.w)
	fmt.Fprintf(v.w, "</defs>\n")
	p.ground(v.w, width, height)
	for n := range all {
		x := margin + float64(n%columns)*(boardWidth+gap)
		y := margin + float64(n/columns)*(high+gap)
		fmt.Fprintf(v.w, "<g transform=\"translate(%s %s)\"><title>%s</title><use href=\"#board\"/>\n",
			outline.Number(x), outline.Number(y), escaped(all[n].Title))
		if err := v.panel(&all[n]); err != nil {
			return err
		}
		middle := outline.Point{X: boardWidth / 2, Y: boardHeight + panelCaption}
		if err := v.text(all[n].Caption, panelCaption, middle, p.theme.Ink); err != nil {
			return err
		}
		io.WriteString(v.w, "</g>\n")
	}
	io.WriteString(v.w, "</svg>\n")
	return v.w.Flush()
}

// panel draws the cells, and the pieces over them.
func (v *panels) panel(a *Panel) error {
	for n, site := range v.tiling.Puzzle.Board.Sites {
		f, heat := v.Site(n), a.Heat[site.At]
		fill := v.heat(a.Piece, heat.Part)
		title := heat.Title
		if title == "" {
			title = "empty"
		}
		fmt.Fprintf(v.w, "<g><title>%s</title><path fill=%q d=%q/>", escaped(title), fill.CSS(),
			f.Path.SVG())
		if heat.Text != "" {
			size := min(heatText, 3*v.plane.InRadius()/float64(len(heat.Text)))
			if err := v.text(heat.Text, size, v.plane.Centre(site.At), fill.Ink()); err != nil {
				return err
			}
		}
		io.WriteString(v.w, "</g>\n")
	}
	tints := v.Tints(a.Placements)
	for _, o := range a.Placements {
		f := v.Figure(o)
		f.Tint = tints[o]
		fill, ink := v.colours(f)
		fmt.Fprintf(v.w, "<g><title>%s</title><path fill=%q d=%q/>",
			escaped(v.tiling.Puzzle.Pieces[f.Piece].Name), fill.CSS(), f.Path.SVG())
		for _, at := range f.Labels {
			fmt.Fprintf(v.w, "<use href=\"#n%d\" x=%q y=%q fill=%q/>", f.Piece, outline.Number(at.X),
				outline.Number(at.Y), ink.CSS())
		}
		io.WriteString(v.w, "</g>\n")
	}
	return nil
}

// heat is a colour between that of an empty cell and that of a piece.
func (v *panels) heat(piece int, part float64) palette.Colour {
	high := v.theme.Line
	if !v.theme.plain {
		high = v.fills[piece]
	}
	return v.theme.Empty.Towards(high, part)
}

// text writes a line with its middle at a point. The same line is written once, and then
// referred to.
func (v *panels) text(line string, size float64, at outline.Point, ink palette.Colour) error {
	if line == "" {
		return nil
	}
	key := fmt.Sprintf("%s %.3f", line, size)
	id, known := v.texts[key]
	if !known {
		id = len(v.texts)
		v.texts[key] = id
		path, err := v.face.Text(line, size)
		if err != nil {
			return err
		}
		fmt.Fprintf(v.w, "<defs><path id=\"t%d\" d=%q/></defs>", id, path.SVG())
	}
	fmt.Fprintf(v.w, "<use href=\"#t%d\" x=%q y=%q fill=%q/>", id, outline.Number(at.X),
		outline.Number(at.Y), ink.CSS())
	return nil
}
