package verbs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// A challenge is a card: what is given, its solution, and how hard it is.
type challenge struct {
	given, solution cover.Solution
	rating          design.Rating
}

// drawnChallenges returns n challenges, the easiest first, and the error that left some out: the
// last ones have as little given as can be, the first ones all but two pieces.
func drawnChallenges(
	ctx context.Context, t *puzzle.Tiling, n int, seed uint64,
) (made []challenge, err error) {
	if all := choices(t); len(all) > 0 {
		made, err = chosen(ctx, t, all, n, seed)
	} else {
		made, err = hinted(ctx, t, n, seed)
	}
	for k := range made {
		made[k].ease(ctx, t, k, len(made))
	}
	slices.SortStableFunc(made, func(a, b challenge) int {
		return cmp.Or(cmp.Compare(a.rating.Nodes.Median, b.rating.Nodes.Median),
			cmp.Compare(len(b.given), len(a.given)))
	})
	return made, err
}

// hinted returns challenges whose given pieces leave one solution, none of them in vain.
func hinted(
	ctx context.Context, t *puzzle.Tiling, n int, seed uint64,
) (made []challenge, err error) {
	options := design.Options{
		Hints: math.MaxInt32, Seed: seed, MostListed: 20_000, Draws: 10 * n,
	}
	for d, err := range design.All(ctx, native.Searcher{}, t.Model, options, &design.Report{}) {
		if err != nil {
			return made, err
		}
		made = append(made, challenge{given: d.Hints, solution: d.Solution})
		if len(made) == n {
			break
		}
	}
	return made, nil
}

// choices returns, for each piece that stands for a choice that a hint does not make, its options.
func choices(t *puzzle.Tiling) (all [][]int) {
	for k, piece := range t.Puzzle.Pieces {
		given := slices.ContainsFunc(t.Puzzle.Place, func(h puzzle.Hint) bool {
			return t.Puzzle.Piece(h.Piece) == k
		})
		if !piece.Chooses() || piece.Count != puzzle.Exactly(1) || given {
			continue
		}
		var options []int
		for o, p := range t.Placements {
			if p.Piece == k {
				options = append(options, o)
			}
		}
		all = append(all, options)
	}
	return all
}

// chosen draws challenges that are choices, each with a solution. It gives up where few choices
// have any.
func chosen(
	ctx context.Context, t *puzzle.Tiling, all [][]int, n int, seed uint64,
) (made []challenge, err error) {
	source := rand.New(rand.NewPCG(seed, 0))
	known := make(map[string]bool)
	for draws := 0; len(made) < n && draws < 20*n; draws++ {
		var given cover.Solution
		var labels []string
		for _, options := range all {
			o := options[source.IntN(len(options))]
			p := t.Placements[o]
			given, labels = append(given, o), append(labels, t.Puzzle.Shown(p.Piece, p.Cells))
		}
		slices.Sort(given)
		if key := fmt.Sprint(given); known[key] || isNoDate(labels) {
			continue
		} else {
			known[key] = true
		}
		solution, ok, err := backends.First(ctx, native.Searcher{}, t.Model.With(cover.Extra{
			Item: cover.Item{Name: "!given", Min: len(given), Max: len(given)}, Options: given,
		}))
		if err != nil {
			return made, err
		}
		if ok {
			made = append(made, challenge{given: given, solution: solution})
		}
	}
	return made, nil
}

// isNoDate reports whether labels are a month and a day that it does not have.
func isNoDate(labels []string) bool {
	_, err := time.Parse("Jan 2", strings.Join(labels, " "))
	return err != nil && strings.HasSuffix(err.Error(), "out of range")
}

// ease gives more of the solution of the challenge with number k of n, the more the smaller k is,
// and rates what is left; the rating has no orders where that takes too long.
func (c *challenge) ease(ctx context.Context, t *puzzle.Tiling, k, n int) {
	most := len(c.solution) - 2
	want := most - (most-len(c.given))*k/max(1, n-1)
	for _, o := range c.solution {
		if len(c.given) < want && !slices.Contains(c.given, o) {
			c.given = append(slices.Clip(c.given), o)
		}
	}
	slices.Sort(c.given)
	c.rating, _ = design.Rate(ctx, native.Searcher{}, t.Model, c.given, design.RateOptions{
		Orders: 25, MaxNodes: 20_000,
	})
}
