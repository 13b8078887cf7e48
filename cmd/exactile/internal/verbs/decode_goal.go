package verbs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// betterTime bounds the search for a solution that is better than an optimiser's.
const betterTime = 10 * time.Second

// keepBest leaves the best solution of an optimiser's answer, and compares its value with the cost
// that the optimiser states.
func (r *decodeRun) keepBest(a *decodedAnswer) error {
	t := r.entry.Tiling
	if t.Puzzle.Goal.Best == "" || len(a.solutions) == 0 {
		return nil
	}
	first := a.solutions[0]
	for _, s := range a.solutions {
		if v := t.Value(s) - t.Value(first); v < 0 && t.Puzzle.Goal.Best == "fewest" ||
			v > 0 && t.Puzzle.Goal.Best == "most" {
			first = s
		}
	}
	a.solutions = []cover.Solution{first}
	objective, negative := int64(0), int64(0)
	for o, weight := range weightsOf(t) {
		negative += int64(min(weight, 0))
		if _, in := slices.BinarySearch(first, o); in {
			objective += int64(weight)
		}
	}
	if a.Cost != "" && a.Cost != fmt.Sprint(objective) &&
		a.Cost != fmt.Sprint(objective-negative) {
		return fmt.Errorf("%s: the solver states the cost %s, and its solution has %d in opb, "+
			"%d in wcnf: %s", r.name(), a.Cost, objective, objective-negative,
			t.Puzzle.Goal.Text(t.Value(first)))
	}
	return nil
}

// judgeBest compares an optimiser's solution with a search for better ones, and with the claims.
// It notes what is known, and returns an error if the solver or a claim is refuted.
func (r *decodeRun) judgeBest(ctx context.Context, a decodedAnswer) error {
	t, name := r.entry.Tiling, r.entry.Name
	g := t.Puzzle.Goal
	if g.Best == "" || len(a.solutions) == 0 {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, betterTime)
	defer cancel()
	known := a.solutions[0]
	found, err := best.Find(limited, t, func(of *puzzle.Tiling, _ func(string)) backends.Backend {
		decides := r.Work.Auto()
		decides.Colourings = of.Colourings()
		return decides
	}, known)
	switch value, better := g.Text(t.Value(known)), g.Text(found.Value); {
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return err
	case better != value && a.Optimum:
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%s: the solver says that %s are best, "+
			"and %s are possible", name, value, better))
	case better != value:
		r.Note("%s: %s, and %s are possible", name, value, better)
	case err != nil:
		r.Note("%s: %s; whether there is a better solution was not found out in %v", name, value,
			betterTime)
	default:
		r.Note("%s: %s, and better is impossible: %s", name, value, found.Completeness)
	}
	if err := found.Refuted(); err != nil {
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%s: %w", name, err))
	}
	return nil
}
