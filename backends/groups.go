package backends

import (
	"context"
	"errors"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A grouper is what package adapter calls a Grouper.
type grouper interface {
	Groups(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error)
	Marginals(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error)
	Rank(ctx context.Context, m *cover.Model) (*native.Ranking, error)
}

// Groups counts the solutions of each group that has some, sorted as by
// [cover.SortGroups]: by counting if b can count groups, else by listing all solutions
// and checking them. On an error it returns nil.
func Groups(
	ctx context.Context, b Backend, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	grouper, ok := b.(grouper)
	if !ok {
		return g.Grouped(m, Verified(m, b.Solutions(ctx, m)))
	}
	groups, err := grouper.Groups(ctx, m, g)
	if err != nil {
		return nil, err
	}
	return groups, nil
}

// ErrMixed is returned if symmetries of a model take solutions of one group to another.
var ErrMixed = errors.New("backends: symmetries take solutions of one group to another")

// GroupOrbits is Groups for counts up to m.Sym, by listing; the error is ErrMixed if an
// orbit has solutions of several groups.
func GroupOrbits(
	ctx context.Context, b Backend, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	for _, moved := range m.Sym {
		if !g.Keeps(m, moved) {
			return nil, ErrMixed
		}
	}
	return g.Grouped(m, Representatives(m, Verified(m, b.Solutions(ctx, m))))
}

// Marginals returns how many solutions of m contain each option, and how many there are:
// by counting where b can, else by listing all solutions and checking them.
func Marginals(
	ctx context.Context, b Backend, m *cover.Model,
) (options []*big.Int, total *big.Int, err error) {
	if b, ok := b.(grouper); ok {
		return b.Marginals(ctx, m)
	}
	if options, total, err = cover.Marginals(m, Verified(m, b.Solutions(ctx, m))); err != nil {
		return nil, nil, err
	}
	return options, total, nil
}

// Rank numbers the solutions of m, as [native.Searcher.Rank] does: by counting where b can,
// else by listing all solutions and checking them.
func Rank(ctx context.Context, b Backend, m *cover.Model) (*native.Ranking, error) {
	if b, ok := b.(grouper); ok {
		return b.Rank(ctx, m)
	}
	return native.Searcher{}.RankListed(m, Verified(m, b.Solutions(ctx, m)))
}
