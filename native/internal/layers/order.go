package layers

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// An Order is the order of the numbers of a problem's solutions: solutions are compared at
// the first cell, as the board is scanned along its short side, that different options
// cover. The option with the lower number comes first, and a cell that stays empty last.
// Without a board that can be scanned, solutions are compared as lists of options, of which
// a longer one comes before its prefix. The order depends on the model alone.
type Order struct {
	p    *problem.Problem
	x    *table.Expander // nil: the board cannot be scanned
	cell []int32         // where each live option begins; nil without a board
}

// NewOrder returns the order of the solutions of a problem, which may turn out to be
// impossible.
func NewOrder(s *run.Settings, p *problem.Problem) *Order {
	o := &Order{p: p}
	if p.Impossible {
		return o
	}
	orders := p.Orders(p.CellItems(), false)
	for n := range orders {
		if o.x = table.NewExpander(s, p, &orders[n], problem.TrivialRoot); o.x != nil ||
			p.Impossible {
			break
		}
	}
	if o.x != nil {
		o.cell = make([]int32, len(p.Model.Options))
		for _, option := range p.Live {
			o.cell[option] = problem.First(o.x.Order.Pos, p.Model.Options[option])
		}
	}
	return o
}

// Scans reports whether there is a board to be scanned.
func (o *Order) Scans() bool { return o.x != nil }

// path returns the options of a solution in the order of comparison, without those that
// all solutions have.
func (o *Order) path(s cover.Solution) []int {
	path := make([]int, 0, len(s))
	for _, option := range s {
		if _, always := slices.BinarySearch(o.p.Taken, option); !always {
			path = append(path, option)
		}
	}
	if o.cell != nil {
		slices.SortFunc(path, o.compareOptions)
	}
	return path
}

func (o *Order) compareOptions(a, b int) int {
	if o.cell != nil {
		if c := cmp.Compare(o.cell[a], o.cell[b]); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// compare compares paths.
func (o *Order) compare(a, b []int) int {
	for n := range min(len(a), len(b)) {
		if c := o.compareOptions(a[n], b[n]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(b), len(a))
}

// solution returns the solution of a path.
func (o *Order) solution(path []int) cover.Solution {
	s := append(cover.Solution(slices.Clone(path)), o.p.Taken...)
	slices.Sort(s)
	return s
}

// A List is all solutions, sorted.
type List struct {
	order *Order
	paths [][]int
}

// NewList sorts the listed solutions, with an error if they take more than this many bytes.
func NewList(o *Order, solutions iter.Seq2[cover.Solution, error], memory int64) (*List, error) {
	const overhead = 40 // of a slice, and of its block
	l := &List{order: o}
	for s, err := range solutions {
		if err != nil {
			return nil, err
		}
		if memory -= int64(8*len(s) + overhead); memory < 0 {
			return nil, ErrMemory
		}
		l.paths = append(l.paths, o.path(s))
	}
	slices.SortFunc(l.paths, o.compare)
	return l, nil
}

// Count is how many solutions there are.
func (l *List) Count() *big.Int { return big.NewInt(int64(len(l.paths))) }

// Err is nil: a list is in memory.
func (l *List) Err() error { return nil }

// At returns solution k, which must exist.
func (l *List) At(k *big.Int) cover.Solution { return l.order.solution(l.paths[k.Int64()]) }

// Index returns the number of a solution, nil if it is not one.
func (l *List) Index(s cover.Solution) *big.Int {
	at, found := slices.BinarySearchFunc(l.paths, l.order.path(s), l.order.compare)
	if !found || !slices.Equal(l.At(big.NewInt(int64(at))), s) {
		return nil
	}
	return big.NewInt(int64(at))
}

// Marginals returns how many solutions contain each option.
func (l *List) Marginals() []*big.Int {
	options, _, _ := cover.Marginals(l.order.p.Model, func(yield func(cover.Solution, error) bool) {
		for _, path := range l.paths {
			if !yield(l.order.solution(path), nil) {
				return
			}
		}
	})
	return options
}
