package search

import (
	"context"
	"iter"
	"math/big"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
)

// drawn reports whether solutions are asked for by number, or at random.
func (w *wanted) drawn() bool { return w.random > 0 || w.index != nil }

// checkDraw sets which solutions are drawn.
func (f *solveFlags) checkDraw(cmd *cobra.Command) error {
	for _, flag := range []string{"number", "all", "unique", "up-to-symmetry", "checkpoint"} {
		if cmd.Flags().Changed(flag) {
			return usage.Errorf("--%s goes neither with --random nor with --index", flag)
		}
	}
	random, indexed := cmd.Flags().Changed("random"), cmd.Flags().Changed("index")
	k, number := new(big.Int).SetString(f.index, 10)
	switch {
	case random && indexed:
		return usage.Errorf("--random and --index ask for different things")
	case random && f.random < 1:
		return usage.Errorf("--random %d: want at least one solution", f.random)
	case random:
		f.most = f.random
		return nil
	case !number || k.Sign() < 0:
		return usage.Errorf("--index %q: want a number from 0 on", f.index)
	case cmd.Flags().Changed("seed"):
		return usage.Errorf("--seed shuffles the placements, and --index numbers the " +
			"solutions of the puzzle as it is")
	}
	f.most, f.wanted.index = 1, k
	return nil
}

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
