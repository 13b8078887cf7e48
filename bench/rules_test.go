package bench

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

// ruled draws a small puzzle with groups and rules, some on a torus.
func ruled(r *rand.Rand) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Lattice: lattice.All()[r.IntN(4)], Board: puzzle.Rect(2+r.IntN(3), 2+r.IntN(2))}
	if p.Lattice == lattice.Cube {
		p.Board, _ = puzzle.ParseBoard("..", ".?", "", "?.", "..")
	}
	torus := puzzle.Wrap{{p.Board.Size[0]}, {0, p.Board.Size[1]}}
	if r.IntN(3) == 0 && p.Lattice.Translates(torus[0]) && p.Lattice.Translates(torus[1]) {
		p.Board.Wrap = torus
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
		b := newBrute(p)
		var want []cover.Solution
		for s, err := range (native.Plain{}).Solutions(t.Context(), free.Model) {
			if err != nil {
				t.Fatal(err)
			}
			ok := b.keeps(b.laidOf(free, s))
			if wrong := held.Check(s); (wrong == nil) != ok {
				t.Fatalf("%+v\n%v: checked %v, by hand %v", p, spelled(b.laidOf(free, s)), wrong, ok)
			} else if wrong != nil && held.Explain(wrong) != "" {
				broken++
			}
			if ok {
				want = append(want, slices.Clone(s))
			}
		}
		var got, names []string
		for s, err := range (native.Plain{}).Solutions(t.Context(), held.Model) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, spelled(b.laidOf(held, s)))
		}
		for _, s := range want {
			names = append(names, spelled(b.laidOf(free, s)))
		}
		slices.Sort(got)
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
				if !b.keeps(b.laidOf(free, s.Image(g))) {
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
