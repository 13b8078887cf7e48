package formats

import (
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
)

// looseFit lets all cells of the board stay empty if the pieces are smaller than
// it: the rule of the formats that only know boards and pieces.
func looseFit(p *puzzle.Puzzle) {
	if pieceArea(p) >= len(p.Board.Sites) {
		return
	}
	for k := range p.Board.Sites {
		p.Board.Sites[k].Optional = true
	}
}

// pieceArea is the number of cells that the pieces cover at least.
func pieceArea(p *puzzle.Puzzle) int {
	area := 0
	for _, piece := range p.Pieces {
		area += len(piece.Cells) * piece.Count.Min
	}
	return area
}

// warnCongruent warns of pieces that are the same but for their names.
func (s *source) warnCongruent(p *puzzle.Puzzle, places []piecePlaces) {
	if s.merged {
		return
	}
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		s.warnf(places[group[len(group)-1]].whole, "the pieces %s are congruent: swapping them counts as another solution unless they are merged",
			strings.Join(names, ", "))
	}
}

// fitsLoosely returns "" if looseFit gives the puzzle its board, up to cells that
// must be covered where the pieces fill the board anyhow; else why not.
func fitsLoosely(p *puzzle.Puzzle) string {
	must, may := p.Area()
	switch slack := must + may - pieceArea(p); {
	case slack > 0 && must > 0:
		return "the pieces leave cells empty, and not every cell may stay empty"
	case slack < 0 && may > 0:
		return "some cells may stay empty, and the pieces are larger than the board"
	}
	return ""
}
