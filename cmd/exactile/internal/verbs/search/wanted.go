package search

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/cover"
)

// wanted describes the solutions that are asked for.
type wanted struct {
	most         int64 // 0: all
	upToSymmetry bool
	unique       bool
	satExit      bool
	random       int64    // how many are drawn; 0: none
	index        *big.Int // the number of the solution asked for; nil: none
}

// status returns the exit status after n solutions and, if a limit ended the search, its
// error.
func (w *wanted) status(n int64, failed error) int {
	switch {
	case w.unique && n > 1:
		return status.NotUnique
	case failed != nil:
		return status.Stopped
	case n == 0:
		return status.NoSolution
	case w.satExit:
		return status.Satisfied
	}
	return status.Done
}

// drawn reports whether solutions are asked for by number, or at random.
func (w *wanted) drawn() bool { return w.random > 0 || w.index != nil }

// draw yields the solutions asked for by number, or at random.
func (w *wanted) draw(
	ctx context.Context, b backends.Backend, m *cover.Model, seed uint64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		set, err := backends.Rank(ctx, b, m)
		if err != nil {
			yield(nil, err)
			return
		}
		if w.index != nil {
			yield(set.At(w.index))
			return
		}
		for s, err := range set.Random(seed) {
			if ended := ctx.Err(); ended != nil {
				yield(nil, ended)
				return
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}
