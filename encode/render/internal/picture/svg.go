package picture

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// A Spool keeps what was written until all of it is read back; a bytes.Buffer is one. It is needed
// because SVG files begin with their height, which is known only after the last solution.
type Spool interface {
	io.Writer
	io.WriterTo
}

// An SVG is a picture that is being made. It keeps which placements and empty cells were drawn, not
// the solutions: each figure is drawn once and then referred to.
type SVG struct {
	p     *Painter
	w     io.Writer
	spool Spool
	body  *bufio.Writer
	drawn map[string]bool // the figures that have an id
	first cover.Solution
	n     int

	orbits Orbits
}

// NewSVG starts a picture of solutions of t that Close writes to w.
func NewSVG(w io.Writer, spool Spool, t *puzzle.Tiling, o Options) (*SVG, error) {
	p, err := NewPainter(t, o)
	if err != nil {
		return nil, err
	}
	return &SVG{p: p, w: w, spool: spool, body: bufio.NewWriter(spool),
		drawn: make(map[string]bool)}, nil
}

// UpTo sets how many solutions the added ones stand for. The last call before Close counts.
func (v *SVG) UpTo(symmetries int, solutions int64) { v.orbits = Orbits{symmetries, solutions} }

// Add draws one solution.
func (v *SVG) Add(s cover.Solution) error {
	if v.n == 0 {
		v.first = append(cover.Solution{}, s...)
	}
	v.n++
	return v.draw(v.n-1, fmt.Sprintf("solution %d", v.n), s)
}

// draw draws the board with a solution, in the given place of the sheet.
func (v *SVG) draw(place int, title string, s cover.Solution) error {
	at := v.p.origin(place)
	fmt.Fprintf(v.body, "<g transform=\"translate(%s %s)\"><title>%s</title>", outline.Number(at.X),
		outline.Number(at.Y), title)
	if v.p.view.solid {
		v.solid(s)
	} else {
		v.flat(s)
	}
	_, err := io.WriteString(v.body, "</g>\n")
	return err
}

// flat draws the pieces in the layers.
func (v *SVG) flat(s cover.Solution) {
	io.WriteString(v.body, "<use href=\"#board\"/>\n")
	for _, site := range v.p.empty(s) {
		v.once("e"+strconv.Itoa(site), func() Figure { return v.p.Site(site) })
	}
	tints := v.p.Tints(s)
	for _, o := range v.p.tiling.Ordered(s) {
		id := "p" + strconv.Itoa(o)
		if tints[o] > 0 {
			id += "t" + strconv.Itoa(tints[o])
		}
		v.once(id, func() Figure { return v.p.Figure(o, tints[o]) })
	}
}

// solid draws the pieces as bodies seen from a corner.
func (v *SVG) solid(s cover.Solution) {
	io.WriteString(v.body, "\n")
	for _, b := range v.p.bodies(s) {
		io.WriteString(v.body, "<g>")
		if b.piece >= 0 {
			fmt.Fprintf(v.body, "<title>%s</title>",
				escaped(v.p.tiling.Puzzle.Pieces[b.piece].Name))
		}
		write(v.body, b.paints, "")
		io.WriteString(v.body, "</g>\n")
	}
}

// once draws a figure the first time, and later refers to it.
func (v *SVG) once(id string, draw func() Figure) {
	if v.drawn[id] {
		fmt.Fprintf(v.body, "<use href=\"#%s\"/>", id)
		return
	}
	v.drawn[id] = true
	v.p.figure(v.body, fmt.Sprintf("<g id=%q>", id), draw())
}

// figure writes a piece or an empty cell, in the element that open begins.
func (p *Painter) figure(w io.Writer, open string, f Figure) {
	title := "empty"
	if f.Piece >= 0 {
		title = p.tiling.Puzzle.Pieces[f.Piece].Name
	}
	fmt.Fprintf(w, "%s<title>%s</title>", open, escaped(title))
	write(w, p.paints(f), "")
	io.WriteString(w, "</g>\n")
}

