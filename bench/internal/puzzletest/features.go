package puzzletest

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Features names those of all features of puzzles that p has, in a fixed order,
// so that a test can report what its random puzzles covered.
func Features(p *puzzle.Puzzle) []string {
	var all []string
	have := func(name string, has bool) {
		if has {
			all = append(all, name)
		}
	}
	site := func(is func(puzzle.Site) bool) bool { return slices.ContainsFunc(p.Board.Sites, is) }
	piece := func(is func(puzzle.Piece) bool) bool { return slices.ContainsFunc(p.Pieces, is) }
	must, may := p.Area()
	size := p.Board.Size
	have("lattice "+p.Lattice.Name, true)
	have("no cells", must+may == 0)
	have("over 16 cells", must+may > 16)
	have("no pieces", len(p.Pieces) == 0)
	have("closed board", p.Board.Wrap.Closes())
	have("blocked cells", must+may < size[0]*size[1]*size[2])
	have("cells apart", !touching(p.Lattice, boardCells(p)))
	have("all cells may stay empty", may > 0 && must == 0)
	have("some cells may stay empty", may > 0 && must > 0)
	have("symbols", site(func(s puzzle.Site) bool { return s.Symbol != 0 }))
	have("hint", len(p.Place) > 0)
	have("several hints", len(p.Place) > 1)
	have("piece over a label", len(p.Over) > 0)
	have("colour", piece(func(q puzzle.Piece) bool { return q.Colour != "" }))
	have("copies", piece(func(q puzzle.Piece) bool {
		return q.Count.Min == q.Count.Max && q.Count.Min > 1
	}))
	have("range", piece(func(q puzzle.Piece) bool {
		return q.Count.Min < q.Count.Max && q.Count.Max < puzzle.Unbounded
	}))
	have("any number", piece(func(q puzzle.Piece) bool { return q.Count.Max == puzzle.Unbounded }))
	have("count zero", piece(func(q puzzle.Piece) bool { return q.Count.Max == 0 }))
	have("not turned", piece(func(q puzzle.Piece) bool { return !q.Rotate && q.Flip }))
	have("not flipped", piece(func(q puzzle.Piece) bool { return q.Rotate && !q.Flip }))
	have("neither turned nor flipped", piece(func(q puzzle.Piece) bool {
		return !q.Rotate && !q.Flip
	}))
	have("piece apart", piece(func(q puzzle.Piece) bool {
		return !touching(p.Lattice, cellsOf(q))
	}))
	have("held to regions", piece(func(q puzzle.Piece) bool { return q.Within != "" }))
	have("groups", len(p.Groups) > 0)
	for _, r := range p.Rules {
		have("rule at "+r.At, true)
	}
	have("congruent pieces", len(p.Congruent()) > 0)
	have("odd name", piece(func(q puzzle.Piece) bool { return len(q.Name) > 1 }))
	return all
}

func cellsOf(piece puzzle.Piece) []lattice.Cell {
	cells := make([]lattice.Cell, len(piece.Cells))
	for n, c := range piece.Cells {
		cells[n] = c.At
	}
	return cells
}

// touching reports whether the cells are connected.
func touching(l *lattice.Lattice, cells []lattice.Cell) bool {
	if len(cells) == 0 {
		return true
	}
	rest := make(map[lattice.Cell]bool, len(cells))
	for _, c := range cells {
		rest[c] = true
	}
	delete(rest, cells[0])
	for queue := cells[:1:1]; len(queue) > 0; queue = queue[1:] {
		for _, c := range l.Neighbours(queue[0]) {
			if rest[c] {
				delete(rest, c)
				queue = append(queue, c)
			}
		}
	}
	return len(rest) == 0
}
