package picture

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/drawing/outline"
	"github.com/exactile/exactile/internal/drawing/palette"
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

// Heat is the number of a cell.
type Heat struct {
	Part  float64 // fraction of the highest number, from 0 to 1
	Text  string  // in the cell
	Title string
}

const (
	panelCaption = 13.0 // the size of the line below
	heatText     = 12.0 // the size of a number in a cell, at most
)

// panels is a sheet of panels that is being made.
type panels struct {
	*Painter
	w     *bufio.Writer
	texts map[string]int // the texts that have an id
	ink   string         // CSS, of what is written beside boards
	below float64        // the room below boards
}

// newPanels prepares what panels have in common; ink is CSS for the text beside boards.
func newPanels(w io.Writer, t *puzzle.Tiling, o Options, all []Panel, ink string) (*panels, error) {
	p, err := NewPainter(t, o)
	if err != nil {
		return nil, err
	}
	if ink == "" {
		ink = p.theme.Ink.CSS()
	}
	v := &panels{p, bufio.NewWriter(w), make(map[string]int), ink, 2 * panelCaption}
	if slices.ContainsFunc(all, func(a Panel) bool { return a.Most != "" }) {
		v.below = 4 * panelCaption
	}
	return v, nil
}

// size is the extent of a panel.
func (v *panels) size() (width, height float64) {
	width, height = v.Size()
	return width, height + v.below
}

// extent is the size of a sheet of n panels, and place the corner of one of them.
func (v *panels) extent(n int) (width, height float64) {
	wide, high := v.size()
	columns := min(max(1, n), v.columns)
	rows := (max(1, n) + columns - 1) / columns
	return 2*margin + float64(columns)*(wide+gap) - gap, 2*margin + float64(rows)*(high+gap) - gap
}

func (v *panels) place(k, n int) outline.Point {
	wide, high := v.size()
	columns := min(max(1, n), v.columns)
	return outline.Point{X: margin + float64(k%columns)*(wide+gap), Y: margin + float64(k/columns)*(high+gap)}
}

// paints is what a panel is made of, without words for readers who cannot see it.
func (v *panels) paints(a *Panel) []paint {
	width, height := v.Size()
	all := []paint{{v.Board, v.theme.Line}}
	words := func(line string, size float64, at outline.Point, ink palette.Colour) {
		all = append(all, paint{v.face.Text(line, size).Moved(at), ink})
	}
	for n, site := range v.tiling.Puzzle.Board.Sites {
		heat := a.Heat[site.At]
		fill := v.heat(a.Piece, heat.Part)
		all = append(all, paint{v.Site(n).Path, fill})
		words(heat.Text, v.heatSize(heat.Text), v.Plane.Centre(site.At), fill.Ink())
	}
	tints := v.Tints(a.Placements)
	for _, o := range a.Placements {
		f := v.Figure(o, tints[o])
		fill, ink := v.colours(f)
		all = append(all, paint{f.Path, fill})
		if v.Shown(o) != "" {
			all = append(all, paint{f.Marks, ink})
		}
		for _, at := range f.Labels {
			all = append(all, paint{v.Labels[f.Piece].Moved(at), ink})
		}
	}
	words(a.Caption, panelCaption, outline.Point{X: width / 2, Y: height + panelCaption}, v.theme.Ink)
	if a.Most != "" {
		y := height + 2*panelCaption
		all = append(all, v.shades(a, width, y)...)
		low, high := scaleEnds(a, width, y)
		words("0", heatText, low, v.theme.Ink)
		words(a.Most, heatText, high, v.theme.Ink)
	}
	return all
}

// heatSize is the size of a number in a cell.
func (v *panels) heatSize(text string) float64 {
	return min(heatText, 3*v.Plane.InRadius()/float64(max(1, len(text))))
}

// WritePanels writes a sheet of panels as SVG. The errors are those of NewPainter.
func WritePanels(w io.Writer, t *puzzle.Tiling, title string, all []Panel, o Options) error {
	v, err := newPanels(w, t, o, all, "")
	if err != nil {
		return err
	}
	width, height := v.extent(len(all))
	openSVG(v.w, width, height, "")
	fmt.Fprintf(v.w, "<title id=\"title\">%s</title>\n<defs>\n", escaped(title))
	v.defs(v.w, v.ink)
	fmt.Fprintf(v.w, "</defs>\n")
	v.ground(v.w, width, height)
	for n := range all {
		at := v.place(n, len(all))
		fmt.Fprintf(v.w, "<g transform=\"translate(%s %s)\">", outline.Number(at.X), outline.Number(at.Y))
		v.whole(&all[n])
		io.WriteString(v.w, "</g>\n")
	}
	io.WriteString(v.w, "</svg>\n")
	return v.w.Flush()
}

