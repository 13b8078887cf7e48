package puzzletest

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// maxTries bounds how many puzzles Shrink tries.
const maxTries = 20000

// Shrink returns the simplest puzzle that it finds for which fails still holds, as
// it must for p: pieces, cells, hints, symbols and copies are removed, ranges
// become numbers, and unusual features become usual ones, as long as that is
// possible. fails gets valid puzzles that Shrink does not change afterwards. The
// search ends after a fixed number of them.
//
// It changes the puzzle and not, as property testers do, the random choices that made it:
// that leaves puzzles two to five times as large, and takes ten times the tries.
func Shrink(p *puzzle.Puzzle, fails func(*puzzle.Puzzle) bool) *puzzle.Puzzle {
	for tries := 0; ; {
		at := slices.IndexFunc(changes(p), func(change change) bool {
			q := copyOf(p)
			change(q)
			clean(q)
			if q.Validate() != nil || weight(q) >= weight(p) {
				return false
			}
			if tries++; tries > maxTries || !fails(q) {
				return false
			}
			p = q
			return true
		})
		if at < 0 {
			return p
		}
	}
}

// weight is how complicated a puzzle is. Every step of Shrink reduces it, so
// that Shrink ends.
func weight(p *puzzle.Puzzle) int {
	w := 0
	add := func(is bool, by int) {
		if is {
			w += by
		}
	}
	add(p.Lattice != lattice.Square, 1000)
	add(p.Lattice == lattice.Triangle, 1000)
	add(p.Board.Wrap.Closes(), 500)
	for _, v := range p.Board.Size {
		w += v
	}
	for _, s := range p.Board.Sites {
		w += 100 + int(min(s.Symbol, 50)) + int(min(s.Region, 1))
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
		w += 5 * len(piece.Within)
	}
	return w + 100*(len(p.Place)+len(p.Over)+len(p.Groups)+len(p.Rules))
}

// A change removes or simplifies one thing. It need not leave a valid puzzle.
type change func(q *puzzle.Puzzle)

// changes lists possible simplifications of p, the greatest steps first.
func changes(p *puzzle.Puzzle) []change {
	all := removals(p)
	all = append(all,
		func(q *puzzle.Puzzle) { q.Lattice = lattice.Square },
		func(q *puzzle.Puzzle) { q.Board.Wrap = puzzle.Wrap{} },
		func(q *puzzle.Puzzle) { plain(q, func(rune) bool { return true }) },
		func(q *puzzle.Puzzle) {
			for n := range q.Board.Sites {
				q.Board.Sites[n].Optional = false
			}
		},
		settle)
	for _, s := range p.Board.Sites {
		all = append(all, func(q *puzzle.Puzzle) {
			plain(q, func(r rune) bool { return r == s.Symbol })
		})
	}
	for k := range p.Pieces {
		all = append(all, pieceChanges(p, k)...)
	}
	for k := range p.Board.Sites {
		all = append(all,
			func(q *puzzle.Puzzle) { q.Board.Sites[k].Optional = false },
			func(q *puzzle.Puzzle) { q.Board.Sites[k].Symbol = 0 },
			func(q *puzzle.Puzzle) { q.Board.Sites[k].Region = 0 })
	}
	return all
}

// removals remove pieces, hints, groups, rules and cells.
func removals(p *puzzle.Puzzle) (all []change) {
	for k := range p.Pieces {
		all = append(all, func(q *puzzle.Puzzle) { q.Pieces = slices.Delete(q.Pieces, k, k+1) })
	}
	for k := range p.Place {
		all = append(all, func(q *puzzle.Puzzle) { q.Place = slices.Delete(q.Place, k, k+1) })
	}
	for k := range p.Over {
		all = append(all, func(q *puzzle.Puzzle) { q.Over = slices.Delete(q.Over, k, k+1) })
	}
	for k := range p.Groups {
		all = append(all, func(q *puzzle.Puzzle) { q.Groups = slices.Delete(q.Groups, k, k+1) })
	}
	for k := range p.Rules {
		all = append(all, func(q *puzzle.Puzzle) { q.Rules = slices.Delete(q.Rules, k, k+1) })
	}
	for k := range p.Board.Sites {
		all = append(all, withoutCells(p.Board.Sites[k].At))
	}
	// If pieces fill the board exactly, a copy goes with the cells of a placement:
	// the rest of a solution with that placement solves the smaller puzzle.
	if t, err := p.Compile(); err == nil {
		for _, pl := range t.Placements {
			all = append(all, func(q *puzzle.Puzzle) {
				fewer(q, pl.Piece)
				withoutCells(pl.Cells...)(q)
			})
		}
	}
	// Or a cell goes, and a piece gets smaller or loses a copy.
	for _, site := range p.Board.Sites {
		for k, piece := range p.Pieces {
			all = append(all, func(q *puzzle.Puzzle) { fewer(q, k); withoutCells(site.At)(q) })
			for n := range piece.Cells {
				all = append(all, func(q *puzzle.Puzzle) {
					q.Pieces[k].Cells = slices.Delete(q.Pieces[k].Cells, n, n+1)
					withoutCells(site.At)(q)
				})
			}
		}
	}
	return all
}

// withoutCells removes cells from the board.
func withoutCells(cells ...lattice.Cell) change {
	return func(q *puzzle.Puzzle) {
		q.Board.Sites = slices.DeleteFunc(q.Board.Sites, func(s puzzle.Site) bool {
			return slices.Contains(cells, s.At)
		})
		settle(q)
	}
}

// fewer removes a copy of piece k.
func fewer(q *puzzle.Puzzle, k int) {
	if count := &q.Pieces[k].Count; count.Max == 1 {
		q.Pieces = slices.Delete(q.Pieces, k, k+1)
	} else if count.Max < puzzle.Unbounded {
		count.Min, count.Max = max(count.Min-1, 0), count.Max-1
	}
}

// pieceChanges make piece k simpler.
func pieceChanges(p *puzzle.Puzzle, k int) (all []change) {
	add := func(do func(piece *puzzle.Piece)) {
		all = append(all, func(q *puzzle.Puzzle) { do(&q.Pieces[k]) })
	}
	for n := range p.Pieces[k].Cells {
		add(func(piece *puzzle.Piece) { piece.Cells = slices.Delete(piece.Cells, n, n+1) })
	}
	add(func(piece *puzzle.Piece) { piece.Count = puzzle.Exactly(1) })
	add(func(piece *puzzle.Piece) { piece.Count.Max = piece.Count.Min })
	add(func(piece *puzzle.Piece) { piece.Count.Min = piece.Count.Max })
	add(func(piece *puzzle.Piece) { piece.Count = puzzle.Bounds{Min: 0, Max: 1} })
	add(func(piece *puzzle.Piece) { piece.Count.Max = min(piece.Count.Max, 20) - 1 })
	add(func(piece *puzzle.Piece) {
		piece.Count.Min, piece.Count.Max = piece.Count.Min-1, piece.Count.Max-1
	})
	add(func(piece *puzzle.Piece) { piece.Within = "" })
	add(func(piece *puzzle.Piece) { piece.Rotate = true })
	add(func(piece *puzzle.Piece) { piece.Flip = p.Lattice.Flips() })
	add(func(piece *puzzle.Piece) { piece.Rotate, piece.Flip = true, p.Lattice.Flips() })
	add(func(piece *puzzle.Piece) { piece.Cells = piece.Orientations(p.Lattice)[0] })
	return append(all, func(q *puzzle.Puzzle) { rename(q, k, letter(k)) })
}
