package best

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/puzzle"
)

// Count counts the best solutions, or what else a task asks of them: the sum over the models that
// have them. err is what stopped Find: nothing is counted then. Orbits of boxes that turn into each
// other count once. The report is valid even with an error.
func (r *Result) Count(
	ctx context.Context, task backends.Task, err error,
	backend func(*puzzle.Tiling) backends.Backend,
) (backends.Report, error) {
	report := backends.Report{
		Puzzle: task.Puzzle, Backend: task.Backend, UpToSymmetry: task.UpToSymmetry,
		Count: new(big.Int), Goal: r.Goal(), Stats: r.Stats, Complete: err == nil,
		Completeness: r.Completeness, Unproved: r.Stats.Unproved,
	}
	if err != nil || r.Tiling == nil {
		return report, err
	}
	parts, err := Parts(r.whole, r.Value)
	if err != nil {
		return report, err
	}
	turned := task.UpToSymmetry && r.goal.Boards() && r.whole.Turnable()
	var counted []backends.Report
	for _, part := range parts {
		size := part.Tiling.Puzzle.Board.Size
		if !part.Best || turned && size[0] < size[1] {
			continue
		}
		var next backends.Report
		next, err = backends.Run(ctx, backend(part.Tiling), part.Tiling.Model, task)
		if counted = append(counted, next); err != nil {
			break
		}
	}
	sum := backends.Sum(counted...)
	if sum.Stats.Add(r.Stats); r.Goal() != nil {
		sum.RestOn(append(counted, report)...)
	}
	sum.Goal, sum.Backend = r.Goal(), task.Backend
	return sum, err
}
