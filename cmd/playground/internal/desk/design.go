package desk

import (
	"context"
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends/design"
)

// designed is a puzzle with one solution: all placements on the board, the earlier ones
// included.
type designed struct {
	Place    []Place `json:"place"`
	Added    int     `json:"added"`
	Solution []Place `json:"solution"`
}

// maxListed and maxDrawn bound the solutions in which designs are searched, if all are
// listed or some are drawn: a browser has one core.
const (
	maxListed = 20000
	maxDrawn  = 20
)

// design searches for at most Hints placements that leave one solution of the puzzle, none of
// them redundant. Another seed may give others.
func (d *Desk) design(ctx context.Context, q *Request) (any, error) {
	m, taken, err := d.modelWithHints(q)
	if err != nil {
		return nil, err
	}
	if q.Hints < 0 {
		return nil, fmt.Errorf("%d hints", q.Hints)
	}
	var about design.Report
	options := design.Options{Hints: q.Hints, Seed: q.Seed, MostListed: maxListed, Draws: maxDrawn}
	for found, err := range design.All(ctx, d.searcher(), m, options, &about) {
		if err != nil {
			return nil, err
		}
		if err := m.Check(found.Solution); err != nil {
			return nil, err
		}
		return designed{
			Place: d.placesOf(append(slices.Clone(taken), found.Hints...)),
			Added: len(found.Hints), Solution: d.placesOf(found.Solution),
		}, nil
	}
	return nil, fmt.Errorf("%s", noDesignText(&about, q.Hints))
}

// noDesignText is the reason why there is no design.
func noDesignText(about *design.Report, hints int) string {
	switch {
	case about.Solutions == 0:
		return "There is no solution, so none that hints could leave alone."
	case about.AtLeast > 0:
		return fmt.Sprintf("It takes %d hints at least to leave one solution.", about.AtLeast)
	case about.Spent || !about.Listed:
		return fmt.Sprintf(
			"No %d hints were found that leave one solution; with more there may be.", hints,
		)
	}
	return fmt.Sprintf("No %d hints leave one solution.", hints)
}
