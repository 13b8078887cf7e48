package puzzle

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
)

// TestFits compares where shapes fit on boards with gaps with a look at every cell
// of every place.
func TestFits(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	cells := func(size lattice.Cell, keep int, symbols int) (sites []Site) {
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
	found := 0
	for round := range 2000 {
		l := []*lattice.Lattice{lattice.Square, lattice.Triangle}[round%2]
		size := lattice.Cell{1 + r.IntN(6), 1 + r.IntN(6), 1 + r.IntN(3)}
		b, err := newBoardIndex(&Puzzle{Lattice: l, Board: Board{Size: size, Sites: cells(size, 9, 1+round%3/2)}, Pieces: make([]Piece, 1)})
		if err != nil {
			t.Fatal(err)
		}
		if round%4 == 3 { // held to regions
			b.within[0] = make([]bool, len(b.sites))
			for s := range b.sites {
				b.within[0][s] = r.IntN(4) > 0
			}
		}
		var o Orientation
		for _, s := range cells(lattice.Cell{1 + r.IntN(3), 1 + r.IntN(3), 1 + r.IntN(2)}, 6, 1+round%3/2) {
			o = append(o, s.Cell)
		}
		if len(o) == 0 {
			continue
		}
		if round%50 == 0 { // further away than any board reaches
			o[len(o)-1].At[r.IntN(3)] = []int{math.MaxInt, math.MinInt, 1 << 62, -1 << 62}[r.IntN(4)]
		}
		var want [][]int
	next:
		for _, site := range b.sites {
			shift := site.At.Sub(o[0].At)
			if !l.Translates(shift) {
				continue
			}
			var on []int
			for _, c := range o {
				n := slices.Index(b.sites, Site{Cell: Cell{At: shift.Add(c.At), Symbol: c.Symbol}})
				if n < 0 || b.within[0] != nil && !b.within[0][n] {
					continue next
				}
				on = append(on, n)
			}
			want = append(want, on)
		}
		n := 0
		for origin, sites := range b.fits(0, o) {
			if n == len(want) || !slices.Equal(sites, want[n]) || origin != b.sites[sites[0]].At.Sub(o[0].At) {
				t.Fatalf("round %d: %v on %v: place %d is %v at %v, want %v", round, o, size, n, sites, origin, want)
			}
			n++
		}
		if n != len(want) {
			t.Fatalf("round %d: %v on %v: %d places, want %v", round, o, size, n, want)
		}
		found += n
	}
	if found < 5000 {
		t.Errorf("only %d places in all", found)
	}
}
