package bench

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// A laid piece covers sites, in increasing order.
type laid struct {
	piece int
	sites []int
}

func (l laid) covers(on func(s int) bool) bool { return slices.ContainsFunc(l.sites, on) }

// A bound is on how many laid pieces are such.
type bound struct {
	puzzle.Bounds
	of func(laid) bool
}

// A brute force knows a puzzle by its cells and, if the board is closed, by copies of them.
type brute struct {
	*puzzle.Puzzle
	at             map[lattice.Cell]int // the site of a cell
	counts, bounds []bound              // of pieces and groups, and all others
	lie, chosen    []laid
	found          [][]laid
	steps          int
}

func newBrute(p *puzzle.Puzzle) *brute {
	b := &brute{Puzzle: p, at: make(map[lattice.Cell]int)}
	copies := []lattice.Cell{{}}
	for _, w := range p.Board.Wrap {
		for _, c := range copies {
			for n := -7; n <= 7 && w != (lattice.Cell{}); n++ {
				copies = append(copies, c.Add(lattice.Cell{n * w[0], n * w[1], n * w[2]}))
			}
		}
	}
	meet, places := make(map[lattice.Cell][]int), make(map[string][][]int)
	corners := func(c lattice.Cell) (all []lattice.Cell) {
		for _, v := range p.Lattice.Corners(c) {
			for z := range p.Lattice.Dims - 1 {
				all = append(all, lattice.Cell{v[0], v[1], c[2] + z})
			}
		}
		return all
	}
	for s, site := range p.Board.Sites {
		b.at[site.At] = s
		for _, by := range copies {
			for _, v := range corners(site.At.Add(by)) {
				meet[v] = append(meet[v], s)
			}
		}
	}
	for s, site := range p.Board.Sites {
		for _, v := range corners(site.At) {
			places["corners"] = append(places["corners"], meet[v])
		}
		for _, c := range p.Lattice.Neighbours(site.At) {
			if n, on := b.site(c); on {
				places["sides"] = append(places["sides"], []int{s, n})
			}
		}
	}
	for k, piece := range p.Pieces {
		b.lay(k)
		b.counts = append(b.counts, bound{piece.Count, func(l laid) bool { return l.piece == k }})
	}
	named := func(l laid, names ...string) bool { return slices.Contains(names, p.Pieces[l.piece].Name) }
	for _, g := range p.Groups {
		b.counts = append(b.counts, bound{g.Count, func(l laid) bool { return named(l, g.Pieces...) }})
	}
	some := puzzle.Bounds{Min: 1, Max: 99}
	for _, h := range p.Place {
		on := func(s int) bool { return slices.Contains(h.Cells, p.Board.Sites[s].At) }
		not := func(s int) bool { return !on(s) }
		b.bounds = append(b.bounds, bound{some, func(l laid) bool { return named(l, h.Piece) && !l.covers(not) }})
	}
	for _, o := range p.Over {
		on := func(s int) bool { return p.Board.Sites[s].Label == o.Label }
		b.bounds = append(b.bounds, bound{some, func(l laid) bool { return named(l, o.Piece) && l.covers(on) }})
	}
	for _, r := range p.Rules {
		all := places[r.At]
		if r.Diagonal {
			all = append(slices.Clip(all), places["corners"]...)
		}
		for _, place := range all {
			for _, of := range p.Pieces { // those that count together with it
				b.bounds = append(b.bounds, bound{puzzle.Bounds{Max: r.Most}, func(l laid) bool {
					is := p.Pieces[l.piece]
					return (r.Of == "" || r.Of == "color" && is.Colour == of.Colour || is.Name == of.Name) &&
						l.covers(func(s int) bool { return slices.Contains(place, s) })
				}})
			}
		}
	}
	return b
}

// site returns the site of a cell or of a copy, however far away.
func (b *brute) site(c lattice.Cell) (s int, on bool) {
	for k, w := range slices.Backward(b.Board.Wrap[:]) { // a twist changes the axes before
		for ; w[k] > 0 && c[k] < 0; c = c.Add(w) {
		}
		for ; w[k] > 0 && c[k] >= w[k]; c = c.Sub(w) {
		}
	}
	s, on = b.at[c]
	return s, on
}

