package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// Challenge adds a numbered card: what is given of a puzzle, a solution with it for the last page,
// and how hard it is, in stars of five; 0: unknown. A date that is given is in words, too. Only
// paper has cards.
func (s *booklet) Challenge(t *puzzle.Tiling, given, solution cover.Solution, stars int) {
	d := s.drawer(t)
	number := fmt.Sprint(len(s.cards) + 1)
	card, answer := d.small(d.withHints(given, solution), ofCards), d.small(solution, ofAnswers)
	card.caption, answer.caption = number, number
	if stars > 0 {
		card.caption += "   " + strings.Repeat("★", stars) + strings.Repeat("☆", 5-stars)
	}
	date := ""
	for _, o := range given {
		if p := t.Placements[o]; t.Puzzle.Pieces[p.Piece].Chooses() {
			s.choices = true
			if d.isOpen(p.Piece) {
				date += " " + t.Puzzle.Shown(p.Piece, p.Cells)
			}
		}
	}
	if date != "" {
		card.caption += "  " + date
	}
	s.cards, s.answers = append(s.cards, card), append(s.answers, answer)
}

// withHints adds the placements of a solution that the puzzle gives.
func (d *drawer) withHints(given, solution cover.Solution) cover.Solution {
	given = slices.Clone(given)
	for _, o := range solution {
		p := d.Placements[o]
		if slices.Contains(given, o) {
			continue
		}
		for _, h := range d.Puzzle.Place {
			if d.Puzzle.Piece(h.Piece) == p.Piece &&
				slices.Equal(lattice.Sorted(h.Cells), p.Cells) {
				given = append(given, o)
				break
			}
		}
	}
	return given
}

// A kind of small drawings has cells of a greatest size, on a single page a part of the board's.
type kind struct{ most, part float64 }

var ofCards, ofAnswers = kind{8, 0.45}, kind{6.5, 0.3}

// small draws a solution, or a part of one, as large as a page allows; its layers lie side by side.
func (d *drawer) small(solution cover.Solution, k kind) block {
	most := k.most
	if d.s.single {
		most = min(most, k.part*d.s.o.Cell)
	}
	width, height := d.s.room(false)
	w, h := outline.NewPlane(d.Puzzle.Lattice, d.cells, 1).Size()
	return d.solved(solution, min(most, width/w, (height-captionGap)/h), thin)
}
