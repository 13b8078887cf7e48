package design

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Rating is how hard a model is, as numbers with a stated method; none of them is an
// opinion. The model is rated with the hints, options that must be chosen.
type Rating struct {
	// Nodes are the options that [native.Plain] tries until it finds a solution, or that
	// there is none, in each of Orders random orders of the items and options.
	Nodes Quartiles
	// Orders is how many orders were tried, Cut how many of them ended without an answer
	// after MaxNodes nodes, which is then their count.
	Orders, Cut int
	MaxNodes    int64
	// Forced is what follows from no hint, from the first, from the first two, and so on.
	Forced []Forced
	// FirstMoves is how many options share no item that the hints have filled, DeadEnds how
	// many of these are in no solution; DeadEnds is -1 if not known.
	FirstMoves, DeadEnds int
	// Solutions is how many solutions there are, nil if not known.
	Solutions *big.Int
}

// Quartiles are five of some sorted numbers: the first, those a quarter, a half and three
// quarters of the way, and the last. Of 100 they are numbers 1, 25, 50, 75 and 100.
type Quartiles struct {
	Least  int64 `json:"least"`
	Lower  int64 `json:"lower"`
	Median int64 `json:"median"`
	Upper  int64 `json:"upper"`
	Most   int64 `json:"most"`
}

// A Forced is how many options, without the hints, follow from hints without a guess.
type Forced struct {
	Hints int `json:"hints"` // how many of them are given
	// Single is those from items with only as many options left as they still need.
	Single int `json:"single"`
	// Ahead is those that follow if options are first dropped that leave some item with
	// fewer than it needs, or some region of cells with a size that no pieces add up to.
	Ahead int `json:"ahead"`
	// Contradiction is set if these find that there is no solution; the numbers are then
	// those of options forced before that, 0 if not known.
	Contradiction bool `json:"contradiction"`
}

// Stars are one to five, by the nodes of the median: to 15, 50, 200, 1000, and more.
func (r *Rating) Stars() int {
	stars := 1
	for _, most := range []int64{15, 50, 200, 1000} {
		if r.Nodes.Median > most {
			stars++
		}
	}
	return stars
}

// RateOptions say how a model is rated. The zero value is the default.
type RateOptions struct {
	Orders   int    // random orders; 0: 100
	MaxNodes int64  // nodes of a search in one of them; 0: 100000
	Seed     uint64 // of the orders
	Workers  int    // goroutines; the numbers do not depend on it
}

// Rate rates a model with hints, which it must not contain already. b finds the solutions.
// If it has no room for them, their number and that of dead ends remain unknown. If ctx
// ends, that is an error, and the rating is what was found until then: Orders is 0 if that
// search was not done.
func Rate(
	ctx context.Context, b backends.Backend, m *cover.Model, hints []int, o RateOptions,
) (Rating, error) {
	if o.Orders <= 0 {
		o.Orders = 100
	}
	if o.MaxNodes <= 0 {
		o.MaxNodes = 100_000
	}
	r := Rating{MaxNodes: o.MaxNodes, DeadEnds: -1}
	for k := range len(hints) + 1 {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Forced = append(r.Forced, forcedBy(m, hints[:k]))
	}
	moves := firstMoves(m, hints)
	r.FirstMoves = len(moves)
	hinted := m.Restrict(cover.Shard{Take: slices.Sorted(slices.Values(hints))})
	nodes, cut, err := plainNodes(ctx, hinted, o)
	if err != nil {
		return r, err
	}
	r.Nodes, r.Orders, r.Cut = quartilesOf(nodes), o.Orders, cut
	options, total, err := backends.Marginals(ctx, b, hinted)
	switch {
	case errors.Is(err, native.ErrMemory):
		return r, nil
	case err != nil:
		return r, err
	}
	r.Solutions, r.DeadEnds = total, 0
	for _, move := range moves {
		if options[move].Sign() == 0 {
			r.DeadEnds++
		}
	}
	return r, nil
}

// forcedBy returns what follows from some hints.
func forcedBy(m *cover.Model, hints []int) Forced {
	f := Forced{Hints: len(hints)}
	m = m.Restrict(cover.Shard{Take: slices.Sorted(slices.Values(hints))})
	single := m.Propagate()
	ahead := m.Reduce().Propagate()
	if f.Contradiction = single.Impossible || ahead.Impossible; !single.Impossible {
		f.Single = len(single.Taken) - len(hints)
	}
	if !ahead.Impossible {
		f.Ahead = len(ahead.Taken) - len(hints)
	}
	return f
}

// firstMoves lists the options that share no item that the hints have filled.
func firstMoves(m *cover.Model, hints []int) (moves []int) {
	room := make([]int, len(m.Items))
	for i, it := range m.Items {
		room[i] = it.Max
	}
	for _, o := range hints {
		for _, i := range m.Options[o] {
			room[i]--
		}
	}
	for o, items := range m.Options {
		full := slices.ContainsFunc(items, func(i int) bool { return room[i] <= 0 })
		if !full && !slices.Contains(hints, o) {
			moves = append(moves, o)
		}
	}
	return moves
}

// plainNodes returns the nodes of the plain search in each of the orders, and how many
// of these searches were cut short.
func plainNodes(
	ctx context.Context, m *cover.Model, o RateOptions,
) (nodes []int64, cut int, err error) {
	nodes = make([]int64, o.Orders)
	failed := make([]error, o.Orders)
	var begun atomic.Int64
	var workers sync.WaitGroup
	for range max(1, o.Workers) {
		workers.Go(func() {
			for n := begun.Add(1) - 1; n < int64(o.Orders); n = begun.Add(1) - 1 {
				nodes[n], failed[n] = plainNodesIn(ctx, permuted(m, o.Seed, uint64(n)), o.MaxNodes)
			}
		})
	}
	workers.Wait()
	for _, err := range failed {
		if errors.Is(err, native.ErrBudget) {
			cut++
		} else if err != nil {
			return nil, 0, err
		}
	}
	return nodes, cut, nil
}

// plainNodesIn returns how many nodes the plain search takes to its first solution or, if
// there is none, to its end.
func plainNodesIn(ctx context.Context, m *cover.Model, most int64) (nodes int64, err error) {
	search := native.Plain{MaxNodes: most, Stats: func(st native.Stats) { nodes = st.Nodes }}
	for _, failed := range search.Solutions(ctx, m) {
		err = failed
		break
	}
	return nodes, err
}

// permuted returns a model with its items and its options in an order that depends on a
// seed and a number, without the parts that the plain search does not use.
func permuted(m *cover.Model, seed, n uint64) *cover.Model {
	source := rand.NewPCG(seed, n)
	items := cover.Permutation(source, len(m.Items))
	options := cover.Permutation(source, len(m.Options))
	return (&cover.Model{Items: m.Items, Options: m.Options}).Permuted(items, options)
}

// quartilesOf sorts some numbers, of which there is one at least.
func quartilesOf(numbers []int64) Quartiles {
	slices.Sort(numbers)
	at := func(quarters int) int64 {
		return numbers[max(1, (len(numbers)*quarters+3)/4)-1]
	}
	return Quartiles{at(0), at(1), at(2), at(3), at(4)}
}
