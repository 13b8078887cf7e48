package verbs

import (
	"math/big"
	"testing"

	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// Challenges lead from many given pieces to few, and each has the one solution.
func TestChallengesAreARamp(t *testing.T) {
	t.Parallel()
	all, err := catalogue.Lookup("pentominoes:6x10")
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := all[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	var made []challenge
	for d, err := range design.All(t.Context(), native.Searcher{}, tiling.Model, design.Options{
		Hints: 12, Draws: 50, MostListed: 20_000,
	}, new(design.Report)) {
		if err != nil {
			t.Fatal(err)
		}
		if made = append(made, challenge{given: d.Hints, solution: d.Solution}); len(made) == 6 {
			break
		}
	}
	least := len(made[5].given)
	for k := range made {
		if err := made[k].ease(t.Context(), tiling, k, len(made)); err != nil {
			t.Fatal(err)
		}
		given := tiling.Restrict(cover.Shard{Take: made[k].given})
		n, err := native.Searcher{}.Count(t.Context(), given)
		if err != nil || n.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("%d: %v solutions, %v", k, n, err)
		}
		if k > 0 && len(made[k].given) > len(made[k-1].given) {
			t.Errorf("%d: %d are given after %d", k, len(made[k].given), len(made[k-1].given))
		}
	}
	if len(made[0].given) != 10 || len(made[5].given) != least {
		t.Errorf("from %d to %d given pieces, want from 10 to %d", len(made[0].given), len(made[5].given), least)
	}
}
