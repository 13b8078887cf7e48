package puzzle

import (
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// fitCase is a shape and a board with gaps, at random.
type fitCase struct {
	lattice *lattice.Lattice
	board   *boardIndex
	shape   Orientation // with at least a cell
}

// randomSites keeps that many of ten cells of a box, with symbols at random.
func randomSites(r *rand.Rand, size lattice.Cell, keep, symbols int) (sites []Site) {
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				if r.IntN(10) < keep {
					sites = append(sites, Site{Cell: Cell{At: lattice.Cell{x, y, z}, Symbol: rune(r.IntN(symbols))}})
				}
			}
		}
	}
	return sites
}

// fitCases yields cases by number: on two lattices, with one symbol and with two, with pieces
// that are held to regions, and with cells that are further away than any board reaches.
func fitCases(t *testing.T) iter.Seq2[int, fitCase] {
	return func(yield func(int, fitCase) bool) {
		r := rand.New(rand.NewPCG(11, 12))
		for round := range 2000 {
			c := fitCase{lattice: []*lattice.Lattice{lattice.Square, lattice.Triangle}[round%2]}
			symbols := 1 + round%3/2
			size := lattice.Cell{1 + r.IntN(6), 1 + r.IntN(6), 1 + r.IntN(3)}
			var err error
			c.board, err = newBoardIndex(&Puzzle{Lattice: c.lattice, Board: Board{Size: size, Sites: randomSites(r, size, 9, symbols)}, Pieces: make([]Piece, 1)})
			if err != nil {
				t.Fatal(err)
			}
			if round%4 == 3 {
				c.board.within[0] = make([]bool, len(c.board.sites))
				for s := range c.board.sites {
					c.board.within[0][s] = r.IntN(4) > 0
				}
			}
			for _, s := range randomSites(r, lattice.Cell{1 + r.IntN(3), 1 + r.IntN(3), 1 + r.IntN(2)}, 6, symbols) {
				c.shape = append(c.shape, s.Cell)
			}
			if len(c.shape) == 0 {
				continue
			}
			if round%50 == 0 {
				c.shape[len(c.shape)-1].At[r.IntN(3)] = []int{math.MaxInt, math.MinInt, 1 << 62, -1 << 62}[r.IntN(4)]
			}
			if !yield(round, c) {
				return
			}
		}
	}
}

// places looks at every cell of every place of the shape.
func (c fitCase) places() (all [][]int) {
	for _, site := range c.board.sites {
		if on, ok := c.place(site.At.Sub(c.shape[0].At)); ok {
			all = append(all, on)
		}
	}
	return all
}

// place returns the sites under the shape that was moved, if it fits there.
func (c fitCase) place(shift lattice.Cell) (on []int, ok bool) {
	if !c.lattice.Translates(shift) {
		return nil, false
	}
	for _, cell := range c.shape {
		n := slices.Index(c.board.sites, Site{Cell: Cell{At: shift.Add(cell.At), Symbol: cell.Symbol}})
		if n < 0 || c.board.within[0] != nil && !c.board.within[0][n] {
			return nil, false
		}
		on = append(on, n)
	}
	return on, true
}

// TestFits compares where shapes fit on boards with gaps with a look at every cell
// of every place.
func TestFits(t *testing.T) {
	found := 0
	for round, c := range fitCases(t) {
		want := c.places()
		tiling := &Tiling{Puzzle: &Puzzle{Pieces: []Piece{{Count: Exactly(1)}}}, Model: &cover.Model{}, Orientations: [][]Orientation{{c.shape}}}
		f, err := tiling.fit(c.board, MaxEntries)
		if err != nil {
			t.Fatal(err)
		}
		tiling.place(c.board, f)
		var got [][]int
		for n, pl := range tiling.Placements {
			on, option := []int(nil), []int{0} // the piece is the first item, and the sites follow
			for _, cell := range pl.Cells {
				on = append(on, c.board.site(cell))
				option = append(option, 1+c.board.site(cell))
			}
			if want := pl.Cells[0].Sub(c.shape[0].At); pl.Origin != want {
				t.Fatalf("round %d: %v on %v: the origin of %v is %v, want %v", round, c.shape, c.board.sites, pl.Cells, pl.Origin, want)
			}
			if !slices.Equal(tiling.Options[n], option) {
				t.Fatalf("round %d: %v on %v: %v is the option %v, want %v", round, c.shape, c.board.sites, on, tiling.Options[n], option)
			}
			got = append(got, on)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: %v on %v: places %v, want %v", round, c.shape, c.board.sites, got, want)
		}
		if most := len(want) / 2; most > 0 {
			if few := c.board.fits(nil, 0, c.shape, false, most); len(few) != most {
				t.Fatalf("round %d: %v on %v: %d places, want the %d that it may have at most", round, c.shape, c.board.sites, len(few), most)
			}
		}
		found += len(got)
	}
	if found < 5000 {
		t.Errorf("%d places in all, want 5000 and more", found)
	}
}
