package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/terminal"
	"github.com/exactile/exactile/internal/text"
)

// Puzzle describes a compiled puzzle. why is the reason why it has no solution, nil if none is
// known.
func Puzzle(
	w io.Writer, t *puzzle.Tiling, why *argument.Argument, s cli.Screen, boxes bool,
) error {
	p := t.Puzzle
	fmt.Fprintln(w, p.Name)
	if p.Goal.Of != "" {
		fmt.Fprintf(w, "goal: %s\n", p.Goal)
	}
	if p.Cover != nil {
		fmt.Fprintf(w, "no geometry: %s, %s\n",
			text.Plural(len(t.Items), "item"), text.Plural(len(t.Options), "option"))
		return nil
	}
	d := &showDrawer{terminal.New(t), PuzzleObject(t), t, s, boxes}
	if p.Goal.Boards() {
		d.pieces(w)
		return nil
	}
	fmt.Fprintf(w, "board: %s, %s, %s to cover",
		text.Plural(p.Board.Size[0], "column"), text.Plural(p.Board.Size[1], "row"),
		text.Plural(d.MustCover, "cell"))
	if p.Board.Size[2] > 1 {
		fmt.Fprintf(w, " (%s)", text.Plural(p.Board.Size[2], "layer"))
	}
	if d.MayCover > 0 {
		fmt.Fprintf(w, ", %s that may stay empty", text.Plural(d.MayCover, "cell"))
	}
	if p.Lattice.Name != "square" {
		fmt.Fprintf(w, ", %s lattice", p.Lattice.Name)
	}
	if p.Lattice.Rows != "" && (!p.Lattice.Layered() || p.Board.Size[2] > 1) {
		fmt.Fprintf(w, "\nrows: %s", p.Lattice.Rows)
	}
	fmt.Fprintf(w, "\n\n%s\n", d.blocks(d.board()))
	if regions := render.Regions(p); regions != "" {
		fmt.Fprintf(w, "regions:\n\n%s\n", d.blocks(drawn(regions)))
	}
	d.pieces(w)
	fmt.Fprintln(w, d.areas())
	rigid := func(piece puzzle.Piece) bool { return !piece.Flip }
	if !p.Lattice.Flips() && slices.ContainsFunc(p.Pieces, rigid) {
		fmt.Fprintln(w, "in space a piece is not mirrored where flip is left out")
	}
	for k := range p.Pieces {
		fmt.Fprintf(w, "\n%s\n%s", p.Pieces[k].Name, d.blocks(d.orientations(k)...))
	}
	fmt.Fprintln(w)
	if why != nil {
		fmt.Fprintf(w, "no solution: %s\n%s", why.Text, weights(t, why))
	}
	for _, names := range d.Congruent {
		fmt.Fprintf(w, "congruent: %s have the same shape; --merge-congruent makes them one\n",
			strings.Join(names, ", "))
	}
	for _, h := range p.Place {
		fmt.Fprintf(w, "hint: %s on", h.Piece)
		for _, cell := range p.Coordinates(h.Cells) {
			written := strings.Trim(fmt.Sprint(cell), "[]")
			fmt.Fprintf(w, " %s", strings.ReplaceAll(written, " ", ",")) // as in -f cells
		}
		fmt.Fprintln(w)
	}
	for _, over := range p.Over {
		fmt.Fprintf(w, "hint: %s\n", over)
	}
	for _, g := range p.Groups {
		fmt.Fprintf(w, "group: %s\n", g)
	}
	for _, r := range p.Rules {
		fmt.Fprintf(w, "rule: %s\n", r)
	}
	motions, moves := t.Grouped()
	symmetry := p.Lattice.Describe(motions)
	if moves > 1 {
		symmetry = fmt.Sprintf("%d moves x %s: %s", moves, text.Plural(len(motions), "motion"),
			symmetry)
	}
	fmt.Fprintf(w, "symmetry: %s\n", symmetry)
	if len(d.Symmetry) > 1 {
		fmt.Fprintf(w, "  %s\n", strings.Join(d.Symmetry, "\n  "))
	}
	return nil
}

