package native

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Ranking is the set of the solutions of a model, numbered from 0. Two solutions are
// compared at the first cell that different options cover, where the board is scanned along
// its short side. The option with the lower number comes first, and a cell that stays empty
// last. If the board cannot be scanned, because there is none or an option reaches too far,
// solutions are compared as lists of options, and a longer list comes before its prefix.
// The numbers depend on the model alone. A Ranking is used by one goroutine.
type Ranking struct {
	m   *cover.Model
	set interface {
		Count() *big.Int
		At(k *big.Int) cover.Solution
		Index(s cover.Solution) *big.Int
		Marginals() []*big.Int
		Err() error // what stopped it
	}
}

// Rank numbers the solutions of m: in a diagram of merged states if these are fewer than
// the solutions, and in a sorted list otherwise. Either is kept in memory, within s.Memory,
// but layers of a diagram may wait in an unnamed file in the folder for temporary files, on
// systems that have these; the error wraps [ErrMemory] if neither has room.
func (s Searcher) Rank(ctx context.Context, m *cover.Model) (*Ranking, error) {
	r, st, err := s.load(ctx, m).rank()
	if tell(s.Stats, st); err != nil {
		return nil, err
	}
	return r, nil
}

// ErrMemory is returned if the set of solutions takes more memory than a search may.
var ErrMemory = layers.ErrMemory

func (l *loaded) rank() (r *Ranking, st run.Stats, err error) {
	if err := l.ctx.Err(); err != nil {
		return nil, st, err
	}
	p := l.problem()
	order := layers.NewOrder(l.settings, p)
	if !order.Scans() || l.within != nil { // the solutions of classes are listed
		return l.list(order, math.MaxInt)
	}
	if x, short := l.grouper(fewNodes); x == nil || short {
		r, st, err := l.list(order, fewSolutions)
		if !errors.Is(err, errMany) && !errors.Is(err, ErrMemory) {
			return r, st, err
		}
	}
	d, st, err := layers.NewDiagram(l.ctx, l.settings, order)
	if errors.Is(err, ErrMemory) {
		return l.list(order, math.MaxInt)
	}
	return &Ranking{l.m, d}, st, err
}

// list lists and sorts up to most solutions.
func (l *loaded) list(order *layers.Order, most int) (r *Ranking, st run.Stats, err error) {
	list, err := layers.NewList(order, upTo(most, l.solutions(&st)), l.settings.MostMemory())
	return &Ranking{l.m, list}, st, err
}

// RankListed numbers the given solutions, which must be all, each once, as Rank does.
// The error wraps [ErrMemory] if they take more bytes than s.Memory.
func (s Searcher) RankListed(
	m *cover.Model, solutions iter.Seq2[cover.Solution, error],
) (*Ranking, error) {
	l := s.load(context.Background(), m)
	order := layers.NewOrder(l.settings, l.problem())
	list, err := layers.NewList(order, solutions, l.settings.MostMemory())
	if err != nil {
		return nil, err
	}
	return &Ranking{m, list}, nil
}

// Count is how many solutions there are.
func (r *Ranking) Count() *big.Int { return new(big.Int).Set(r.set.Count()) }

// At returns solution k. It is an error if there are not that many.
func (r *Ranking) At(k *big.Int) (cover.Solution, error) {
	if n := r.set.Count(); k.Sign() < 0 || k.Cmp(n) >= 0 {
		return nil, fmt.Errorf(
			"native: there is no solution %v: there are %v, numbered from 0", k, n)
	}
	return r.set.At(k), r.set.Err()
}

// Index returns the number of a solution. It is an error if s is not a solution.
func (r *Ranking) Index(s cover.Solution) (*big.Int, error) {
	if err := r.m.Check(s); err != nil {
		return nil, err
	}
	k := r.set.Index(s)
	if err := r.set.Err(); k != nil || err != nil {
		return k, err
	}
	return nil, errors.New("native: internal error: a solution has no number")
}

// Random yields solutions drawn independently, each with the same chance, without end;
// nothing if there is none. The same seed gives the same solutions everywhere. The
// sequence ends with a pair (nil, err) if the disk cannot be read.
func (r *Ranking) Random(seed uint64) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		n := r.set.Count()
		if n.Sign() == 0 {
			return
		}
		var key [32]byte
		binary.LittleEndian.PutUint64(key[:], seed)
		source := rand.NewChaCha8(key)
		for {
			s, err := r.set.At(below(source, n)), r.set.Err()
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// below returns a number from 0 to n-1, each with the same chance.
func below(source *rand.ChaCha8, n *big.Int) *big.Int {
	bits := new(big.Int).Sub(n, big.NewInt(1)).BitLen()
	for {
		k := new(big.Int)
		for have := 0; have < bits; have += 64 {
			word := source.Uint64()
			if bits-have < 64 {
				word &= 1<<(bits-have) - 1
			}
			k.Or(k, new(big.Int).Lsh(new(big.Int).SetUint64(word), uint(have)))
		}
		if k.Cmp(n) < 0 {
			return k
		}
	}
}

// listable reports whether a listing, which takes no memory, ends within days.
func (l *loaded) listable() bool {
	const days = 1e13 // nodes
	c := l.chooser(problem.TrivialRoot, true)
	e := c.starting()
	return c.p.Impossible ||
		e != nil && run.Estimate(e, problem.TrivialRoot, firstProbes).Nodes < days
}

// Marginals returns how many solutions of m contain each option, and how many there are. If
// neither a diagram nor a list has room, the solutions are counted while they are listed;
// the error wraps [ErrMemory] if no end of that can be foreseen.
func (s Searcher) Marginals(
	ctx context.Context, m *cover.Model,
) (options []*big.Int, total *big.Int, err error) {
	l := s.load(ctx, m)
	r, st, err := l.rank()
	if err == nil {
		options, total = r.set.Marginals(), r.Count()
		err = r.set.Err()
	}
	if errors.Is(err, ErrMemory) && l.listable() {
		options, total, err = cover.Marginals(m, l.solutions(&st))
	}
	tell(s.Stats, st)
	return options, total, err
}
