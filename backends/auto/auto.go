package auto

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// Solutions implements [backends.Backend].
func (b Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.Find(ctx, m, 0)
}

// Find implements [adapter.Finder]; most 0 is all solutions.
func (b Backend) Find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		s := b.session(m, several)
		switch s.most = most; most {
		case 0:
			s.task = all
		case 1:
			s.task = one
		}
		enough := false
		err := s.solutions(ctx, func(found cover.Solution) bool {
			enough = !yield(found, nil)
			return !enough
		})
		s.report()
		if err != nil && !enough { // else the receiver has enough: no error
			yield(nil, s.wrapped(ctx, err))
		}
	}
}

// Count implements [backends.Counter].
func (b Backend) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	s := b.session(m, number)
	n, err := s.count(ctx)
	s.report()
	if err != nil {
		return nil, s.wrapped(ctx, err)
	}
	return n, nil
}

// Groups implements [adapter.Grouper].
func (b Backend) Groups(
	ctx context.Context, m *cover.Model, g cover.Grouping,
) (groups []cover.Group, err error) {
	s := b.session(m, number)
	defer s.report()
	if s.refuted(ctx) {
		return nil, ctx.Err()
	}
	return s.searcher().Groups(ctx, m, g)
}

// Marginals implements [adapter.Grouper].
func (b Backend) Marginals(
	ctx context.Context, m *cover.Model,
) (options []*big.Int, total *big.Int, err error) {
	s := b.session(m, number)
	defer s.report()
	if !s.refuted(ctx) {
		return s.searcher().Marginals(ctx, m)
	}
	options = make([]*big.Int, len(m.Options))
	for o := range options {
		options[o] = new(big.Int)
	}
	return options, new(big.Int), ctx.Err()
}

// Rank implements [adapter.Grouper].
func (b Backend) Rank(ctx context.Context, m *cover.Model) (*native.Ranking, error) {
	s := b.session(m, number)
	defer s.report()
	if s.refuted(ctx) {
		return s.searcher().RankListed(m, func(func(cover.Solution, error) bool) {})
	}
	return s.searcher().Rank(ctx, m)
}

// solutions yields the solutions asked for, until yield returns false.
func (s *session) solutions(ctx context.Context, yield func(cover.Solution) bool) error {
	if isAlone(s) {
		s.yield = yield
		a, err := s.through(ctx, steps)
		if err == nil && !a.yielded {
			err = s.deliver(ctx, a, yield)
		}
		return err
	}
	if !s.NoTrial {
		s.weigh()
		a, err := s.through(ctx, steps)
		switch {
		case err == nil:
			return s.deliver(ctx, a, yield)
		case !errors.Is(err, native.ErrBudget):
			return err
		}
	}
	s.prepare(ctx, func(
		ctx context.Context, b backends.Backend, send func(portfolio.Message) bool,
	) {
		for found, err := range backends.Verified(
			s.model, backends.AtMostN(ctx, b, s.model, s.most)) {
			if !send(portfolio.Message{Solution: found, Err: err}) || err != nil {
				return
			}
		}
		send(portfolio.Message{End: true})
	})
	defer s.race.End()
	return s.run(func(n portfolio.Message) bool { return n.End || yield(n.Solution) })
}

// deliver yields the solutions of an answer.
func (s *session) deliver(
	ctx context.Context, a answer, yield func(cover.Solution) bool,
) error {
	s.win(a.name)
	switch {
	case a.solution == nil:
		return nil
	case s.most == 1:
		yield(a.solution)
		return nil
	}
	for found, err := range a.lister.Solutions(ctx, s.model) {
		if err != nil {
			return err
		}
		if !yield(found) {
			return nil
		}
	}
	return nil
}

// count counts the solutions.
func (s *session) count(ctx context.Context) (*big.Int, error) {
	if !s.NoTrial {
		a, err := s.through(ctx, steps)
		switch {
		case err == nil:
			if !a.yielded {
				s.win(a.name)
			}
			return cmp.Or(a.count, new(big.Int)), nil
		case isAlone(s) || !errors.Is(err, native.ErrBudget):
			return nil, err
		}
	}
	s.prepare(ctx, func(
		ctx context.Context, b backends.Backend, send func(portfolio.Message) bool,
	) {
		n, err := backends.Count(ctx, b, s.model)
		send(portfolio.Message{Count: n, Err: err, End: true})
	})
	defer s.race.End()
	var total *big.Int
	err := s.run(func(n portfolio.Message) bool {
		total = n.Count
		return true
	})
	return total, err
}

// refuted reports whether there is no solution, for an argument that is found at once.
func (s *session) refuted(ctx context.Context) bool {
	a, err := s.through(ctx, steps[:1])
	if err == nil {
		s.win(a.name)
	}
	return err == nil
}
