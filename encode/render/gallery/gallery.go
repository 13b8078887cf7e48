// Package gallery makes one HTML page of many solutions: readers can look through them, step
// through them by keys, and filter those that have a piece at a place. The page holds the solutions
// as numbers and draws them with a script of its own; it fetches nothing.
package gallery

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/picture"
	"github.com/exactile/exactile/encode/render/page"
)

// defaultLimit is the default number of solutions of a page, which then takes some hundred
// kilobytes.
const defaultLimit = 5000

// maxPlacements bounds the placements of a page, whatever limit was set.
const maxPlacements = 1 << 20

// staticSolutions are drawn for readers whose browser runs no scripts, as long as they have
// together at most staticCells cells of the board.
const (
	staticSolutions = 6
	staticCells     = 6000
)

// A Gallery is a page that is being made. It keeps the solutions of the page and counts the others.
// Its fields are set before [Gallery.Begin]; the zero value is a page of 5000 solutions.
type Gallery struct {
	Limit   int    // how many solutions; 0: 5000
	View    string // how a puzzle in space is seen first, a view that render knows; "": the first
	Palette string // a palette that render knows; "": the first
	Reason  string // why there is no solution, for a page without one
	Footer  string // a sentence at the end

	w          io.Writer
	tiling     *puzzle.Tiling
	painter    *picture.Painter
	kept       []cover.Solution
	placements int
	n          int
	orbits     picture.Orbits
}

// Begin starts a page of solutions of t that Close writes to w. The errors are those of render.New.
func (g *Gallery) Begin(w io.Writer, t *puzzle.Tiling) (err error) {
	if err := picture.CheckView(g.View, t); err != nil {
		return err
	}
	if g.Limit == 0 {
		g.Limit = defaultLimit
	}
	g.w, g.tiling = w, t
	g.painter, err = picture.NewPainter(t, picture.Options{Palette: g.Palette})
	return err
}

// UpTo says that each solution stands for its orbit under so many motions that count as the same,
// the identity included, and how many solutions there are in all, 0 if unknown. The last call
// before Close counts.
func (g *Gallery) UpTo(symmetries int, solutions int64) {
	g.orbits = picture.Orbits{Symmetries: symmetries, Solutions: solutions}
}

// Add takes one solution.
func (g *Gallery) Add(s cover.Solution) error {
	g.n++
	full := g.n > len(g.kept)+1 // once a solution was left out, all later ones are
	if full || len(g.kept) == g.Limit || g.placements+len(s) > maxPlacements {
		return nil
	}
	g.placements += len(s)
	g.kept = append(g.kept, append(cover.Solution{}, s...))
	return nil
}

var (
	//go:embed gallery.css
	style string
	//go:embed gallery.html
	markup string
	//go:embed parts.js
	parts string
	//go:embed space.js
	space string
	//go:embed gallery.js
	script string
	//go:embed noscript.html
	noscript string
)

// Assets returns what a gallery has in common with other pages that draw: its CSS, and the scripts
// of parts and of a figure in space that turns.
func Assets() (css, js string) { return style, parts + space }

// begin is the script of a page with a single gallery.
const begin = `if (gallery) ` +
	`gallery.show(JSON.parse(document.getElementById("data").textContent), { address: true });
`

// Close writes the page. more is set if there may be more solutions than were added.
func (g *Gallery) Close(more bool) error {
	static, err := g.static(more)
	if err != nil {
		return err
	}
	t, err := template.New("gallery").Parse(noscript)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Static": template.HTML(static), "Shown": g.staticShown()})
	if err != nil {
		return err
	}
	if len(g.kept) > 0 {
		b.WriteString(markup)
	} else if err := g.nothing(&b); err != nil {
		return err
	}
	css, js := Assets()
	p := page.Page{
		Title: g.tiling.Puzzle.Name, Lead: g.Lead(more), Style: css,
		Body: template.HTML(b.String()), Script: js + script + begin, Data: g.Data(more),
		Footer: g.Footer,
	}
	return p.Write(g.w)
}

// nothing writes the content of a page without solutions: the board, and the reason.
func (g *Gallery) nothing(b *bytes.Buffer) error {
	var board, spool bytes.Buffer
	v, err := picture.NewSVG(&board, &spool, g.tiling, picture.Options{})
	if err != nil {
		return err
	}
	if err := v.Close(false); err != nil {
		return err
	}
	return template.Must(template.New("nothing").Parse(nothing)).Execute(b, map[string]any{
		"Board": template.HTML(board.String()), "Reason": g.Reason})
}

// nothing is shown instead of solutions.
const nothing = `<div id="nothing">
{{- if .Reason}}<p>{{.Reason}}</p>{{end}}
{{.Board}}</div>
`

