// Package faults finds what is wrong with a puzzle, as far as it shows without a search.
package faults

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// Infeasibility is what was found.
type Infeasibility struct {
	// Notes name the pieces that fit nowhere because of their symbols or regions, and the reason
	// why there is no solution. These are the most common mistakes in new puzzles, and a count of 0
	// does not show them.
	Notes []string
	// Argument proves that there is no solution; nil if none was found. Its text is in the terms of
	// the puzzle.
	Argument *argument.Argument
	// Cells is set if there is no solution for the number or the colours of the board's cells.
	Cells bool
}

// Find finds the faults of a puzzle that show at once: for other arguments see [auto.Why].
func Find(t *puzzle.Tiling) Infeasibility {
	why := auto.AtOnce(t.Model, t.Colourings()...)
	f := Infeasibility{Argument: why}
	text := ""
	if t.Puzzle.Cover == nil {
		f.Notes = append(symbolShortages(t.Puzzle), regionShortages(t)...)
		// Hints that exclude each other may have no argument: every engine sees them at once.
		text = areaMismatch(t)
		f.Cells = text != ""
		text = cmp.Or(text, impossibleHint(t))
		if why != nil { // as there is if something cannot be covered
			text = cmp.Or(text, uncoverableCell(t))
		}
		f.Cells = f.Cells || text == "" && why != nil
	}
	if why != nil {
		why.Text = cmp.Or(text, why.Text)
		text = why.Text
	}
	if text != "" {
		f.Notes = append(f.Notes, "no solution: "+text)
	}
	return f
}

// symbolShortages names the pieces with a symbol that no cell of the board has.
func symbolShortages(p *puzzle.Puzzle) []string {
	on := make(map[rune]bool)
	for _, site := range p.Board.Sites {
		on[site.Symbol] = true
	}
	var found []string
	for _, piece := range p.Pieces {
		k := slices.IndexFunc(piece.Cells, func(c puzzle.Cell) bool {
			return c.Symbol != 0 && c.Symbol != puzzle.Any && !on[c.Symbol]
		})
		if k < 0 || piece.Count.Max == 0 {
			continue
		}
		text := fmt.Sprintf("piece %q fits nowhere: no cell of the board has its symbol %q",
			piece.Name, piece.Cells[k].Symbol)
		switch {
		case strings.ContainsRune("“”„‘’‚«»", piece.Cells[k].Symbol):
			text += "; a text stands in straight quotes"
		case piece.Cells[k].Symbol == 'x':
			text += "; a plain cell is a capital X"
		case on[0] && len(on) == 1:
			text += "; a plain cell of a shape is X"
		}
		found = append(found, text)
	}
	return found
}

// regionShortages names the pieces that fit on the board, but nowhere in their regions.
func regionShortages(t *puzzle.Tiling) []string {
	var found []string
	for k, piece := range t.Puzzle.Pieces {
		fits := func(pl puzzle.Placement) bool { return pl.Piece == k }
		if piece.Within == "" || piece.Count.Max == 0 || slices.ContainsFunc(t.Placements, fits) {
			continue
		}
		found = append(found, fmt.Sprintf("piece %q fits nowhere within %q", piece.Name,
			piece.Within))
	}
	return found
}

// areaMismatch reports if the areas of the board and the pieces cannot match.
func areaMismatch(t *puzzle.Tiling) string {
	must, may := t.Puzzle.Area()
	least, most := Covered(t.Puzzle)
	switch {
	case most < must:
		return fmt.Sprintf("%s must be covered, and the pieces cover %d at most",
			text.Plural(must, "cell"), most)
	case least > must+may:
		return fmt.Sprintf("the board has %s, and the pieces cover %d at least",
			text.Plural(must+may, "cell"), least)
	}
	return ""
}

// Covered returns the least and the greatest number of cells that the pieces cover.
func Covered(p *puzzle.Puzzle) (least, most int) {
	must, may := p.Area()
	for _, piece := range p.Pieces {
		// Counts beyond the board are irrelevant; clipped, the products cannot overflow.
		least += len(piece.Cells) * min(piece.Count.Min, must+may+1)
		most += len(piece.Cells) * min(piece.Count.Max, must+may+1)
	}
	return least, most
}

// impossibleHint names hints that exclude each other.
func impossibleHint(t *puzzle.Tiling) string {
	p := t.Puzzle
	by := make(map[lattice.Cell]int)   // the hint that covers a cell, from 1
	used := make([]int, len(p.Pieces)) // how many hints place a piece
	for k, h := range p.Place {
		cells := lattice.Sorted(h.Cells)
		same := func(other puzzle.Hint) bool {
			return other.Piece == h.Piece && slices.Equal(lattice.Sorted(other.Cells), cells)
		}
		if slices.ContainsFunc(p.Place[:k], same) {
			continue // the same hint again
		}
		for _, c := range cells {
			if first := by[c]; first > 0 {
				return fmt.Sprintf("hints %d and %d both cover the cell %s", first, k+1,
					cellText(p, c))
			}
			by[c] = k + 1
		}
		piece := p.Piece(h.Piece)
		if used[piece]++; used[piece] > p.Pieces[piece].Count.Max {
			return fmt.Sprintf("the hints place piece %q %d times, and it is used %d at most",
				h.Piece, used[piece], p.Pieces[piece].Count.Max)
		}
	}
	return ""
}

// uncoverableCell names pieces or cells with too few placements.
func uncoverableCell(t *puzzle.Tiling) string {
	p := t.Puzzle
	covers := make([]int, len(t.Items)) // placements by item: the pieces, then the cells
	for _, option := range t.Options {
		for _, item := range option {
			covers[item]++
		}
	}
	for k, piece := range p.Pieces {
		switch n := covers[k]; {
		case n == 0 && piece.Count.Min > 0:
			return fmt.Sprintf("piece %q fits nowhere", piece.Name)
		case n < piece.Count.Min:
			return fmt.Sprintf("piece %q must be used %d times, and has only %s",
				piece.Name, piece.Count.Min, text.Plural(n, "placement"))
		}
	}
	var bare []lattice.Cell
	for k, site := range p.Board.Sites {
		if !site.Optional && covers[len(p.Pieces)+k] == 0 {
			bare = append(bare, site.At)
		}
	}
	if len(bare) == 0 {
		return ""
	}
	s := "no piece fits over the cell " + cellText(p, bare[0])
	if more := len(bare) - 1; more > 0 {
		s += fmt.Sprintf(", nor over %d more", more)
	}
	return s
}

func cellText(p *puzzle.Puzzle, c lattice.Cell) string {
	text := fmt.Sprint(p.Coordinates([]lattice.Cell{c})[0]) // [0 1]
	return "(" + strings.ReplaceAll(text[1:len(text)-1], " ", ",") + ")"
}
