package puzzletest

import (
	"iter"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// maxTries bounds how many puzzles Shrink tries.
const maxTries = 20000

// Shrink returns a puzzle that is as simple as can be found and for which fails
// still holds, as it must for p: pieces, cells, hints, symbols and copies are taken
// away, ranges become numbers, and what is unusual becomes usual, as long as that
// is possible. Fails is shown valid puzzles that Shrink does not change afterwards.
// The search ends after a fixed number of them.
func Shrink(p *puzzle.Puzzle, fails func(*puzzle.Puzzle) bool) *puzzle.Puzzle {
	tries := 0
	for {
		better := false
		for q := range simpler(p) {
			clean(q)
			if q.Validate() != nil || weight(q) >= weight(p) {
				continue
			}
			if tries++; tries > maxTries {
				return p
			}
			if fails(q) {
				p, better = q, true
				break
			}
		}
		if !better {
			return p
		}
	}
}

// weight says how complicated a puzzle is. Every step of Shrink makes it less,
// which is why it ends.
func weight(p *puzzle.Puzzle) int {
	w := 0
	add := func(is bool, by int) {
		if is {
			w += by
		}
	}
	add(p.Lattice != lattice.Square, 1000)
	add(p.Lattice == lattice.Triangle, 1000)
	for _, v := range p.Board.Size {
		w += v
	}
	for _, s := range p.Board.Sites {
		w += 100 + int(min(s.Symbol, 50))
		add(s.Optional, 1)
	}
	for k, piece := range p.Pieces {
		w += 100*len(piece.Cells) + min(piece.Count.Max, 20)*5
		for _, c := range piece.Cells {
			w += int(min(c.Symbol, 50))
			for _, v := range c.At {
				w += max(v, -v)
			}
		}
		add(piece.Count.Min != piece.Count.Max, 3)
		add(!piece.Rotate, 2)
		add(piece.Flip != p.Lattice.Flips(), 2)
		add(piece.Name != letter(k), 1)
	}
	return w + 100*len(p.Place)
}

// simpler yields puzzles with one thing less or simpler than in p, the greatest
// steps first. They need not be valid.
func simpler(p *puzzle.Puzzle) iter.Seq[*puzzle.Puzzle] {
	return func(yield func(*puzzle.Puzzle) bool) {
		try := func(change func(q *puzzle.Puzzle)) bool {
			q := copyOf(p)
			change(q)
			return yield(q)
		}
		for k := range p.Pieces {
			if !try(func(q *puzzle.Puzzle) { q.Pieces = slices.Delete(q.Pieces, k, k+1) }) {
				return
			}
		}
		for k := range p.Place {
			if !try(func(q *puzzle.Puzzle) { q.Place = slices.Delete(q.Place, k, k+1) }) {
				return
			}
		}
		for k := range p.Board.Sites {
			if !try(func(q *puzzle.Puzzle) { q.Board.Sites = slices.Delete(q.Board.Sites, k, k+1); settle(q) }) {
				return
			}
		}
		// Where pieces fill the board exactly, a piece goes with the cells it covers.
		for q := range withoutPlacement(p) {
			if !yield(q) {
				return
			}
		}
		// Or a cell less takes a piece that is smaller or has a copy less.
		for k := range p.Board.Sites {
			for j := range p.Pieces {
				for q := range smallerPiece(p, j) {
					q.Board.Sites = slices.Delete(q.Board.Sites, k, k+1)
					if settle(q); !yield(q) {
						return
					}
				}
			}
		}
		if !try(func(q *puzzle.Puzzle) { q.Lattice = lattice.Square }) ||
			!try(func(q *puzzle.Puzzle) { plain(q, func(rune) bool { return true }) }) ||
			!try(func(q *puzzle.Puzzle) {
				for n := range q.Board.Sites {
					q.Board.Sites[n].Optional = false
				}
			}) || !try(settle) {
			return
		}
		for _, s := range p.Board.Sites {
			if s.Symbol != 0 && !try(func(q *puzzle.Puzzle) { plain(q, func(r rune) bool { return r == s.Symbol }) }) {
				return
			}
		}
		for k := range p.Pieces {
			for q := range simplerPiece(p, k) {
				if !yield(q) {
					return
				}
			}
		}
		for k := range p.Board.Sites {
			if !try(func(q *puzzle.Puzzle) { q.Board.Sites[k].Optional = false }) ||
				!try(func(q *puzzle.Puzzle) { q.Board.Sites[k].Symbol = 0 }) {
				return
			}
		}
	}
}

// withoutPlacement yields puzzles in which a piece has a copy less and the board
// has not the cells of one of its placements. What a solution has besides that
// placement is a solution of the smaller puzzle.
func withoutPlacement(p *puzzle.Puzzle) iter.Seq[*puzzle.Puzzle] {
	return func(yield func(*puzzle.Puzzle) bool) {
		t, err := p.Compile()
		if err != nil {
			return
		}
		for _, pl := range t.Placements {
			q := copyOf(p)
			q.Board.Sites = slices.DeleteFunc(q.Board.Sites, func(s puzzle.Site) bool { return slices.Contains(pl.Cells, s.At) })
			if count := &q.Pieces[pl.Piece].Count; count.Max == 1 {
				q.Pieces = slices.Delete(q.Pieces, pl.Piece, pl.Piece+1)
			} else if count.Max < puzzle.Unbounded {
				count.Min, count.Max = max(count.Min-1, 0), count.Max-1
			}
			clean(q) // a hint for a cell that is gone
			if settle(q); !yield(q) {
				return
			}
		}
	}
}

// smallerPiece yields puzzles whose piece k has a cell or a copy less.
func smallerPiece(p *puzzle.Puzzle, k int) iter.Seq[*puzzle.Puzzle] {
	return func(yield func(*puzzle.Puzzle) bool) {
		if count := p.Pieces[k].Count; count.Min > 0 && count.Max < puzzle.Unbounded {
			q := copyOf(p)
			q.Pieces[k].Count = puzzle.Bounds{Min: count.Min - 1, Max: count.Max - 1}
			if count.Max == 1 {
				q.Pieces = slices.Delete(q.Pieces, k, k+1)
			}
			if !yield(q) {
				return
			}
		}
		for n := range p.Pieces[k].Cells {
			q := copyOf(p)
			if q.Pieces[k].Cells = slices.Delete(q.Pieces[k].Cells, n, n+1); !yield(q) {
				return
			}
		}
	}
}

// simplerPiece yields puzzles whose piece k is simpler.
func simplerPiece(p *puzzle.Puzzle, k int) iter.Seq[*puzzle.Puzzle] {
	return func(yield func(*puzzle.Puzzle) bool) {
		try := func(change func(piece *puzzle.Piece)) bool {
			q := copyOf(p)
			change(&q.Pieces[k])
			return yield(q)
		}
		for n := range p.Pieces[k].Cells {
			if !try(func(piece *puzzle.Piece) { piece.Cells = slices.Delete(piece.Cells, n, n+1) }) {
				return
			}
		}
		for _, change := range []func(*puzzle.Piece){
			func(piece *puzzle.Piece) { piece.Count = puzzle.Exactly(1) },
			func(piece *puzzle.Piece) { piece.Count.Max = piece.Count.Min },
			func(piece *puzzle.Piece) { piece.Count.Min = piece.Count.Max },
			func(piece *puzzle.Piece) { piece.Count = puzzle.Bounds{Min: 0, Max: 1} },
			func(piece *puzzle.Piece) { piece.Count.Max = min(piece.Count.Max, 20) - 1 },
			func(piece *puzzle.Piece) { piece.Count.Min, piece.Count.Max = piece.Count.Min-1, piece.Count.Max-1 },
			func(piece *puzzle.Piece) { piece.Rotate = true },
			func(piece *puzzle.Piece) { piece.Flip = p.Lattice.Flips() },
			func(piece *puzzle.Piece) { piece.Rotate, piece.Flip = true, p.Lattice.Flips() },
			func(piece *puzzle.Piece) { piece.Cells = piece.Orientations(p.Lattice)[0] },
		} {
			if !try(change) {
				return
			}
		}
		// A simple name, in the hints too.
		q := copyOf(p)
		for n := range q.Place {
			if q.Place[n].Piece == q.Pieces[k].Name {
				q.Place[n].Piece = letter(k)
			}
		}
		q.Pieces[k].Name = letter(k)
		yield(q)
	}
}

// plain takes away the symbols that match.
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

// settle moves the board to the origin and leaves nothing around it.
func settle(p *puzzle.Puzzle) {
	cells := make([]lattice.Cell, len(p.Board.Sites))
	for n, s := range p.Board.Sites {
		cells[n] = s.At
	}
	Move(p, p.Lattice.Corner(cells))
	fitBoard(p)
}

// copyOf returns a puzzle that shares nothing with p that Shrink changes.
func copyOf(p *puzzle.Puzzle) *puzzle.Puzzle {
	q := *p
	q.Board.Sites = slices.Clone(p.Board.Sites)
	q.Pieces = slices.Clone(p.Pieces)
	for k := range q.Pieces {
		q.Pieces[k].Cells = slices.Clone(q.Pieces[k].Cells)
	}
	q.Place = slices.Clone(p.Place)
	q.Claims = nil
	return &q
}
