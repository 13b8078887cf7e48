package puzzle

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
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
		tiling := &Tiling{Puzzle: &Puzzle{}, Model: &cover.Model{}, Orientations: [][]Orientation{{o}}}
		f, err := tiling.fit(b, MaxEntries)
		if err != nil {
			t.Fatal(err)
		}
		tiling.place(b, f)
		var got [][]int
		for n, pl := range tiling.Placements {
			var on []int
			for _, c := range pl.Cells {
				on = append(on, b.site(c))
			}
			if pl.Origin != pl.Cells[0].Sub(o[0].At) {
				t.Fatalf("round %d: %v on %v: %v is from %v", round, o, size, pl.Cells, pl.Origin)
			}
			for k, item := range tiling.Options[n] {
				if k == 0 && item != 0 || k > 0 && item != 1+on[k-1] {
					t.Fatalf("round %d: %v on %v: %v is the option %v", round, o, size, on, tiling.Options[n])
				}
			}
			got = append(got, on)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d: %v on %v: places %v, want %v", round, o, size, got, want)
		}
		if most := len(want) / 2; most > 0 && len(b.fits(nil, 0, o, nil, most)) != most {
			t.Fatalf("round %d: %v on %v: not %d places", round, o, size, most)
		}
		found += len(got)
	}
	if found < 5000 {
		t.Errorf("only %d places in all", found)
	}
}
