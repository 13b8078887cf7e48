package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// vertices are the corners of a cell, by the definition of each lattice.
func vertices(l *lattice.Lattice, c lattice.Cell) (all []lattice.Cell) {
	switch l {
	case lattice.Hex: // thrice the mean of the three cells that meet there
		around := []lattice.Cell{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}
		for k, d := range around {
			all = append(all, c.Add(c).Add(c).Add(d).Add(around[(k+1)%6]))
		}
	case lattice.Triangle: // it stands on its base if x+y is even
		tip, base := c[1], c[1]+1
		if (c[0]+c[1])%2 != 0 {
			tip, base = base, tip
		}
		all = []lattice.Cell{{c[0] + 1, tip}, {c[0], base}, {c[0] + 2, base}}
	default:
		for bits := range 1 << l.Dims {
			all = append(all, c.Add(lattice.Cell{bits & 1, bits >> 1 & 1, bits >> 2}))
		}
	}
	return all
}

// shared is how many corners two cells share: as many as a side has if they are neighbours.
func shared(l *lattice.Lattice, a, b lattice.Cell) (n int) {
	for _, v := range vertices(l, a) {
		if slices.Contains(vertices(l, b), v) {
			n++
		}
	}
	return n
}

// obeys reports whether a solution of the puzzle without groups and rules keeps them.
func obeys(free *puzzle.Tiling, p *puzzle.Puzzle, s cover.Solution) bool {
	used := make(map[string]int)
	for _, o := range s {
		used[p.Pieces[free.Placements[o].Piece].Name]++
	}
	in := func(g puzzle.Group) (n int) {
		for _, name := range g.Pieces {
			n += used[name]
		}
		return n
	}
	for _, g := range p.Groups {
		if n := in(g); n < g.Count.Min || n > g.Count.Max {
			return false
		}
	}
	kind := func(r puzzle.Rule, o int) string {
		piece := p.Pieces[free.Placements[o].Piece]
		return map[string]string{"": "", "color": piece.Colour, "piece": piece.Name}[r.Of]
	}
	for _, r := range p.Rules {
		switch r.At {
		case "corners":
			meet := make(map[string]map[int]bool)
			for _, o := range s {
				for _, c := range free.Placements[o].Cells {
					for _, v := range vertices(p.Lattice, c) {
						key := fmt.Sprint(kind(r, o), v)
						if meet[key] == nil {
							meet[key] = make(map[int]bool)
						}
						if meet[key][o] = true; len(meet[key]) > r.Most {
							return false
						}
					}
				}
			}
		case "sides":
			apart := 2 * (p.Lattice.Dims - 1) // the corners of a side
			if r.Diagonal {
				apart = 1
			}
			for _, a := range s {
				for _, b := range s {
					for _, c := range free.Placements[a].Cells {
						for _, d := range free.Placements[b].Cells {
							if a < b && kind(r, a) == kind(r, b) && shared(p.Lattice, c, d) >= apart {
								return false
							}
						}
					}
				}
			}
		case "fits":
			full := make(map[lattice.Cell]bool)
			for _, o := range s {
				for _, c := range free.Placements[o].Cells {
					full[c] = true
				}
			}
			for _, pl := range free.Placements {
				piece := p.Pieces[pl.Piece]
				room := used[piece.Name] < piece.Count.Max
				for _, g := range p.Groups {
					room = room && (!slices.Contains(g.Pieces, piece.Name) || in(g) < g.Count.Max)
				}
				if room && !slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool { return full[c] }) {
					return false
				}
			}
		}
	}
	return true
}

