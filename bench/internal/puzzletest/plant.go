package puzzletest

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// maxPieces bounds how many pieces of different names are planted.
const maxPieces = 8

// plant cuts the board into regions and makes pieces of them: a region is another
// copy of a piece that fits it, or a piece of its own.
func plant(g *maker) {
	free := make(map[lattice.Cell]rune)
	var order []lattice.Cell
	for _, s := range g.p.Board.Sites {
		free[s.At] = s.Symbol
		order = append(order, s.At)
	}
	holes := g.one(4)
	for _, start := range order {
		if _, ok := free[start]; !ok {
			continue
		}
		cells := grow(g, free, start)
		shape := make([]puzzle.Cell, len(cells))
		for n, c := range cells {
			cells[n] = g.p.Board.Wrap.Home(c)
			shape[n] = puzzle.Cell{At: c, Symbol: free[cells[n]]}
		}
		for _, c := range cells {
			delete(free, c)
		}
		r := region{piece: -1, cells: cells}
		if !holes || !g.one(4) {
			r.piece = add(g, shape)
		}
		g.regions = append(g.regions, r)
	}
}

// grow returns one to four free cells, the first one given, usually connected.
// On a closed board they are where they lie beside each other.
func grow(g *maker, free map[lattice.Cell]rune, start lattice.Cell) []lattice.Cell {
	cells := []lattice.Cell{start}
	size := []int{2, 3, 2, 4, 1, 3, 3}[g.Pick(7)]
	for tries := 0; len(cells) < size && tries < 8; tries++ {
		next := cells[g.Pick(len(cells))]
		if g.one(12) {
			next = next.Add(lattice.Cell{g.Pick(3), g.Pick(3) - 1, 0})
		} else {
			near := g.p.Lattice.Neighbours(next)
			next = near[g.Pick(len(near))]
		}
		home := g.p.Board.Wrap.Home(next)
		taken := func(c lattice.Cell) bool { return g.p.Board.Wrap.Home(c) == home }
		if _, ok := free[home]; ok && !slices.ContainsFunc(cells, taken) {
			cells = append(cells, next)
		}
	}
	return cells
}

// add makes the shape a copy of a piece, or a new piece, and returns which. Now
// and then the same shape becomes two pieces; once there are enough pieces the
// region becomes a hole.
func add(g *maker, shape []puzzle.Cell) int {
	l := g.p.Lattice
	if !g.one(8) {
		single := puzzle.Piece{Cells: shape}
		normal := single.Orientations(l)[0]
		for k := range g.p.Pieces {
			fits := func(o puzzle.Orientation) bool { return slices.Equal(o, normal) }
			if slices.ContainsFunc(g.p.Pieces[k].Orientations(l), fits) {
				g.p.Pieces[k].Count.Min++
				g.p.Pieces[k].Count.Max++
				return k
			}
		}
	}
	if len(g.p.Pieces) == maxPieces {
		return -1
	}
	piece := puzzle.Piece{
		Name: letter(len(g.p.Pieces)), Cells: shape, Count: puzzle.Exactly(1),
		Rotate: !g.one(5), Flip: !g.one(4),
	}
	// It is written in any of the ways it may lie, and at any place.
	ways := piece.Orientations(l)
	piece.Cells = slices.Clone(ways[g.Pick(len(ways))])
	if g.one(8) {
		d := lattice.Cell{g.Pick(5) - 2, g.Pick(5) - 2, 0}
		if l.Translates(d) {
			for n := range piece.Cells {
				piece.Cells[n].At = piece.Cells[n].At.Add(d)
			}
		}
	}
	g.p.Pieces = append(g.p.Pieces, piece)
	return len(g.p.Pieces) - 1
}

// extra adds a piece that the planted solution does not need: any shape, or the
// mirror twin of a piece, which then may not be flipped itself.
func extra(g *maker) {
	if !g.one(3) {
		return
	}
	l := g.p.Lattice
	piece := puzzle.Piece{Name: letter(len(g.p.Pieces)), Rotate: !g.one(5), Flip: !g.one(4)}
	piece.Count = []puzzle.Bounds{{Min: 0, Max: 1}, {Min: 0, Max: 2}, {Min: 1, Max: 1},
		{Min: 0, Max: 0}, {Min: 0, Max: puzzle.Unbounded}}[g.Pick(5)]
	if len(g.p.Pieces) > 0 && g.one(3) {
		twin := &g.p.Pieces[g.Pick(len(g.p.Pieces))]
		mirror := l.Motions[slices.IndexFunc(l.Motions, func(m lattice.Motion) bool {
			return m.Mirror
		})]
		for _, c := range twin.Cells {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: l.Apply(mirror,
				[]lattice.Cell{c.At})[0], Symbol: c.Symbol})
		}
		// The planted solution may have the twin flipped; then it is no solution
		// any more, unless the counts leave room for the other hand.
		twin.Flip, piece.Flip, piece.Rotate = false, false, twin.Rotate
		twin.Count.Min = 0
		piece.Count = twin.Count
		g.p.Pieces = append(g.p.Pieces, piece)
		return
	}
	for _, c := range blob(g, 1+g.Pick(4)) {
		piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
	}
	if sites := g.p.Board.Sites; len(sites) > 0 {
		for n := range piece.Cells {
			if g.one(2) {
				piece.Cells[n].Symbol = sites[g.Pick(len(sites))].Symbol
			}
		}
	}
	g.p.Pieces = append(g.p.Pieces, piece)
}