// weights draws the weights that an argument gives the cells of the board: a letter for each
// weight but 0. It is empty where all of them are the same.
func weights(t *puzzle.Tiling, why *argument.Argument) string {
	p := *t.Puzzle
	p.Board.Sites = slices.Clone(p.Board.Sites)
	kinds := slices.Clone(why.Weights[len(p.Pieces):][:len(p.Board.Sites)])
	slices.Sort(kinds)
	kinds = slices.Compact(kinds)
	drawn := len(kinds) > 1
	kinds = slices.DeleteFunc(kinds, func(w int) bool { return w == 0 })
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if !drawn || len(kinds) > len(letters) {
		return ""
	}
	var legend []string
	for n, w := range kinds {
		legend = append(legend, fmt.Sprintf("%c is %d", letters[n], w))
	}
	for k := range p.Board.Sites {
		site := &p.Board.Sites[k]
		site.Optional, site.Cell.Symbol = false, 0
		if n, found := slices.BinarySearch(kinds, why.Weights[len(p.Pieces)+k]); found {
			site.Cell.Symbol = rune(letters[n])
		}
	}
	return fmt.Sprintf("%s\n\n%s\n\n", strings.Join(legend, ", "),
		strings.TrimRight(render.Board(&p), "\n"))
}

// areas is how many cells the pieces cover, and how many the board has.
func (o *puzzleObject) areas() string {
	cells, least, most := o.MustCover+o.MayCover, o.LeastCovered, o.MostCovered
	s := fmt.Sprintf("the pieces cover %s", text.Plural(least, "cell"))
	switch {
	case most > cells && least < cells:
		s = fmt.Sprintf("the pieces cover %s or more", text.Plural(least, "cell"))
	case most > least:
		s = fmt.Sprintf("the pieces cover from %d to %s", least, text.Plural(most, "cell"))
	}
	s += fmt.Sprintf(", the board has %d", cells)
	switch {
	case least > cells:
		return s + fmt.Sprintf(": %s too many", text.Plural(least-cells, "cell"))
	case most < o.MustCover:
		return s + fmt.Sprintf(": %s left over", text.Plural(o.MustCover-most, "cell"))
	case least == most && least < cells:
		return s + fmt.Sprintf(": %d stay empty", cells-least)
	}
	return s
}

// pieces prints a table of the pieces.
func (d *showDrawer) pieces(w io.Writer) {
	letters := render.Letters(d.t.Puzzle.Pieces)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "letter\tpiece\tcount\tcells\torientations\tplacements\tmoves")
	for k, piece := range d.Pieces {
		fmt.Fprintf(table, "%c\t%s\t%s\t%d\t%d\t%d\t%s\n",
			letters[k], piece.Piece, piece.Count, len(d.t.Puzzle.Pieces[k].Cells),
			len(piece.Orientations), piece.Placements, piece.moves())
	}
	table.Flush()
}

// A showDrawer draws boards and pieces with lines, or as in puzzle files.
type showDrawer struct {
	*terminal.Drawer
	*puzzleObject
	t     *puzzle.Tiling
	s     cli.Screen
	boxes bool
}

func (d *showDrawer) board() *terminal.Block {
	if d.boxes {
		return d.Board(d.s.Columns - 2)
	}
	return drawn(render.Board(d.t.Puzzle))
}