// flat reports whether no four cells span a space: balls of such a piece turn to its mirror image.
func flat(cells []puzzle.Cell) bool {
	for _, o := range cells {
		for _, x := range cells {
			for _, y := range cells {
				for _, z := range cells {
					a, b, c := x.At.Sub(o.At), y.At.Sub(o.At), z.At.Sub(o.At)
					if a[0]*(b[1]*c[2]-b[2]*c[1])+a[1]*(b[2]*c[0]-b[0]*c[2])+a[2]*(b[0]*c[1]-b[1]*c[0]) != 0 {
						return false
					}
				}
			}
		}
	}
	return true
}

// lay lists where a piece lies.
func (b *brute) lay(k int) {
	piece, known, mirrored := b.Pieces[k], make(map[string]bool), false
	flip := piece.Flip || b.Lattice.Round && piece.Rotate && flat(piece.Cells)
	for n, g := range b.Lattice.Motions {
		if n > 0 && (g.Mirror && (!flip || !piece.Rotate && mirrored) || !g.Mirror && !piece.Rotate) {
			continue
		}
		mirrored = mirrored || g.Mirror
	next:
		for _, site := range b.Board.Sites {
			l, by := laid{piece: k}, site.At.Sub(b.Lattice.Apply(g, []lattice.Cell{piece.Cells[0].At})[0])
			for _, c := range piece.Cells {
				s, on := b.site(b.Lattice.Apply(g, []lattice.Cell{c.At})[0].Add(by))
				if !on || slices.Contains(l.sites, s) || c.Symbol != b.Board.Sites[s].Symbol && c.Symbol != puzzle.Any || !b.Lattice.Translates(by) ||
					piece.Within != "" && (b.Board.Sites[s].Region == 0 || !strings.ContainsRune(piece.Within, b.Board.Sites[s].Region)) {
					continue next
				}
				l.sites = append(l.sites, s)
			}
			slices.Sort(l.sites)
			if key := fmt.Sprint(l); !known[key] {
				known[key], b.lie = true, append(b.lie, l)
			}
		}
	}
}

// keeps reports whether laid pieces keep the counts of pieces and groups, the hints and the rules.
func (b *brute) keeps(all []laid) bool {
	n := func(of func(laid) bool) (n int) {
		for _, l := range all {
			if of(l) {
				n++
			}
		}
		return n
	}
	broken := func(c bound) bool { return n(c.of) < c.Min || n(c.of) > c.Max }
	more := func(l laid) bool { // it still fits
		full := func(s int) bool {
			return slices.ContainsFunc(all, func(l laid) bool { return slices.Contains(l.sites, s) })
		}
		return !l.covers(full) && !slices.ContainsFunc(b.counts, func(c bound) bool { return c.of(l) && n(c.of) >= c.Max })
	}
	return !slices.ContainsFunc(b.counts, broken) && !slices.ContainsFunc(b.bounds, broken) &&
		!(slices.Contains(b.Rules, puzzle.Rule{At: "fits", Least: 1}) && slices.ContainsFunc(b.lie, more))
}

// search lists the solutions, and reports whether it had the time.
func (b *brute) search(s int, full []bool) bool {
	is := func(n int) bool { return full[n] }
	for b.steps++; s < len(full) && full[s]; s++ {
	}
	if s == len(full) {
		if b.keeps(b.chosen) {
			b.found = append(b.found, slices.Clone(b.chosen))
		}
		return true
	}
	for _, l := range b.lie {
		if l.sites[0] != s || l.covers(is) {
			continue
		}
		now := slices.Clone(full)
		for _, n := range l.sites {
			now[n] = true
		}
		b.chosen = append(b.chosen, l)
		inTime := b.search(s+1, now)
		if b.chosen = b.chosen[:len(b.chosen)-1]; !inTime {
			return false
		}
	}
	return b.steps < 20_000 && (!b.Board.Sites[s].Optional || b.search(s+1, full))
}

