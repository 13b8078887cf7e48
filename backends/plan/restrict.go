package plan

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// shards are the shards of a model that units stand for: part i of n is shard i of
// [cover.Model.Shards], and a part of that is a shard of the restricted model. They depend on
// the model and the names of the units alone. Splits take time, so the last ones are kept.
type shards struct {
	m *cover.Model
	// wanted is into how many parts the whole is split, if more than 1, and fan all others.
	wanted, fan int

	mu   sync.Mutex
	kept map[string][]cover.Shard // by unit
}

func newShards(m *cover.Model, asked, fan int) *shards {
	return &shards{m: m, wanted: asked, fan: fan, kept: map[string][]cover.Shard{}}
}

// maxKept bounds the splits that are kept.
const maxKept = 64

// parts are the shards of the parts of a unit: a unit that cannot be split is its only part.
func (s *shards) parts(u Unit) ([]cover.Shard, error) {
	name := u.Name()
	s.mu.Lock()
	kept, ok := s.kept[name]
	s.mu.Unlock()
	if ok {
		return kept, nil
	}
	of, err := s.of(u)
	if err != nil {
		return nil, err
	}
	n := s.fan
	if len(u) == 0 && s.wanted > 1 {
		n = s.wanted
	}
	parts := s.split(of, n)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) >= maxKept {
		clear(s.kept)
	}
	s.kept[name] = parts
	return parts, nil
}

// split splits a shard into about n.
func (s *shards) split(of cover.Shard, n int) []cover.Shard {
	// Without positions Reduce looks at items one by one and not at regions: there are many
	// parts, and each is reduced again when it is searched.
	part := s.m.Restrict(of)
	part.Pos = nil
	parts := part.Shards(n)
	for k := range parts {
		parts[k] = of.Join(parts[k])
	}
	return parts
}

// of is the shard of a unit. It is an error if there is no such unit.
func (s *shards) of(u Unit) (cover.Shard, error) {
	if len(u) == 0 {
		return cover.Shard{}, nil
	}
	last := u[len(u)-1]
	parts, err := s.parts(u[:len(u)-1])
	if err == nil && len(parts) != last.Of {
		err = fmt.Errorf("plan: there is no unit %v: its last cut makes %d parts", u, len(parts))
	}
	if err != nil {
		return cover.Shard{}, err
	}
	return parts[last.Index], nil
}

// holds reports whether a solution is in the shard of a unit.
func (s *shards) holds(u Unit, solution cover.Solution) bool {
	of, err := s.of(u)
	has := func(o int) bool { _, ok := slices.BinarySearch(solution, o); return ok }
	return err == nil && !slices.ContainsFunc(of.Drop, has) &&
		!slices.ContainsFunc(of.Take, func(o int) bool { return !has(o) })
}

// restrict returns a backend for the solutions of a unit that restricts the model. It counts if
// the other one does.
func restrict(b backends.Backend, s *shards, u Unit) backends.Backend {
	r := restricted{b, s, u}
	if b, ok := b.(backends.Counter); ok {
		return restrictedCounter{r, b}
	}
	return r
}

type restricted struct {
	backend backends.Backend
	shards  *shards
	unit    Unit
}

func (b restricted) CountsOnly() bool  { return backends.CountsOnly(b.backend) }
func (b restricted) Approximate() bool { return backends.Approximate(b.backend) }

// Observed implements [adapter.Observable].
func (b restricted) Observed(report func(backends.Stats)) backends.Backend {
	return restrict(backends.Observed(b.backend, report), b.shards, b.unit)
}

// A restrictedCounter is a restricted backend that counts.
type restrictedCounter struct {
	restricted
	counter backends.Counter
}

func (b restrictedCounter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	of, err := b.shards.of(b.unit)
	if err != nil {
		return nil, err
	}
	return b.counter.Count(ctx, m.Restrict(of))
}

func (b restricted) Solutions(
	ctx context.Context, m *cover.Model,
) iter.Seq2[cover.Solution, error] {
	of, err := b.shards.of(b.unit)
	if err != nil {
		return func(yield func(cover.Solution, error) bool) { yield(nil, err) }
	}
	return b.backend.Solutions(ctx, m.Restrict(of))
}

// A limiter is a backend that searches within a budget.
type limiter interface {
	// Within returns a backend that ends with [native.ErrBudget] once it has taken more
	// conflicts and solutions than most.
	Within(most int64) backends.Backend
}
