// Package puzzletest draws random puzzles with all features of puzzles, and
// shrinks those that fail a test. It is for tests and for programs that test.
//
// Most puzzles are planted: a board is cut into pieces, so that there is a
// solution; then counts are loosened, cells may stay empty, and unneeded pieces are
// added. All are small: a dozen cells, two dozen at most, and a handful of pieces.
//
// The package uses only puzzles and lattices, and searches nothing.
package puzzletest

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Random returns a puzzle. It compiles and can be written to a puzzle file; it
// need not have a solution.
func Random(pick Pick) *puzzle.Puzzle {
	g := &maker{Pick: pick, p: &puzzle.Puzzle{Name: "random"}}
	drawLattice(g)
	orbits := drawBoard(g)
	setBoard(g, orbits)
	wrap(g)
	paint(g, orbits)
	plant(g)
	extra(g)
	loosen(g)
	empty(g)
	hold(g, orbits)
	hints(g)
	unsettle(g)
	name(g)
	clean(g.p)
	move(g)
	bind(g)
	// A piece that got a twin may no longer lie as a hint requires.
	if len(g.p.Place) > 0 {
		if _, err := g.p.Compile(); err != nil {
			g.p.Place = nil
		}
	}
	over(g)
	return g.p
}

// over colours a piece, and has one cover a label that a cell has, or two cells have.
func over(g *maker) {
	if !g.one(8) || len(g.p.Pieces) == 0 || len(g.p.Board.Sites) == 0 {
		return
	}
	k := g.Pick(len(g.p.Pieces))
	g.p.Pieces[k].Colour = "#0a80ff"
	before := *g.p
	g.p.Board.Sites = slices.Clone(g.p.Board.Sites)
	for range 2 {
		g.p.Board.Sites[g.Pick(len(g.p.Board.Sites))].Label = "over"
	}
	g.p.PutOver(g.p.Pieces[k].Name, "over")
	if _, err := g.p.Compile(); err != nil {
		*g.p = before
	}
}

func drawLattice(g *maker) {
	l := lattice.All()
	g.p.Lattice = lattice.Square
	if n := g.Pick(5 + len(l)); n > 5 {
		g.p.Lattice = l[n-5]
	}
}

// wrap closes some axes of the board, after its size or more, perhaps with a twist.
func wrap(g *maker) {
	if len(g.p.Board.Sites) == 0 || !g.one(4) {
		return
	}
	for k, n := range g.p.Board.Size[:g.p.Lattice.Dims] {
		var move lattice.Cell
		for j := range k {
			move[j] = g.Pick(g.p.Board.Wrap[j][j] + 1)
		}
		if move[k] = n + g.Pick(8)/7; g.Pick(3) < 2 && g.p.Lattice.Translates(move) {
			g.p.Board.Wrap[k] = move
		}
	}
}

// paint gives cells symbols, those of one orbit of the board the same, so that
// symmetry is often kept.
func paint(g *maker, orbits [][]lattice.Cell) {
	if !g.one(4) {
		return
	}
	symbols := [][]rune{{'a'}, {'a', 'b'}, {'◯', '+', 's'}}[g.Pick(3)]
	index := g.sites()
	for _, orbit := range orbits {
		if n := g.Pick(len(symbols) + 1); n > 0 {
			for _, c := range orbit {
				g.p.Board.Sites[index[c]].Symbol = symbols[n-1]
			}
		}
	}
}

// loosen makes ranges of counts.
func loosen(g *maker) {
	if !g.one(2) {
		return
	}
	for k := range g.p.Pieces {
		count := &g.p.Pieces[k].Count
		if count.Max == puzzle.Unbounded {
			continue
		}
		switch g.Pick(8) {
		case 4:
			count.Min = g.Pick(count.Min + 1)
		case 5:
			count.Max += 1 + g.Pick(2)
		case 6:
			count.Min, count.Max = g.Pick(count.Min+1), count.Max+g.Pick(3)
		case 7:
			count.Min, count.Max = g.Pick(2)*g.Pick(2), puzzle.Unbounded
		}
	}
}

// empty lets cells stay empty: those of holes, and perhaps others. A puzzle file
// cannot express that for single cells with symbols: then all may.
func empty(g *maker) {
	index := g.sites()
	sites := g.p.Board.Sites
	for _, r := range g.regions {
		for _, c := range r.cells {
			sites[index[c]].Optional = sites[index[c]].Optional || r.piece < 0
		}
	}
	how := g.Pick(8)
	for n := range sites {
		switch how {
		case 6:
			sites[n].Optional = sites[n].Optional || g.one(3)
		case 7:
			sites[n].Optional = true
		}
	}
	for _, s := range sites {
		if s.Symbol != 0 && s.Optional {
			for n := range sites {
				sites[n].Optional = true
			}
			return
		}
	}
}

