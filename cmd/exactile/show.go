package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/terminal"
)

func (a *app) showCommand() *cobra.Command {
	var in inputFlags
	var out outputFlags
	var ascii bool
	cmd := &cobra.Command{
		Use:   "show PUZZLE...",
		Short: "The board, the pieces, their placements and the symmetry group",
		Long: `show draws the board, then each piece in all the ways in which it can lie, with
the number of places where it fits that way below. It names pieces of the same
shape and the motions that take the puzzle to itself.`,
		Example: `  exactile show cilada:7
  exactile show puzzle.yaml`,
		Args: atLeastOne("PUZZLE"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			s, err := a.screen(&out, a.colour)
			if err != nil {
				return err
			}
			boxes := out.format == "boxes" || s.terminal && s.unicode && !ascii && !out.chosen
			return a.eachPuzzle(cmd.Context(), &in, args, func(n int, e *entry) error {
				if n > 0 {
					fmt.Fprintln(w)
				}
				return show(w, e.tiling, s, boxes)
			})
		}),
	}
	in.add(cmd.Flags())
	cmd.Flags().BoolVar(&ascii, "ascii", false, "draw with letters alone, as in a pipe")
	out.add(cmd.Flags(), "text", "boxes")
	return cmd
}

// show describes a compiled puzzle.
func show(w io.Writer, t *puzzle.Tiling, s screen, boxes bool) error {
	p := t.Puzzle
	fmt.Fprintln(w, p.Name)
	if p.Cover != nil {
		fmt.Fprintf(w, "no geometry: %s, %s\n", plural(len(t.Items), "item"), plural(len(t.Options), "option"))
		return nil
	}
	must, may := p.Area()
	fmt.Fprintf(w, "board: %s, %s, %s to cover", plural(p.Board.Size[0], "column"), plural(p.Board.Size[1], "row"), plural(must, "cell"))
	if p.Board.Size[2] > 1 {
		fmt.Fprintf(w, " (%s)", plural(p.Board.Size[2], "layer"))
	}
	if may > 0 {
		fmt.Fprintf(w, ", %s that may stay empty", plural(may, "cell"))
	}
	if p.Lattice.Name != "square" {
		fmt.Fprintf(w, ", %s lattice", p.Lattice.Name)
	}
	d := &showDrawer{terminal.NewDrawer(t), t, s, boxes, make([][]int, len(p.Pieces))}
	for k, orientations := range t.Orientations {
		d.placements[k] = make([]int, len(orientations))
	}
	for _, pl := range t.Placements {
		d.placements[pl.Piece][pl.Orientation]++
	}
	fmt.Fprintf(w, "\n\n%s\n", d.blocks(d.board()))
	showPieces(w, t)
	if rigid := func(piece puzzle.Piece) bool { return !piece.Flip }; !p.Lattice.Flips() && slices.ContainsFunc(p.Pieces, rigid) {
		fmt.Fprintln(w, "in space a piece is not mirrored where flip is left out")
	}
	for k := range p.Pieces {
		fmt.Fprintf(w, "\n%s\n%s", p.Pieces[k].Name, d.blocks(d.orientations(k)...))
	}
	fmt.Fprintln(w)
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		fmt.Fprintf(w, "congruent: %s have the same shape; --merge-congruent makes them one\n", strings.Join(names, ", "))
	}
	for _, h := range p.Place {
		fmt.Fprintf(w, "hint: %s on", h.Piece)
		for _, cell := range p.Coordinates(h.Cells) {
			fmt.Fprintf(w, " %s", strings.ReplaceAll(strings.Trim(fmt.Sprint(cell), "[]"), " ", ",")) // as in -f cells
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "symmetry: %s\n", p.Lattice.Describe(t.Motions))
	if len(t.Motions) > 1 {
		for _, g := range t.Motions {
			fmt.Fprintf(w, "  %s\n", g.Name)
		}
	}
	return nil
}

// showPieces prints a table of the pieces.
func showPieces(w io.Writer, t *puzzle.Tiling) {
	p := t.Puzzle
	letters := render.Letters(p.Pieces)
	placements := make([]int, len(p.Pieces))
	for _, pl := range t.Placements {
		placements[pl.Piece]++
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "letter\tpiece\tcount\tcells\torientations\tplacements\tmoves")
	for k, piece := range p.Pieces {
		fmt.Fprintf(table, "%c\t%s\t%s\t%d\t%d\t%d\t%s\n", letters[k], piece.Name, piece.Count, len(piece.Cells), len(t.Orientations[k]), placements[k], moves(piece))
	}
	table.Flush()
}

// A showDrawer draws boards and pieces with lines, or in the spelling of puzzle
// files.
type showDrawer struct {
	*terminal.Drawer
	t     *puzzle.Tiling
	s     screen
	boxes bool
	// placements is how many there are of each orientation of each piece.
	placements [][]int
}

func (d *showDrawer) board() *terminal.Block {
	if d.boxes {
		return d.Board(d.s.columns - 2)
	}
	return terminal.Text(strings.Split(strings.TrimSuffix(render.Board(d.t.Puzzle), "\n"), "\n")...)
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
			block = terminal.Text(strings.Split(strings.TrimSuffix(render.Shape(o), "\n"), "\n")...)
		}
		all = append(all, terminal.Above(block, terminal.Text(fmt.Sprintf("%dx", d.placements[piece][k]))))
	}
	return all
}

// blocks sets drawings side by side, indented.
func (d *showDrawer) blocks(all ...*terminal.Block) string {
	var text strings.Builder
	rows := terminal.NewRows(&text, d.s.columns-2, d.s.colour)
	for _, b := range all {
		rows.Add(b) // a Builder takes everything
	}
	rows.Flush()
	return indent(text.String())
}

// moves says in words how a piece may be turned.
func moves(piece puzzle.Piece) string {
	switch {
	case piece.Rotate && piece.Flip:
		return "turns, flips"
	case piece.Rotate:
		return "turns"
	case piece.Flip:
		return "flips"
	}
	return "as drawn"
}

// indent sets every line two columns to the right.
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

// plural counts things in words: "1 cell", "2 cells".
func plural(n int, thing string) string {
	return fmt.Sprintf("%d %s", n, pluralOf(n == 1, thing))
}

// pluralOf is the word for one thing or for any other number of them.
func pluralOf(one bool, thing string) string {
	if one {
		return thing
	}
	return thing + "s"
}
