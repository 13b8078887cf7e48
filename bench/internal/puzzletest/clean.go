package puzzletest

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// clean removes symbols that only the board or only the pieces have, which a puzzle must
// not have, regions that are gone, and hints and groups for pieces or cells that are gone.
func clean(p *puzzle.Puzzle) {
	have := make(map[rune]bool)
	for _, piece := range p.Pieces {
		for _, c := range piece.Cells {
			have[c.Symbol] = true
		}
	}
	known, regions := make(map[rune]bool), make(map[rune]bool)
	for n := range p.Board.Sites {
		s := &p.Board.Sites[n]
		if !have[s.Symbol] {
			s.Symbol = 0
		}
		known[s.Symbol], regions[s.Region] = true, true
	}
	for k := range p.Pieces {
		p.Pieces[k].Within = strings.Map(func(r rune) rune {
			if !regions[r] {
				return -1
			}
			return r
		}, p.Pieces[k].Within)
		for n := range p.Pieces[k].Cells {
			if c := &p.Pieces[k].Cells[n]; !known[c.Symbol] {
				c.Symbol = 0
			}
		}
	}
	there := boardCells(p)
	p.Place = slices.DeleteFunc(p.Place, func(h puzzle.Hint) bool {
		return p.Piece(h.Piece) < 0 || slices.ContainsFunc(h.Cells, func(c lattice.Cell) bool {
			return !slices.Contains(there, c)
		})
	})
	p.Over = slices.DeleteFunc(p.Over, func(o puzzle.Over) bool {
		return p.Piece(o.Piece) < 0 || !slices.ContainsFunc(p.Board.Sites,
			func(s puzzle.Site) bool { return s.Label == o.Label })
	})
	p.Groups = slices.DeleteFunc(p.Groups, func(g puzzle.Group) bool {
		return slices.ContainsFunc(g.Pieces, func(name string) bool { return p.Piece(name) < 0 })
	})
}

// fitBoard makes the box around the board as small as possible without moving
// the board.
func fitBoard(p *puzzle.Puzzle) {
	p.Board.Size = lattice.Cell{}
	if len(p.Board.Sites) == 0 {
		return
	}
	for _, s := range p.Board.Sites {
		for k, v := range s.At {
			p.Board.Size[k] = max(p.Board.Size[k], v+1)
		}
	}
}

// shift moves the board and the hints by d, which must be a translation of the
// lattice and leave no coordinate below 0, and adds it to the size of the board.
func shift(p *puzzle.Puzzle, d lattice.Cell) {
	for n := range p.Board.Sites {
		p.Board.Sites[n].At = p.Board.Sites[n].At.Add(d)
	}
	for n := range p.Place {
		cells := slices.Clone(p.Place[n].Cells)
		for k := range cells {
			cells[k] = cells[k].Add(d)
		}
		p.Place[n].Cells = cells
	}
	if len(p.Board.Sites) > 0 {
		p.Board.Size = p.Board.Size.Add(d)
	}
}

// settle moves the board to the origin and leaves no space around it.
func settle(p *puzzle.Puzzle) {
	shift(p, p.Lattice.Corner(boardCells(p)))
	fitBoard(p)
}

// boardCells returns the cells of the board, in the order of its sites.
func boardCells(p *puzzle.Puzzle) []lattice.Cell {
	cells := make([]lattice.Cell, len(p.Board.Sites))
	for n, s := range p.Board.Sites {
		cells[n] = s.At
	}
	return cells
}

// plain removes the symbols that match.
func plain(p *puzzle.Puzzle, match func(rune) bool) {
	for n := range p.Board.Sites {
		if s := &p.Board.Sites[n]; match(s.Symbol) {
			s.Symbol = 0
		}
	}
	for k := range p.Pieces {
		for n := range p.Pieces[k].Cells {
			if c := &p.Pieces[k].Cells[n]; match(c.Symbol) {
				c.Symbol = 0
			}
		}
	}
}

// copyOf returns a copy of a puzzle that shares nothing that Shrink changes.
func copyOf(p *puzzle.Puzzle) *puzzle.Puzzle {
	q := *p
	q.Board.Sites = slices.Clone(p.Board.Sites)
	q.Pieces = slices.Clone(p.Pieces)
	for k := range q.Pieces {
		q.Pieces[k].Cells = slices.Clone(q.Pieces[k].Cells)
	}
	q.Place, q.Over = slices.Clone(p.Place), slices.Clone(p.Over)
	q.Groups, q.Rules = slices.Clone(p.Groups), slices.Clone(p.Rules)
	q.Claims = nil
	return &q
}
