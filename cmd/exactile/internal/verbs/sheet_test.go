package verbs

import (
	"math/big"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// challengesOf returns challenges of a built-in puzzle.
func challengesOf(t *testing.T, name string, n int) (*puzzle.Tiling, []challenge) {
	t.Helper()
	all, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := all[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	made, err := drawnChallenges(t.Context(), tiling, n, 0)
	if err != nil || len(made) != n {
		t.Fatalf("%s: %d challenges, %v", name, len(made), err)
	}
	return tiling, made
}

// left is how many solutions a challenge has.
func (c *challenge) left(t *testing.T, tiling *puzzle.Tiling) *big.Int {
	t.Helper()
	given := tiling.Restrict(cover.Shard{Take: c.given})
	n, err := native.Searcher{}.Count(t.Context(), given)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Challenges lead from many given pieces to few, from easy to hard, and each has the one solution.
func TestChallengesAreARamp(t *testing.T) {
	t.Parallel()
	tiling, made := challengesOf(t, "pentominoes:6x10", 6)
	most, fewest := 0, 12
	for k, c := range made {
		if n := c.left(t, tiling); n.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("%d: %v solutions", k, n)
		}
		if k > 0 && c.rating.Nodes.Median < made[k-1].rating.Nodes.Median {
			t.Errorf("%d is easier than the one before", k)
		}
		most, fewest = max(most, len(c.given)), min(fewest, len(c.given))
	}
	if most != 10 || fewest > 3 {
		t.Errorf("from %d to %d given pieces", most, fewest)
	}
}

// Where a puzzle has choices, a challenge is a choice: seven dice, or a day that there is. Each has
// its solution, and the hardest gives nothing else.
func TestChallengesAreRolls(t *testing.T) {
	t.Parallel()
	for name, chosen := range map[string]int{"genius": 7, "calendar": 2} {
		tiling, made := challengesOf(t, name, 8)
		bare := 0
		for k, c := range made {
			var labels []string
			for _, o := range c.given {
				if p := tiling.Placements[o]; tiling.Puzzle.Pieces[p.Piece].Chooses() {
					labels = append(labels, tiling.Puzzle.Shown(p.Piece, p.Cells))
				}
				if !slices.Contains(c.solution, o) {
					t.Errorf("%s: %d gives what its solution does not have", name, k)
				}
			}
			if len(labels) != chosen || isNoDate(labels) {
				t.Errorf("%s: %d has the choices %q", name, k, labels)
			}
			if len(c.given) == chosen {
				bare++
			}
			if err := tiling.Check(c.solution); err != nil || c.left(t, tiling).Sign() == 0 {
				t.Errorf("%s: %d: %v", name, k, err)
			}
		}
		if bare == 0 {
			t.Errorf("%s: each challenge gives more than its choices", name)
		}
	}
	if !isNoDate([]string{"Feb", "30"}) || isNoDate([]string{"Feb", "29"}) || isNoDate([]string{"A1", "B2"}) {
		t.Error("a date is taken for none, or the other way round")
	}
}
