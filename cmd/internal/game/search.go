package game

import (
	"context"
	"math/big"
	"slices"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// Containing returns the model of the solutions that contain some options of m.
func Containing(m *cover.Model, taken []int) *cover.Model {
	if len(taken) == 0 {
		return m
	}
	return m.Restrict(cover.Shard{Take: taken})
}

// Count counts the solutions of m; if ctx ends before, exact is false and count a lower bound.
func Count(ctx context.Context, m *cover.Model) (count *big.Int, exact bool) {
	var meter native.Meter
	count, err := auto.Backend{Native: native.Searcher{Meter: &meter}}.Count(ctx, m)
	if err != nil {
		return big.NewInt(meter.Solutions()), false
	}
	return count, true
}

// countMemory bounds the memory of Behind, in bytes: a mere help must not take more.
const countMemory = 256 << 20

// CountsByOption counts, for every option, the solutions of m that contain it; nil if that takes
// too much time or memory.
func CountsByOption(ctx context.Context, m *cover.Model) []*big.Int {
	options, _, err := auto.Backend{Native: native.Searcher{Memory: countMemory}}.Marginals(ctx, m)
	if err != nil {
		return nil
	}
	return options
}

// Hint searches for a solution of the position, and returns an option of it that is not on the
// board, of the piece in the hand if it has one, or -1.
func (g *Game) Hint() func(ctx context.Context, m *cover.Model) int {
	hand, taken, placements := g.Hand, g.Taken(), g.Placements
	return func(ctx context.Context, m *cover.Model) int {
		best := -1
		for s, err := range (auto.Backend{Alone: true}).Find(ctx, m, 1) {
			if err != nil {
				break
			}
			for _, o := range s {
				if !slices.Contains(taken, o) && (best < 0 || placements[o].Piece == hand) {
					best = o
				}
			}
			break
		}
		return best
	}
}