// Lead gives the number of solutions, how many of them are on the page, and why not all.
func (g *Gallery) Lead(more bool) string {
	switch {
	case g.n == 0 && more:
		return "No solution was found before the search was stopped."
	case g.n == 0:
		return "There is no solution."
	}
	count := g.orbits.Of(fmt.Sprintf("%d solutions", g.n))
	switch {
	case g.n == 1 && more:
		count = g.orbits.Of("One solution") + "; there may be more"
	case g.n == 1:
		count = g.orbits.Of("The only solution")
	case more:
		count += "; there may be more"
	case !g.orbits.Some():
		count += ", all there are"
	}
	switch {
	case len(g.kept) == g.n:
		return count + "."
	case len(g.kept) == g.Limit:
		return fmt.Sprintf("%s. This page holds the first %d of them, to stay small; "+
			"exactile solve -n %d makes a page of that many.", count, len(g.kept), g.n)
	}
	return fmt.Sprintf("%s. This page holds the first %d of them: "+
		"with more it would be too large for browsers.", count, len(g.kept))
}

// part describes which solutions the page holds, if not all.
func (g *Gallery) part(more bool) string {
	all := g.counted()
	switch {
	case len(g.kept) < g.n && more:
		return fmt.Sprintf("the first %d of %s, and of perhaps more", len(g.kept), all)
	case len(g.kept) < g.n:
		return fmt.Sprintf("the first %d of %s", len(g.kept), all)
	case more:
		return all + ", of perhaps more"
	}
	return ""
}

// staticShown returns how many solutions are drawn without a script.
func (g *Gallery) staticShown() int {
	cells := max(1, len(g.tiling.Puzzle.Board.Sites))
	return min(len(g.kept), staticSolutions, staticCells/cells)
}

// static returns a picture of the first solutions, "" if none are drawn.
func (g *Gallery) static(more bool) (string, error) {
	if g.staticShown() == 0 {
		return "", nil
	}
	var out, spool bytes.Buffer
	v, err := picture.NewSVG(&out, &spool, g.tiling, picture.Options{Columns: 3})
	if err != nil {
		return "", err
	}
	shown := g.staticShown()
	for _, s := range g.kept[:shown] {
		if err := v.Add(s); err != nil {
			return "", err
		}
	}
	more = more || shown < g.n
	total := g.orbits.Solutions
	if more {
		total = 0
	}
	v.UpTo(g.orbits.Symmetries, total)
	err = v.Close(more)
	return out.String(), err
}

// A galleryData is what the script draws from. All numbers are in the SVG's units.
type galleryData struct {
	// Whole describes the solutions that the filter selects from, "" if these are simply all
	// solutions.
	Whole string `json:"whole,omitempty"`
	// Notes are sentences on what the filter ignores.
	Notes  []string `json:"notes,omitempty"`
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Board  string   `json:"board"`           // a path
	Words  string   `json:"words,omitempty"` // that name its layers: a path
	// Sites lists the cells of the board: where their middles are, and the drawing of one of them
	// as an index into Cells.
	Sites [][3]float64 `json:"sites"`
	// Space lists the cells' places in space, if any, and View the way they are shown first.
	Space []lattice.Cell `json:"space,omitempty"`
	View  string         `json:"view,omitempty"`
	Cells []cellData     `json:"cells"`
	// Pieces, their orientations, and their placements: a shape, its shift, and the sites that it
	// covers.
	Pieces  []pieceData `json:"pieces"`
	Shapes  []shapeData `json:"shapes"`
	Options [][]float64 `json:"options"`
	// Solutions are indices into Options.
	Solutions [][]int `json:"solutions"`
}

type cellData struct {
	Path  string `json:"path"` // around the cell's middle
	Marks string `json:"marks,omitempty"`
}

type pieceData struct {
	Name  string `json:"name"`
	Fill  string `json:"fill"`
	Ink   string `json:"ink"`
	Label string `json:"label"` // a path around the origin
}

type shapeData struct {
	Piece  int         `json:"piece"`
	Fill   string      `json:"fill,omitempty"` // if it is not the piece's
	Ink    string      `json:"ink,omitempty"`
	Path   string      `json:"path"`
	Marks  string      `json:"marks,omitempty"`
	Labels [][2]string `json:"labels"`
}

// whole describes the solutions on the page, "" if these are simply all.
func (g *Gallery) whole(more bool) string {
	if part := g.part(more); part != "" || !g.orbits.Some() {
		return part
	}
	return g.counted()
}

// counted is how many solutions there are, or orbits of them.
func (g *Gallery) counted() string {
	if g.n == 1 {
		return g.orbits.Of("1 solution")
	}
	return g.orbits.Of(fmt.Sprintf("%d solutions", g.n))
}