// drawn makes a block from a drawing.
func drawn(text string) *terminal.Block {
	return new(terminal.Block).Under(strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
}

// orientations draws every way in which a piece can lie, with the number of its
// placements below.
func (d *showDrawer) orientations(piece int) []*terminal.Block {
	var all []*terminal.Block
	for k, o := range d.t.Orientations[piece] {
		var block *terminal.Block
		if d.boxes {
			block = d.Orientation(piece, k)
		} else {
			block = drawn(render.Shape(o))
		}
		placements := d.Pieces[piece].Orientations[k].Placements
		all = append(all, block.Under(fmt.Sprintf("%dx", placements)))
	}
	return all
}

// blocks puts drawings side by side, indented.
func (d *showDrawer) blocks(all ...*terminal.Block) string {
	var text strings.Builder
	rows := cli.NewRows(&text, d.s.Columns-2, d.s.Colour)
	for _, b := range all {
		rows.Add(b) // a Builder never fails
	}
	rows.Flush()
	return indent(text.String())
}

// moves is the text of how a piece may be turned, and where it may lie.
func (piece *pieceObject) moves() string {
	text := "as drawn"
	switch {
	case piece.Rotate && piece.Flip:
		text = "turns, flips"
	case piece.Rotate:
		text = "turns"
	case piece.Flip:
		text = "flips"
	}
	if piece.Within != "" {
		text += ", within " + piece.Within
	}
	return text
}

// indent indents every line by two columns.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// A puzzleObject is a puzzle as show prints it in JSON. What needs geometry is left out where there
// is none.
type puzzleObject struct {
	Puzzle  string `json:"puzzle"`
	Items   int    `json:"items"`
	Options int    `json:"options"`
	// Size is the number of columns, rows and layers.
	Lattice string `json:"lattice,omitempty"`
	Size    []int  `json:"size,omitempty"`
	// MustCover and MayCover are numbers of cells of the board, and the pieces cover from
	// LeastCovered to MostCovered.
	MustCover    int            `json:"must_cover"`
	MayCover     int            `json:"may_cover"`
	LeastCovered int            `json:"least_covered"`
	MostCovered  int            `json:"most_covered"`
	Pieces       []pieceObject  `json:"pieces"`
	Congruent    [][]string     `json:"congruent"`
	Groups       []puzzle.Group `json:"groups,omitempty"`
	Rules        []puzzle.Rule  `json:"rules,omitempty"`
	// Goal is spelled as in puzzle files; left out: none.
	Goal  string       `json:"goal,omitempty"`
	Place []hintObject `json:"place"`
	// Symmetry names the motions that take the puzzle to itself.
	Symmetry []string `json:"symmetry"`
	Moves    int      `json:"moves,omitempty"` // by which each motion of a closed board does so
}

// A pieceObject is a piece. Count is spelled as in puzzle files.
type pieceObject struct {
	Piece        string              `json:"piece"`
	Count        string              `json:"count"`
	Rotate       bool                `json:"rotate"`
	Flip         bool                `json:"flip"`
	Within       string              `json:"within,omitempty"`
	Placements   int                 `json:"placements"`
	Orientations []orientationObject `json:"orientations"`
}

// An orientationObject is a way in which a piece can lie; its index is the orientation_index of
// solutions.
type orientationObject struct {
	Cells      [][]int `json:"cells"`
	Placements int     `json:"placements"`
}

type hintObject struct {
	Piece string  `json:"piece"`
	Cells [][]int `json:"cells,omitempty"`
	Label string  `json:"label,omitempty"` // in place of cells
}

// PuzzleObject describes a compiled puzzle, for JSON.
func PuzzleObject(t *puzzle.Tiling) *puzzleObject {
	p := t.Puzzle
	object := &puzzleObject{
		Puzzle: p.Name, Items: len(t.Items), Options: len(t.Options), Pieces: []pieceObject{},
		Congruent: [][]string{}, Place: []hintObject{}, Symmetry: []string{},
	}
	if p.Goal.Of != "" {
		object.Goal = p.Goal.String()
	}
	if p.Cover != nil {
		return object
	}
	object.Lattice, object.Size = p.Lattice.Name, p.Coordinates([]lattice.Cell{p.Board.Size})[0]
	object.MustCover, object.MayCover = p.Area()
	object.LeastCovered, object.MostCovered = faults.Covered(p)
	for k, piece := range p.Pieces {
		of := pieceObject{
			Piece: piece.Name, Count: piece.Count.String(), Rotate: piece.Rotate, Flip: piece.Flip,
			Within: piece.Within, Orientations: []orientationObject{},
		}
		for _, o := range t.Orientations[k] {
			var cells []lattice.Cell
			for _, square := range o {
				cells = append(cells, square.At)
			}
			of.Orientations = append(of.Orientations, orientationObject{
				Cells: p.Coordinates(cells),
			})
		}
		object.Pieces = append(object.Pieces, of)
	}
	for _, pl := range t.Placements {
		object.Pieces[pl.Piece].Placements++
		object.Pieces[pl.Piece].Orientations[pl.Orientation].Placements++
	}
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		object.Congruent = append(object.Congruent, names)
	}
	for _, h := range p.Place {
		object.Place = append(object.Place, hintObject{
			Piece: h.Piece, Cells: p.Coordinates(h.Cells),
		})
	}
	for _, over := range p.Over {
		object.Place = append(object.Place, hintObject{Piece: over.Piece, Label: over.Label})
	}
	object.Groups, object.Rules = p.Groups, p.Rules
	motions, moves := t.Grouped()
	for _, g := range motions {
		object.Symmetry = append(object.Symmetry, g.Name)
	}
	if moves > 1 {
		object.Moves = moves
	}
	return object
}