// spelled spells a solution with its sites moved.
func spelled(solution []laid, to ...int) string {
	var all []string
	for _, l := range solution {
		on := slices.Clone(l.sites)
		for k, s := range on {
			if to != nil {
				on[k] = to[s]
			}
		}
		slices.Sort(on)
		all = append(all, fmt.Sprint(l.piece, on))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// orbits counts the solutions up to the motions of the board, which map each piece onto itself.
func (b *brute) orbits() int {
	least, orbits := make([]string, len(b.found)), make(map[string]bool)
	for k, s := range b.found {
		least[k] = spelled(s)
	}
	for _, g := range b.Lattice.Motions {
	next:
		for _, at := range b.Board.Sites {
			by := at.At.Sub(b.Lattice.Apply(g, []lattice.Cell{b.Board.Sites[0].At})[0])
			var to []int
			for _, site := range b.Board.Sites {
				for k, w := range append([]lattice.Cell{{}}, b.Board.Wrap[:]...) {
					n, on := b.site(b.Lattice.Apply(g, []lattice.Cell{site.At.Add(w)})[0].Add(by))
					if k == 0 && on {
						to = append(to, n)
					}
					if !on || n != to[len(to)-1] || b.Board.Sites[n].Symbol != site.Symbol || b.Board.Sites[n].Optional != site.Optional || !b.Lattice.Translates(by) {
						continue next
					}
				}
			}
			for k, s := range b.found {
				least[k] = min(least[k], spelled(s, to...))
			}
		}
	}
	for _, s := range least {
		orbits[s] = true
	}
	return len(orbits)
}

// laidOf returns the pieces of a solution of a model.
func (b *brute) laidOf(t *puzzle.Tiling, s cover.Solution) (all []laid) {
	for _, o := range s {
		l := laid{piece: t.Placements[o].Piece}
		for _, c := range t.Placements[o].Cells {
			l.sites = append(l.sites, b.at[c])
		}
		all = append(all, l)
	}
	return all
}

// TestCells compares the solutions of random puzzles, and the orbits of some, with a brute force on
// cells that shares no code with Compile.
func TestCells(t *testing.T) {
	t.Parallel()
	compared := map[string]int{}
	for seed := range uint64(testkit.Times(300)) {
		p := puzzletest.Random(rand.New(rand.NewPCG(seed, 58)).IntN)
		if p.Board.Wrap == (puzzle.Wrap{}) && seed%2 == 0 { // more that are closed
			p = puzzletest.Random(rand.New(rand.NewPCG(seed, 59)).IntN)
		}
		up := seed%6 == 0
		for k := range p.Pieces {
			if up {
				p.Pieces[k].Rotate, p.Pieces[k].Flip, p.Pieces[k].Within = true, true, ""
			}
		}
		if up {
			p.Place, p.Over, p.Groups, p.Rules = nil, nil, nil, nil
		}
		b := newBrute(p)
		if !b.search(0, make([]bool, len(p.Board.Sites))) {
			continue
		}
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for s, err := range (native.Plain{}).Solutions(context.Background(), tiling.Model) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, spelled(b.laidOf(tiling, s)))
		}
		for _, s := range b.found {
			want = append(want, spelled(s))
		}
		slices.Sort(got)
		slices.Sort(want)
		n, err := backends.Count(context.Background(), native.Searcher{}, tiling.Model)
		if err != nil || !slices.Equal(got, want) || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("seed %d: %d solutions listed and %v counted (%v), want %d\n%v", seed, len(got), n, err, len(want), p)
		}
		for _, f := range puzzletest.Features(p) {
			compared[f]++
		}
		if !up {
			continue
		}
		if err := tiling.Model.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		orbits, err := backends.CountOrbits(context.Background(), native.Searcher{}, tiling.Model)
		if err != nil || orbits.Cmp(big.NewInt(int64(b.orbits()))) != 0 {
			t.Fatalf("seed %d: %v orbits (%v), want %d of %d\n%v", seed, orbits, err, b.orbits(), len(want), p)
		}
		compared["orbits"]++
	}
	t.Log(compared)
}