// hold divides the board into regions, each orbit of the board in one, and restricts
// pieces to the regions of their planted places, or now and then to any.
func hold(g *maker, orbits [][]lattice.Cell) {
	if !g.one(6) {
		return
	}
	names := [][]rune{{'m'}, {'m', 'd'}, {'1', 'é', 'X'}}[g.Pick(3)]
	index := g.sites()
	for _, orbit := range orbits {
		n := g.Pick(len(names) + 1)
		for _, c := range orbit {
			if g.one(8) { // across the symmetry of the board
				n = g.Pick(len(names) + 1)
			}
			if n > 0 {
				g.p.Board.Sites[index[c]].Region = names[n-1]
			}
		}
	}
	for k := range g.p.Board.Sites {
		if s := &g.p.Board.Sites[k]; s.Region != 0 { // always: it changes no solution
			s.Label = fmt.Sprintf("%c%d", s.Region, k)
		}
	}
	for k := range g.p.Pieces {
		if !g.one(2) {
			continue
		}
		on := make(map[rune]bool)
		for _, r := range g.regions {
			for _, c := range r.cells {
				if r.piece == k {
					on[g.p.Board.Sites[index[c]].Region] = true
				}
			}
		}
		if on[0] && !g.one(4) {
			continue // its planted places are partly in no region
		}
		for _, name := range names {
			if on[name] || g.one(8) {
				g.p.Pieces[k].Within += string(name)
			}
		}
	}
}

// hints adds placements of the planted solution as hints.
func hints(g *maker) {
	if !g.one(6) {
		return
	}
	for range 1 + g.Pick(2) {
		if len(g.regions) == 0 {
			return
		}
		r := g.regions[g.Pick(len(g.regions))]
		if r.piece >= 0 {
			g.p.Place = append(g.p.Place, puzzle.Hint{Piece: g.p.Pieces[r.piece].Name,
				Cells: r.cells})
		}
	}
}

// unsettle now and then makes the planted solution wrong.
func unsettle(g *maker) {
	if !g.one(8) || len(g.p.Pieces) == 0 {
		return
	}
	count := &g.p.Pieces[g.Pick(len(g.p.Pieces))].Count
	if count.Max == puzzle.Unbounded {
		return
	}
	if d := g.Pick(3) - 1; count.Min+d >= 0 {
		count.Min, count.Max = count.Min+d, count.Max+d
	}
}

// name gives some pieces names that must be quoted somewhere, or that look like
// something else.
func name(g *maker) {
	if !g.one(12) || len(g.p.Pieces) == 0 {
		return
	}
	names := []string{"a b", "0,0", "é|:", "true", "12", "x'\"\\", "A.1", "%41", "piece", "#"}
	k := g.Pick(len(g.p.Pieces))
	rename(g.p, k, names[g.Pick(len(names))])
}

// move leaves rows and columns free around the board.
func move(g *maker) {
	if !g.one(6) || g.p.Board.Wrap.Closes() {
		return
	}
	d := lattice.Cell{g.Pick(3), g.Pick(3), 0}
	if g.p.Lattice.Dims == 3 {
		d[2] = g.Pick(2)
	}
	d = g.p.Lattice.Corner([]lattice.Cell{{-d[0], -d[1], -d[2]}}) // or the next that is a move
	shift(g.p, d)
	for k := range g.p.Lattice.Dims {
		g.p.Board.Size[k] += g.Pick(2)
	}
}

// bind adds groups that the planted solution keeps, and rules, which it need not keep.
func bind(g *maker) {
	if len(g.p.Pieces) == 0 || !g.one(4) {
		return
	}
	for range g.Pick(3) {
		group, n := puzzle.Group{}, 0
		for k, piece := range g.p.Pieces {
			if g.Pick(2) == 1 {
				continue
			}
			group.Pieces = append(group.Pieces, piece.Name)
			for _, r := range g.regions {
				if r.piece == k {
					n++
				}
			}
		}
		group.Count = puzzle.Bounds{Min: max(0, n-g.Pick(3)), Max: n + g.Pick(2)}
		if len(group.Pieces) > 0 {
			g.p.Groups = append(g.p.Groups, group)
		}
	}
	of := []string{"", "color", "piece"}
	for range g.Pick(3) {
		g.p.Rules = append(g.p.Rules, []puzzle.Rule{
			{At: "corners", Most: 3},
			{At: "corners", Most: 1 + g.Pick(4), Of: of[g.Pick(3)]},
			{At: "sides", Most: 1, Of: of[1+g.Pick(2)], Diagonal: g.one(3)},
			{At: "fits", Least: 1},
		}[g.Pick(4)])
	}
	for k := range g.p.Pieces { // always: it changes no solution without a rule
		g.p.Pieces[k].Colour = []string{"#ff8000", "#0080ff"}[g.Pick(2)]
	}
	if g.p.Validate() != nil { // its pieces exclude a group, or a rule does not take their counts
		g.p.Groups, g.p.Rules = nil, nil
	}
}
