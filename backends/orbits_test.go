package backends_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// ranged is a random packing of mirror-symmetric pieces, each with a range of counts.
func ranged(t *testing.T, r *rand.Rand) *puzzle.Tiling {
	t.Helper()
	shapes := [][]string{{"X"}, {"XX"}, {"XXX"}, {"XX", "X."}, {"XX", "XX"}, {"XXX", ".X."}, {"XXXX"}, {"X.X", "XXX"}, {"XXX", ".X.", ".X."}, {".X.", "XXX", ".X."}}
	p := &puzzle.Puzzle{Name: "ranged", Board: puzzle.Rect(2+r.IntN(3), 3+r.IntN(2))}
	if r.IntN(4) > 0 {
		p.Board = p.Board.Packing()
	}
	for k, n := range r.Perm(len(shapes))[:2+r.IntN(5)] {
		least := r.IntN(2) * r.IntN(2)
		piece := puzzle.NewPiece(fmt.Sprint("P", k), shapes[n]...).Times(puzzle.Bounds{Min: least, Max: least + r.IntN(4)})
		p.Pieces = append(p.Pieces, piece)
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// copied is a random board with equal pieces of different names, and mirror twins of which each has
// copies.
func copied(t *testing.T, r *rand.Rand) *puzzle.Tiling {
	t.Helper()
	shapes := [][]string{{"X"}, {"XX"}, {"XXX"}, {"XX", "X."}, {"X.", "X.", "XX"}, {".X", ".X", "XX"}, {"XX.", ".XX"}, {".XX", "XX."}}
	width, height := 2+r.IntN(2), 2+r.IntN(3)
	p := &puzzle.Puzzle{Name: "copies", Board: puzzle.Rect(width, height)}
	if r.IntN(2) == 0 {
		p.Board = p.Board.Packing()
	}
	room, turns := width*height, r.IntN(2) == 0
	for k := r.IntN(len(shapes)); len(p.Pieces) < 6 && room > 0; k = (k + 1) % len(shapes) {
		piece := puzzle.NewPiece("", shapes[k]...)
		piece.Flip = turns
		for range 1 + r.IntN(3) {
			if room -= len(piece.Cells); room >= 0 {
				piece.Name = fmt.Sprint("P", len(p.Pieces))
				p.Pieces = append(p.Pieces, piece)
			}
		}
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// Every backend counts as many orbits as a listing has, where pieces may be used more or less
// often, and where symmetries map solutions to themselves. All symmetries of a class are conjugate.
func TestOrbits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(34, 11))
	summed, fixed := 0, 0
	rounds := testkit.Times(60)
	for n := range 2 * rounds {
		tiling := ranged(t, r)
		if n%2 == 1 {
			tiling = copied(t, r)
		}
		m := tiling.Model
		solutions, want := listedOrbits(t, m)
		names := []string{"native"}
		if solutions < 3000 {
			names = append(names, "native/plain")
		}
		if solutions < 100 && n%4 == 0 {
			names = append(names, "gini", "gophersat/cardinality")
		}
		for _, name := range names {
			got, err := backends.CountOrbits(t.Context(), lookup(t, name), m)
			if err != nil || got.Int64() != want {
				t.Fatalf("puzzle %d: %s counts %v orbits of %d solutions, want %d: %v", n, name, got, solutions, want, err)
			}
		}
		seen := 1
		for _, class := range backends.Conjugates(m) {
			seen += len(class)
			if backends.NumSums(m, m.Sym[class[0]]) > 1 {
				summed++
			}
			for _, k := range class {
				if !conjugate(m, class[0], k) {
					t.Fatalf("symmetries %d and %d of puzzle %d are not conjugate", class[0], k, n)
				}
			}
		}
		if seen != len(m.Sym) {
			t.Fatalf("puzzle %d: the classes have %d symmetries of %d", n, seen, len(m.Sym))
		}
		if want*int64(len(m.Sym)) > solutions {
			fixed++
		}
	}
	if summed < rounds/10 || fixed < rounds/10 {
		t.Errorf("%d models have several sums, symmetries fix solutions of %d", summed, fixed)
	}
}

// listedOrbits lists the solutions, and counts them and their orbits.
func listedOrbits(t *testing.T, m *cover.Model) (solutions, orbits int64) {
	t.Helper()
	for s, err := range lookup(t, "native/plain").Solutions(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		if solutions++; s.Least(m.Sym) {
			orbits++
		}
	}
	return solutions, orbits
}

// conjugate looks for a symmetry k with k a = b k.
func conjugate(m *cover.Model, a, b int) bool {
	return slices.ContainsFunc(m.Sym, func(k []int) bool {
		for o := range k {
			if k[m.Sym[a][o]] != m.Sym[b][k[o]] {
				return false
			}
		}
		return true
	})
}