// write writes paths, or refers to those that have an id, in their colours, or else all in one that
// is CSS.
func write(w io.Writer, all []paint, ink string) {
	for _, p := range all {
		fill := cmp.Or(ink, p.colour.CSS())
		if p.id != "" {
			fmt.Fprintf(w, "<use href=\"#%s\" x=%q y=%q fill=%q/>",
				p.id, outline.Number(p.at.X), outline.Number(p.at.Y), fill)
		} else {
			fmt.Fprintf(w, "<path fill=%q d=%q/>", fill, p.path.SVG())
		}
	}
}

// Close writes the picture; without a solution it shows the board. more is set if there may be more
// solutions than were added.
func (v *SVG) Close(more bool) error {
	n := v.n
	if n == 0 {
		if err := v.draw(0, "the board", nil); err != nil {
			return err
		}
	}
	if err := v.body.Flush(); err != nil {
		return err
	}
	w := bufio.NewWriter(v.w)
	width, height := v.p.sheet(n)
	described := ""
	if n == 1 {
		described = ` aria-describedby="desc"`
	}
	openSVG(w, width, height, described)
	fmt.Fprintf(w, "<title id=\"title\">%s</title>\n", escaped(v.p.title(n, more, v.orbits)))
	if n == 1 {
		fmt.Fprintf(w, "<desc id=\"desc\">%s</desc>\n", escaped(v.description()))
	}
	io.WriteString(w, "<defs>\n")
	v.p.defs(w, v.p.theme.Ink.CSS())
	io.WriteString(w, "</defs>\n")
	v.p.ground(w, width, height)
	if _, err := v.spool.WriteTo(w); err != nil {
		return err
	}
	for _, words := range v.p.wording(n) {
		write(w, []paint{words}, "")
		io.WriteString(w, "\n")
	}
	io.WriteString(w, "</svg>\n")
	return w.Flush()
}

// openSVG begins a document of the given size, with more attributes.
func openSVG(w io.Writer, width, height float64, more string) {
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" `+
		`viewBox="0 0 %[1]s %[2]s" role="img" aria-labelledby="title"%[3]s>`+"\n",
		outline.Number(width), outline.Number(height), more)
}

// defs writes the board and the letters of the pieces, to be referred to; words below boards get
// the colour ink.
func (p *Painter) defs(w io.Writer, ink string) {
	board := fmt.Sprintf("fill=%q d=%q/>", p.theme.Line.CSS(), p.Board.SVG())
	if len(p.Words) == 0 {
		fmt.Fprintf(w, "<path id=\"board\" %s\n", board)
	} else {
		fmt.Fprintf(w, "<g id=\"board\"><path %s<path fill=%q d=%q/></g>\n",
			board, ink, p.Words.SVG())
	}
	for k, path := range p.Labels {
		fmt.Fprintf(w, "<path id=\"n%d\" d=%q/>\n", k, path.SVG())
	}
}

// ground fills the picture.
func (p *Painter) ground(w io.Writer, width, height float64) {
	fmt.Fprintf(w, "<path fill=%q d=\"M0 0H%sV%sH0Z\"/>\n", p.theme.Ground.CSS(),
		outline.Number(width), outline.Number(height))
}

// description spells the first solution in letters, row by row.
func (v *SVG) description() string {
	rows := strings.Fields(letters.Text(v.p.tiling, v.first))
	text := "the rows from the top: " + strings.Join(rows, ", ")
	if legend := letters.Legend(v.p.tiling.Puzzle.Pieces); legend != "" {
		text += "; " + strings.Join(strings.Split(strings.TrimSpace(legend), "\n"), ", ")
	}
	return text
}

// escaped returns s escaped for XML, so that it is only text; characters that XML cannot hold
// become U+FFFD.
func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder never fails
	return b.String()
}