// LoosePanels returns panels as a part of an HTML page, and the CSS for them. Each is an SVG of its
// own in an element of the class panels; they wrap at the page's width. Text beside boards has the
// page's text colour, and there is no ground.
func LoosePanels(t *puzzle.Tiling, all []Panel) (style string, body template.HTML, err error) {
	var b strings.Builder
	v, err := newPanels(&b, t, Options{}, all, "currentColor")
	if err != nil {
		return "", "", err
	}
	wide, high := v.size()
	io.WriteString(v.w, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n")
	v.defs(v.w, v.ink)
	fmt.Fprintf(v.w, "</defs></svg>\n<div class=\"panels\" style=\"--wide:%spx\">\n", outline.Number(wide))
	for n := range all {
		fmt.Fprintf(v.w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" "+
			"aria-labelledby=\"panel-%[3]d\"><g id=\"panel-%[3]d\">",
			outline.Number(wide), outline.Number(high), n)
		v.whole(&all[n])
		io.WriteString(v.w, "</g></svg>\n")
	}
	io.WriteString(v.w, "</div>\n")
	err = v.w.Flush()
	return looseStyle, template.HTML(b.String()), err
}

const looseStyle = `.panels { display: grid; gap: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--wide)), 1fr)); }
svg[width="0"] { position: absolute; }
`

// whole draws a panel with its title and the line below.
func (v *panels) whole(a *Panel) {
	fmt.Fprintf(v.w, "<title>%s</title><use href=\"#board\"/>\n", escaped(a.Title))
	v.panel(a)
	width, height := v.Size()
	middle := outline.Point{X: width / 2, Y: height + panelCaption}
	v.text(a.Caption, panelCaption, middle, v.ink)
	v.scale(a, width, height+2*panelCaption)
}

// scale draws the shades of a heat map from none to the highest number.
func (v *panels) scale(a *Panel, width, y float64) {
	if a.Most == "" {
		return
	}
	for _, shade := range v.shades(a, width, y) {
		fmt.Fprintf(v.w, "<path fill=%q d=%q/>", shade.colour.CSS(), shade.path.SVG())
	}
	low, high := scaleEnds(a, width, y)
	v.text("0", heatText, low, v.ink)
	v.text(a.Most, heatText, high, v.ink)
}

// shades are the steps of a scale, and scaleEnds the places of the numbers at its ends.
func (v *panels) shades(a *Panel, width, y float64) (all []paint) {
	const steps = 12
	wide := width / 2 / steps
	for n := range steps {
		x := width/4 + float64(n)*wide
		box := []outline.Point{{X: x, Y: y}, {X: x + wide, Y: y}, {X: x + wide, Y: y + panelCaption}, {X: x, Y: y + panelCaption}}
		all = append(all, paint{outline.Closed([][]outline.Point{box}), v.heat(a.Piece, float64(n)/(steps-1))})
	}
	return all
}

func scaleEnds(a *Panel, width, y float64) (low, high outline.Point) {
	return outline.Point{X: width/4 - heatText, Y: y + panelCaption/2},
		outline.Point{X: 3*width/4 + heatText*float64(1+len(a.Most))/2.5, Y: y + panelCaption/2}
}

// panel draws the cells, and the pieces over them.
func (v *panels) panel(a *Panel) {
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
			v.text(heat.Text, v.heatSize(heat.Text), v.Plane.Centre(site.At), fill.Ink().CSS())
		}
		io.WriteString(v.w, "</g>\n")
	}
	tints := v.Tints(a.Placements)
	for _, o := range a.Placements {
		f := v.Figure(o, tints[o])
		if v.Shown(o) == "" {
			f.Marks = nil
		}
		v.figure(v.w, "<g>", f)
	}
}

// heat returns a colour between that of an empty cell and that of a piece.
func (v *panels) heat(piece int, part float64) palette.Colour {
	high := v.theme.Line
	if !v.theme.plain {
		high = v.fills[piece]
	}
	return v.theme.Empty.Towards(high, part)
}

// text writes a line with its middle at a point. A repeated line is written once and then referred
// to.
func (v *panels) text(line string, size float64, at outline.Point, ink string) {
	if line == "" {
		return
	}
	key := fmt.Sprintf("%s %.3f", line, size)
	id, known := v.texts[key]
	if !known {
		id = len(v.texts)
		v.texts[key] = id
		fmt.Fprintf(v.w, "<defs><path id=\"t%d\" d=%q/></defs>", id, v.face.Text(line, size).SVG())
	}
	fmt.Fprintf(v.w, "<use href=\"#t%d\" x=%q y=%q fill=%q/>", id, outline.Number(at.X),
		outline.Number(at.Y), ink)
}
