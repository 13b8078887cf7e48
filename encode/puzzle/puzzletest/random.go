// Package puzzletest draws random puzzles with everything a puzzle can have, and
// shrinks those that a test has found fault with. It is for tests and for programs
// that test.
//
// Most puzzles are planted: a board is cut into pieces, so that there is a
// solution, and then counts are loosened, cells may stay empty, pieces join that
// are not needed. All are small: a dozen cells, two dozen at most, and a handful of
// pieces.
//
// The package knows puzzles and lattices, and searches nothing.
package puzzletest

import (
	"fmt"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Pick makes the choices of a random puzzle: it returns a number from 0 to n-1,
// n >= 1. A generator of random numbers is one (rand.Rand.IntN), a fuzzer's bytes
// are another (Bytes). Zeros make the simplest puzzles.
type Pick func(n int) int

// Bytes returns a Pick that makes its choices by the bytes of data, one for each,
// and returns 0 when there are none left.
func Bytes(data []byte) Pick {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}
}

// one reports true once in n times.
func (pick Pick) one(n int) bool { return pick(n) == n-1 }

// A maker is drawing a puzzle.
type maker struct {
	Pick
	p       *puzzle.Puzzle
	regions []region // the planted solution
}

// A region is a placement of the planted solution; a hole stays empty.
type region struct {
	piece int // -1: a hole
	cells []lattice.Cell
}

// Random returns a puzzle. It compiles and has a form in puzzle files; it need not
// have a solution.
func Random(pick Pick) *puzzle.Puzzle {
	g := &maker{Pick: pick, p: &puzzle.Puzzle{Name: "random"}}
	g.drawLattice()
	orbits := g.drawBoard()
	g.setBoard(orbits)
	g.paint(orbits)
	g.plant()
	g.extra()
	g.loosen()
	g.empty()
	g.hints()
	g.unsettle()
	g.name()
	clean(g.p)
	g.move()
	// A piece that was given a twin may not lie any more as a hint wants it.
	if len(g.p.Place) > 0 {
		if _, err := g.p.Compile(); err != nil {
			g.p.Place = nil
		}
	}
	return g.p
}

func (g *maker) drawLattice() {
	l := []*lattice.Lattice{
		lattice.Square, lattice.Square, lattice.Square, lattice.Square, lattice.Square, lattice.Cube, lattice.Hex, lattice.Triangle,
	}
	g.p.Lattice = l[g.Pick(len(l))]
}

// paint gives cells symbols, those of an orbit of the board the same, so that
// symmetry is often kept.
func (g *maker) paint(orbits [][]lattice.Cell) {
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

// sites returns the index of every cell of the board.
func (g *maker) sites() map[lattice.Cell]int {
	index := make(map[lattice.Cell]int, len(g.p.Board.Sites))
	for n, s := range g.p.Board.Sites {
		index[s.At] = n
	}
	return index
}

// loosen makes ranges of counts.
func (g *maker) loosen() {
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
// cannot say it of single cells with symbols: then all may.
func (g *maker) empty() {
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

// hints asks for placements of the planted solution.
func (g *maker) hints() {
	if !g.one(6) {
		return
	}
	for range 1 + g.Pick(2) {
		if len(g.regions) == 0 {
			return
		}
		r := g.regions[g.Pick(len(g.regions))]
		if r.piece >= 0 {
			g.p.Place = append(g.p.Place, puzzle.Hint{Piece: g.p.Pieces[r.piece].Name, Cells: r.cells})
		}
	}
}

// unsettle makes the planted solution wrong now and then.
func (g *maker) unsettle() {
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

// name gives some pieces names that have to be quoted somewhere, or that look like
// something else.
func (g *maker) name() {
	if !g.one(12) || len(g.p.Pieces) == 0 {
		return
	}
	names := []string{"a b", "0,0", "é|:", "true", "12", "x'\"\\", "A.1", "%41", "piece", "#"}
	k := g.Pick(len(g.p.Pieces))
	old, name := g.p.Pieces[k].Name, names[g.Pick(len(names))]
	g.p.Pieces[k].Name = name
	for n := range g.p.Place {
		if g.p.Place[n].Piece == old {
			g.p.Place[n].Piece = name
		}
	}
}

// letter returns the usual name of piece k.
func letter(k int) string {
	if k < 26 {
		return string(rune('A' + k))
	}
	return fmt.Sprintf("P%d", k)
}

// move leaves rows and columns free around the board.
func (g *maker) move() {
	if !g.one(6) {
		return
	}
	d := lattice.Cell{g.Pick(3), g.Pick(3), 0}
	if g.p.Lattice.Dims == 3 {
		d[2] = g.Pick(2)
	}
	if !g.p.Lattice.Translates(d) {
		d[0]++
	}
	Move(g.p, d)
	for k := range g.p.Lattice.Dims {
		g.p.Board.Size[k] += g.Pick(2)
	}
}
