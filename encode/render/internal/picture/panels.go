package picture

import (
	"bufio"
	"cmp"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A Panel is one of package render, which says what its fields are.
type Panel struct {
	Title      string
	Placements []int
	Piece      int
	Heat       map[lattice.Cell]Heat
	Most       string
	Caption    string
}

// Heat is the number of a cell.
type Heat = struct {
	Part  float64
	Text  string
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
	texts map[string]string // their ids
	ink   string            // CSS, of what is written below boards
	below float64           // the room below boards
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
	v := &panels{p, bufio.NewWriter(w), make(map[string]string), ink, 2 * panelCaption}
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
	width, height = v.rows(n, wide, high)
	return 2*margin + width, 2*margin + height
}

func (v *panels) place(n int) outline.Point {
	wide, high := v.size()
	at := v.inRows(n, wide, high)
	return outline.Point{X: margin + at.X, Y: margin + at.Y}
}

// A group is a part of a panel with a title of its own, or "".
type group struct {
	title  string
	paints []paint
	below  bool // what is written below the board
}

// groups draws the board, its cells, the pieces over them, and what is below: a line, and a scale.
func (v *panels) groups(a *Panel) []group {
	width, height := v.Size()
	all := []group{{paints: []paint{{path: v.Board, colour: v.theme.Line, id: "board"}}}}
	for n, site := range v.tiling.Puzzle.Board.Sites {
		heat := a.Heat[site.At]
		fill := v.heat(a.Piece, heat.Part)
		size := min(heatText, 3*v.Plane.InRadius()/float64(max(1, len(heat.Text))))
		all = append(all, group{title: cmp.Or(heat.Title, "empty"),
			paints: append([]paint{{path: v.Site(n).Path, colour: fill}},
				v.text(heat.Text, size, v.Plane.Centre(site.At), fill.Ink())...)})
	}
	tints := v.Tints(a.Placements)
	for _, o := range a.Placements {
		f := v.Figure(o, tints[o])
		if v.Shown(o) == "" {
			f.Marks = nil
		}
		all = append(all, group{title: v.tiling.Puzzle.Pieces[f.Piece].Name, paints: v.paints(f)})
	}
	below := group{below: true, paints: v.text(a.Caption, panelCaption,
		outline.Point{X: width / 2, Y: height + panelCaption}, v.theme.Ink)}
	if a.Most != "" {
		const steps = 12
		var shades []paint
		wide, y := width/2/steps, height+2.5*panelCaption
		for n := range steps {
			middle := outline.Point{X: width/4 + (float64(n)+0.5)*wide, Y: y}
			shades = append(shades, paint{path: rectangle(middle, wide/2, panelCaption/2),
				colour: v.heat(a.Piece, float64(n)/(steps-1))})
		}
		all = append(all, group{paints: shades})
		least := outline.Point{X: width/4 - heatText, Y: y}
		most := outline.Point{X: 3*width/4 + heatText*float64(1+len(a.Most))/2.5, Y: y}
		below.paints = append(below.paints, v.text("0", heatText, least, v.theme.Ink)...)
		below.paints = append(below.paints, v.text(a.Most, heatText, most, v.theme.Ink)...)
	}
	return append(all, below)
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
		at := v.place(n)
		fmt.Fprintf(v.w, "<g transform=\"translate(%s %s)\">",
			outline.Number(at.X), outline.Number(at.Y))
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
	fmt.Fprintf(v.w, "</defs></svg>\n<div class=\"panels\" style=\"--wide:%spx\">\n",
		outline.Number(wide))
	for n := range all {
		fmt.Fprintf(v.w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" "+
			"role=\"img\" aria-labelledby=\"panel-%[3]d\"><g id=\"panel-%[3]d\">",
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

// whole writes a panel with its title.
func (v *panels) whole(a *Panel) {
	fmt.Fprintf(v.w, "<title>%s</title>", escaped(a.Title))
	for _, g := range v.groups(a) {
		io.WriteString(v.w, "<g>")
		if g.title != "" {
			fmt.Fprintf(v.w, "<title>%s</title>", escaped(g.title))
		}
		ink := ""
		if g.below {
			ink = v.ink
		}
		write(v.w, g.paints, ink)
		io.WriteString(v.w, "</g>\n")
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

// text draws a line with its middle at a point. An SVG has it once.
func (v *panels) text(line string, size float64, at outline.Point, ink palette.Colour) []paint {
	if line == "" {
		return nil
	}
	key := fmt.Sprintf("%s %.3f", line, size)
	path := v.face.Text(line, size)
	id, known := v.texts[key]
	if !known {
		id = fmt.Sprintf("t%d", len(v.texts))
		v.texts[key] = id
		fmt.Fprintf(v.w, "<defs><path id=%q d=%q/></defs>", id, path.SVG())
	}
	return []paint{{path, ink, id, at}}
}