// ruled draws a small puzzle with groups and rules.
func ruled(r *rand.Rand) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Lattice: lattice.All()[r.IntN(4)], Board: puzzle.Rect(2+r.IntN(3), 2+r.IntN(2))}
	if p.Lattice == lattice.Cube {
		p.Board, _ = puzzle.ParseBoard("..", ".?", "", "?.", "..")
	}
	if loose := r.IntN(4); loose > 0 {
		for k := range p.Board.Sites {
			p.Board.Sites[k].Optional = loose == 1 || r.IntN(loose) > 0
		}
	}
	if r.IntN(3) == 0 {
		p.Board.Sites = slices.Delete(p.Board.Sites, 3, 4)
	}
	any := puzzle.Bounds{Min: 0, Max: puzzle.Unbounded}
	counts := []puzzle.Bounds{any, any, any, {Min: 0, Max: 1}, {Min: 0, Max: 1}, puzzle.Exactly(1), puzzle.Exactly(2), {Min: 0, Max: 2}, {Min: 1, Max: puzzle.Unbounded}}
	shapes := [][]string{{"X"}, {"XX"}, {"XXX"}, {"XX", "X."}, {"XX"}, {"XX", "XX"}, {"X.X"}, {"X"}}
	var names []string
	for k := range 2 + r.IntN(3) {
		piece := puzzle.NewPiece(string(rune('A'+k)), shapes[r.IntN(len(shapes))]...).Times(counts[r.IntN(len(counts))])
		piece.Colour = []string{"#ff0000", "#0000ff"}[r.IntN(2)]
		piece.Flip = r.IntN(4) > 0
		names = append(names, piece.Name)
		p.Pieces = append(p.Pieces, piece)
	}
	for range r.IntN(3) {
		some := slices.Clone(names)
		r.Shuffle(len(some), func(a, b int) { some[a], some[b] = some[b], some[a] })
		low := r.IntN(3)
		p.Groups = append(p.Groups, puzzle.Group{Pieces: some[:1+r.IntN(len(some))], Count: []puzzle.Bounds{
			{Min: low, Max: low + r.IntN(3)}, {Min: 0, Max: 1}, puzzle.Exactly(low), {Min: low, Max: puzzle.Unbounded}}[r.IntN(4)]})
	}
	for range r.IntN(3) {
		of := []string{"", "color", "piece"}[r.IntN(3)]
		p.Rules = append(p.Rules, []puzzle.Rule{
			{At: "corners", Most: 1 + r.IntN(5), Of: of},
			{At: "corners", Most: 3},
			{At: "sides", Most: 1, Of: of, Diagonal: r.IntN(2) == 0},
			{At: "fits", Least: 1},
		}[r.IntN(4)])
	}
	return p
}

// The solutions of a puzzle with groups and rules are those of the puzzle without them that keep
// them, and so are their orbits.
func TestRulesAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(57, 1))
	rounds := testkit.Times(200) // 2000 where all tests run
	some, fewer, symmetric, broken := 0, 0, 0, 0
	for done := 0; done < rounds; {
		p := ruled(r)
		held, err := p.Compile()
		if err != nil {
			continue // a group that its pieces exclude, or a count that fits does not take
		}
		bare := *p
		bare.Groups, bare.Rules = nil, nil
		free, err := bare.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := (native.Searcher{}).Count(t.Context(), free.Model); err != nil || n.Int64() > 3000 {
			continue
		}
		done++
		var want []cover.Solution
		for s, err := range (native.Plain{}).Solutions(t.Context(), free.Model) {
			if err != nil {
				t.Fatal(err)
			}
			ok := obeys(free, p, s)
			if wrong := held.Check(s); (wrong == nil) != ok {
				t.Fatalf("%+v\n%v: checked %v, by hand %v", p, named(free, s), wrong, ok)
			} else if wrong != nil && held.Explain(wrong) != "" {
				broken++
			}
			if ok {
				want = append(want, slices.Clone(s))
			}
		}
		got := solutions(t, held)
		var names []string
		for _, s := range want {
			names = append(names, named(free, s))
		}
		slices.Sort(names)
		if n, err := (native.Searcher{}).Count(t.Context(), held.Model); err != nil || !slices.Equal(got, names) || n.Int64() != int64(len(want)) {
			t.Fatalf("%+v: %d solutions, %v counted (%v), want %d", p, len(got), n, err, len(want))
		}
		if len(want) > 0 {
			some++
		}
		if full, _ := (native.Searcher{}).Count(t.Context(), free.Model); full.Int64() > int64(len(want)) {
			fewer++
		}
		if len(p.Groups) == 0 && !slices.ContainsFunc(p.Rules, func(r puzzle.Rule) bool { return r.Of == "color" }) && len(held.Sym) != len(free.Sym) {
			t.Fatalf("%+v: the rules leave %d of %d symmetries", p, len(held.Sym), len(free.Sym))
		}
		if len(held.Sym) < 2 || done%4 > 0 {
			continue
		}
		symmetric++
		orbits := make(map[string]bool)
		for _, s := range want {
			for _, g := range held.Sym {
				if !obeys(free, p, s.Image(g)) {
					t.Fatalf("%+v: the image of a solution is none", p)
				}
			}
			orbits[fmt.Sprint(s.Canonical(held.Sym))] = true
		}
		if n, err := backends.CountOrbits(t.Context(), native.Searcher{}, held.Model); err != nil || n.Int64() != int64(len(orbits)) {
			t.Fatalf("%+v: %v orbits (%v), want %d", p, n, err, len(orbits))
		}
	}
	if some < rounds/4 || fewer < rounds/4 || symmetric < rounds/20 || broken < rounds {
		t.Errorf("of %d puzzles %d have solutions, %d lose some, %d are symmetric; %d faults", rounds, some, fewer, symmetric, broken)
	}
}
