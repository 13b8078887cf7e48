package native

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Plain searches by backtracking on the most constrained item, in the spirit of Knuth's Algorithm
// M, for any bounds. It has no tables, no merging and no use for positions and symmetries: the fast
// search is checked against it. The zero Plain is ready for use and may be used concurrently.
type Plain struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes; 0 is no limit.
	MaxNodes int64
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)
	// Meter, if not nil, shows how far the searches have come.
	Meter *Meter
}

// Solutions yields every solution of m once, in an order that depends on m
// alone. A search that is cut short, by ctx or MaxNodes, ends with a pair
// (nil, err). The caller owns the solutions.
func (p Plain) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		err := p.search(ctx, m, func(chosen []int) bool {
			s := append(make(cover.Solution, 0, len(chosen)), chosen...)
			slices.Sort(s)
			return yield(s, nil)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Count returns the number of solutions of m, found by listing them.
func (p Plain) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	var n uint64
	err := p.search(ctx, m, func([]int) bool { n++; return true })
	if err != nil {
		return nil, err
	}
	return new(big.Int).SetUint64(n), nil
}

func (p Plain) search(ctx context.Context, m *cover.Model, visit func(chosen []int) bool) error {
	s := newPlainSearch(ctx, m, p.MaxNodes, visit)
	s.add = p.Meter.add()
	if !s.interrupted(0) {
		s.satisfy()
	}
	s.show()
	if p.Stats != nil {
		p.Stats(Stats{Engine: "plain", Nodes: s.nodes, Solutions: s.found})
	}
	return s.err
}

// A plainSearch is one search. An option is open while nothing bars it: it is
// barred once when it is taken, once when the search has dropped it, and once by
// each of its items that is covered Max times. The counters are restored when a
// branch has been searched.
type plainSearch struct {
	ctx      context.Context
	m        *cover.Model
	covers   [][]int // options of each item
	covered  []int   // how many taken options cover each item
	open     []int   // how many open options cover each item
	bars     []int   // how many things bar each option
	chosen   []int   // the taken options, in the order they were taken
	visit    func(chosen []int) bool
	maxNodes int64
	nodes    int64
	found    int64
	work     int // steps since the context was last checked
	add      func(nodes, solutions int64)
	shown    [2]int64 // nodes and solutions that the meter has
	stopped  bool
	err      error
}

func newPlainSearch(
	ctx context.Context, m *cover.Model, maxNodes int64, visit func([]int) bool,
) *plainSearch {
	s := &plainSearch{
		ctx: ctx, m: m, visit: visit, maxNodes: maxNodes,
		covers:  m.Covers(),
		covered: make([]int, len(m.Items)),
		open:    make([]int, len(m.Items)),
		bars:    make([]int, len(m.Options)),
	}
	for i := range m.Items {
		s.open[i] = len(s.covers[i])
	}
	for i, it := range m.Items {
		if it.Max == 0 {
			for _, o := range s.covers[i] {
				s.bar(o)
			}
		}
	}
	s.work = plainPause // a context that has ended stops the search before it begins
	return s
}

// satisfy searches for the options that items below their Min still need. It
// branches on the item with the fewest choices: if n open options cover it and
// it needs r of them, the first of them to be taken is one of n-r+1.
func (s *plainSearch) satisfy() {
	item, fewest := -1, 0
	for i, it := range s.m.Items {
		if need := it.Min - s.covered[i]; need > 0 {
			if choices := s.open[i] - need + 1; item < 0 || choices < fewest {
				item, fewest = i, choices
			}
		}
	}
	if item < 0 {
		s.extend(0)
		return
	}
	if fewest > 0 && !s.interrupted(len(s.m.Items)) {
		s.branch(s.covers[item], fewest)
	}
}

// extend visits the taken options, which satisfy every Min, and then every
// solution that adds options numbered from o on.
func (s *plainSearch) extend(o int) {
	s.found++
	if !s.visit(s.chosen) {
		s.stopped = true
	}
	for ; o < len(s.bars) && !s.interrupted(1); o++ {
		if s.bars[o] == 0 && s.take(o) {
			s.extend(o + 1)
			s.untake(o)
		}
	}
}

// branch takes each of the first n open options of the list in turn, with those
// before it dropped, so that no two branches share a solution.
func (s *plainSearch) branch(options []int, n int) {
	tried := 0
	for tried < len(options) && n > 0 && !s.stopped {
		o := options[tried]
		tried++
		if s.bars[o] == 0 {
			n--
			if s.take(o) {
				s.satisfy()
				s.untake(o)
			}
		}
		s.bar(o)
	}
	for tried > 0 {
		tried--
		s.unbar(options[tried])
	}
}

// take adds an open option; it reports false, with nothing done, when the
// budget is spent.
func (s *plainSearch) take(o int) bool {
	if s.maxNodes > 0 && s.nodes == s.maxNodes {
		s.stop(ErrBudget)
		return false
	}
	s.nodes++
	s.chosen = append(s.chosen, o)
	s.bar(o)
	for _, i := range s.m.Options[o] {
		s.covered[i]++
		if s.covered[i] == s.m.Items[i].Max {
			for _, other := range s.covers[i] {
				s.bar(other)
			}
		}
	}
	return true
}

func (s *plainSearch) untake(o int) {
	for _, i := range s.m.Options[o] {
		if s.covered[i] == s.m.Items[i].Max {
			for _, other := range s.covers[i] {
				s.unbar(other)
			}
		}
		s.covered[i]--
	}
	s.unbar(o)
	s.chosen = s.chosen[:len(s.chosen)-1]
}

func (s *plainSearch) bar(o int) {
	if s.bars[o]++; s.bars[o] == 1 {
		for _, i := range s.m.Options[o] {
			s.open[i]--
		}
	}
	s.work++
}

func (s *plainSearch) unbar(o int) {
	if s.bars[o]--; s.bars[o] == 0 {
		for _, i := range s.m.Options[o] {
			s.open[i]++
		}
	}
}

// plainPause is how many steps a search makes between two checks of its context: well under a
// millisecond.
const plainPause = 1 << 15

// interrupted counts some work and, after enough of it, checks the context.
func (s *plainSearch) interrupted(work int) bool {
	if s.work += work; s.work >= plainPause {
		s.work = 0
		s.show()
		if err := s.ctx.Err(); err != nil {
			s.stop(err)
		}
	}
	return s.stopped
}

// show adds what is new since the last time to the meter, if there is one.
func (s *plainSearch) show() {
	if s.add != nil {
		s.add(s.nodes-s.shown[0], s.found-s.shown[1])
		s.shown = [2]int64{s.nodes, s.found}
	}
}

func (s *plainSearch) stop(err error) {
	if !s.stopped {
		s.stopped, s.err = true, err
	}
}
