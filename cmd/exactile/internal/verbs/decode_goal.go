package verbs

import (
	"context"
	"errors"
	"fmt"
	"math/big"
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
			"%d in wcnf: %s", r.name(), a.Cost, objective, objective-negative, r.valueText(first))
	}
	return nil
}

// valueText is the value of a solution in words.
func (r *decodeRun) valueText(s cover.Solution) string {
	t := r.entry.Tiling
	return fmt.Sprintf("%d %s", t.Value(s), t.Puzzle.Goal.Of)
}

// judgeBest compares an optimiser's solution with a search for a better one, and with the claims.
// It notes what is known, and returns an error if the solver or a claim is refuted.
func (r *decodeRun) judgeBest(ctx context.Context, a decodedAnswer) error {
	t := r.entry.Tiling
	if t.Puzzle.Goal.Best == "" || len(a.solutions) == 0 {
		return nil
	}
	value := t.Value(a.solutions[0])
	refuted := func(format string, args ...any) error {
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%s: "+format,
			append([]any{r.entry.Name}, args...)...))
	}
	other, stats, err := r.better(ctx, value)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.Note("%s: %s; whether there is a better solution was not found out in %v", r.entry.Name,
			r.valueText(a.solutions[0]), betterTime)
	case err != nil:
		return err
	case other != nil && a.Optimum:
		return refuted("the solver says that %s are best, and %s are possible",
			r.valueText(a.solutions[0]), r.valueText(other))
	case other != nil:
		r.Note("%s: %s, and %s are possible", r.entry.Name, r.valueText(a.solutions[0]),
			r.valueText(other))
	default:
		r.Note("%s: %s, and better is impossible: %s", r.entry.Name,
			r.valueText(a.solutions[0]), stats.Completeness())
	}
	for _, c := range t.Puzzle.Claims {
		diff := big.NewInt(int64(value)).Cmp(c.Count)
		if t.Puzzle.Goal.Best == "most" {
			diff = -diff
		}
		if c.Kind == puzzle.Best && (diff < 0 || diff > 0 && err == nil && other == nil) {
			return refuted("the claim \"best: %v\" is broken: the solution has %s", c.Count,
				r.valueText(a.solutions[0]))
		}
	}
	return nil
}

// better returns a solution that is better than a value, nil if there is none.
func (r *decodeRun) better(
	ctx context.Context, value int,
) (s cover.Solution, stats backends.Stats, err error) {
	ctx, cancel := context.WithTimeout(ctx, betterTime)
	defer cancel()
	parts, err := best.Parts(r.entry.Tiling, value)
	if err != nil {
		return nil, stats, err
	}
	for _, part := range parts {
		if part.Best {
			continue
		}
		decides := r.Work.Auto()
		decides.Colourings = part.Tiling.Colourings()
		b := backends.Observed(decides, stats.Add)
		found, ok, err := backends.First(ctx, b, part.Tiling.Model)
		if err != nil || ok {
			return part.Tiling.Placed(found), stats, err
		}
	}
	if len(parts) < 2 {
		stats.Argument = "nothing is below 0"
	}
	return nil, stats, nil
}
