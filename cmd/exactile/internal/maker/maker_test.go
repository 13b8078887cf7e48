package maker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// compiled compiles a built-in puzzle.
func compiled(t *testing.T, name string) *puzzle.Tiling {
	t.Helper()
	puzzles, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// six is a rectangle with room for six of the twelve pentominoes, each twice at most.
func six(t *testing.T) *puzzle.Tiling {
	t.Helper()
	p := *compiled(t, "pentominoes:6x10").Puzzle
	p.Board, p.Claims, p.Pieces = puzzle.Rect(6, 5), nil, slices.Clone(p.Pieces)
	for k := range p.Pieces {
		p.Pieces[k].Count = puzzle.Bounds{Max: 2}
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// TestPuzzles makes puzzles of several families, a hundred of each where everything is to be
// run: each has one solution by two engines that had no part in making and proving it, each
// hint that was added can be left out for more, and no two are the same.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	anyHints := 1 << 20
	for _, test := range []struct {
		name string
		Maker
		few int // where not everything is to be run
	}{
		{"rectangle", Maker{Tiling: compiled(t, "pentominoes:6x10"), Hints: anyHints}, 1},
		{"chessboard", Maker{Tiling: compiled(t, "pentominoes:8x8-center"), Hints: anyHints, Seed: 1}, 1},
		{"patterned", Maker{Tiling: compiled(t, "cilada:7"), Hints: anyHints}, 1},
		{"drawn", Maker{Tiling: compiled(t, "dominoes:8x8"), Hints: anyHints, Seed: 2}, 1},
		{"space", Maker{Tiling: compiled(t, "soma"), Hints: anyHints}, 1},
		{"dates", Maker{Tiling: compiled(t, "calendar"), By: []int{8, 9}, Hints: 1}, 1},
		{"pieces", Maker{Tiling: compiled(t, "pentominoes:6x10"), By: []int{0, 9}}, 1},
		{"sets", Maker{Tiling: six(t), Uses: true, UpToSymmetry: true}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := test.Maker
			m.Backend = native.Searcher{}
			want, n := test.few, 0
			if testkit.Thorough() {
				want = 100
			}
			seen := make(map[string]bool)
			for p, err := range m.Puzzles(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				proved, err := m.Prove(t.Context(), p, fmt.Sprintf("%s %d", test.name, n), "", registry.Options{})
				if err != nil {
					t.Fatal(err)
				}
				_, body, _ := strings.Cut(string(proved.Text), "\nboard:")
				if seen[body] {
					t.Errorf("made twice:\n%s", body)
				}
				seen[body] = true
				checkPuzzle(t, &m, proved)
				if n == want {
					break
				}
			}
			if n != want {
				t.Errorf("%d puzzles of %d: %s", n, want, m.ReasonText(n))
			}
		})
	}
}

// checkPuzzle counts the solutions of a puzzle that was made, and of those with a hint less.
func checkPuzzle(t *testing.T, m *Maker, p Proved) {
	t.Helper()
	for _, name := range []string{"native/plain", "gophersat"} {
		b, err := registry.Lookup(name, registry.Options{})
		if err != nil {
			t.Fatal(err)
		}
		count := backends.Count
		if m.UpToSymmetry {
			count = backends.CountOrbits
		}
		if n, err := count(t.Context(), b, p.Tiling.Model); err != nil || n.Int64() != 1 {
			t.Errorf("%v solutions by %s (%v):\n%s", n, name, err, p.Text)
		}
	}
	place := p.Tiling.Puzzle.Place
	if added := len(place) - len(m.Tiling.Puzzle.Place) - len(m.By); added != p.Hints || len(m.By) > 0 && p.Hints > m.Hints {
		t.Errorf("%d hints were added, and not %d:\n%s", added, p.Hints, p.Text)
	}
	for k := len(place) - p.Hints; k < len(place); k++ {
		fewer := *p.Tiling.Puzzle
		fewer.Place = slices.Delete(slices.Clone(place), k, k+1)
		tiling, err := fewer.Compile()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s, err := range (native.Searcher{}).Solutions(t.Context(), tiling.Model) {
			if err != nil || tiling.Check(s) != nil {
				t.Fatal(err)
			}
			if n++; n == 2 {
				break
			}
		}
		if n < 2 {
			t.Errorf("hint %d can be spared:\n%s", k+1, p.Text)
		}
	}
}