// notes lists what the filter ignores.
func (g *Gallery) notes(more bool) (notes []string) {
	if part := g.part(more); part != "" {
		notes = append(notes, fmt.Sprintf("This page holds %s: the filter knows no others.", part))
	}
	if g.orbits.Some() {
		notes = append(notes, fmt.Sprintf("Of the solutions that the %d symmetries map to each "+
			"other, the page holds one: another may have the piece there.", g.orbits.Symmetries))
	}
	return notes
}

// Data is what the script draws from, as it becomes JSON. It has only what the solutions on the
// page need: an orientation of a piece is drawn once, and a placement is that drawing moved. more
// is set if there may be more solutions than were added.
func (g *Gallery) Data(more bool) any {
	p := g.tiling.Puzzle
	d := &galleryData{Whole: g.whole(more), Notes: g.notes(more), Board: g.painter.Board.SVG(),
		Words: g.painter.Words.SVG(), Shapes: []shapeData{},
		Options: [][]float64{}, Solutions: [][]int{}}
	d.Width, d.Height = g.painter.Size()
	site := g.sites(d)
	if g.tiling.Puzzle.Lattice == lattice.Cube {
		d.View = g.View
		for _, s := range g.tiling.Puzzle.Board.Sites {
			d.Space = append(d.Space, s.At)
		}
	}
	for k, piece := range p.Pieces {
		fill, ink := g.painter.Colours(k, 0)
		d.Pieces = append(d.Pieces,
			pieceData{piece.Name, fill.CSS(), ink.CSS(), g.painter.Labels[k].SVG()})
	}
	type way struct {
		piece, orientation, tint int
		hint                     bool
		shown                    string
	}
	type lain struct{ option, tint int }
	shapes := map[way]int{}
	first := map[way]lattice.Cell{} // where the drawn placement lies
	options := map[lain]int{}
	for _, s := range g.kept {
		numbers := make([]int, 0, len(s))
		tints := g.painter.Tints(s)
		for _, o := range g.tiling.Ordered(s) {
			n, known := options[lain{o, tints[o]}]
			if !known {
				n = len(d.Options)
				options[lain{o, tints[o]}] = n
				pl := g.tiling.Placements[o]
				w := way{pl.Piece, pl.Orientation, tints[o], g.painter.Hints[o], g.painter.Shown(o)}
				if g.tiling.Puzzle.Board.Wrap.Closes() {
					w.orientation = -1 - o // seams make pictures of one orientation differ
				}
				shape, drawn := shapes[w]
				if !drawn {
					shape = len(d.Shapes)
					shapes[w], first[w] = shape, pl.Origin
					shape := newShape(g.painter.Figure(o, tints[o]))
					if w.tint > 0 {
						fill, ink := g.painter.Colours(pl.Piece, w.tint)
						shape.Fill, shape.Ink = fill.CSS(), ink.CSS()
					}
					d.Shapes = append(d.Shapes, shape)
				}
				move := g.painter.Plane.Shift(pl.Origin.Sub(first[w]))
				entry := []float64{float64(shape), hundredth(move.X), hundredth(move.Y)}
				for _, c := range pl.Cells {
					entry = append(entry, float64(site[c]))
				}
				d.Options = append(d.Options, entry)
			}
			numbers = append(numbers, n)
		}
		d.Solutions = append(d.Solutions, numbers)
	}
	return d
}

// sites fills in the board's cells and returns their numbers. Cells that look
// alike are drawn once.
func (g *Gallery) sites(d *galleryData) map[lattice.Cell]int {
	number := make(map[lattice.Cell]int)
	looks := map[cellData]int{}
	for n, site := range g.tiling.Puzzle.Board.Sites {
		number[site.At] = n
		f := g.painter.Site(n)
		low, high := f.Path.Bounds()
		middle := outline.Point{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2}
		back := outline.Point{X: -middle.X, Y: -middle.Y}
		cell := cellData{f.Path.Moved(back).SVG(), f.Marks.Moved(back).SVG()}
		look, known := looks[cell]
		if !known {
			look = len(d.Cells)
			looks[cell] = look
			d.Cells = append(d.Cells, cell)
		}
		d.Sites = append(d.Sites, [3]float64{hundredth(middle.X), hundredth(middle.Y),
			float64(look)})
	}
	return number
}

func newShape(f picture.Figure) shapeData {
	s := shapeData{Piece: f.Piece, Path: f.Path.SVG(), Marks: f.Marks.SVG(), Labels: [][2]string{}}
	for _, at := range f.Labels {
		s.Labels = append(s.Labels, [2]string{outline.Number(at.X), outline.Number(at.Y)})
	}
	return s
}

func hundredth(x float64) float64 { return math.Round(x*100) / 100 }
