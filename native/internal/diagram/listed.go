package diagram

import (
	"errors"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// ErrMemory is returned if neither a diagram nor a list of all solutions has room.
var ErrMemory = errors.New("native: the set of solutions takes more memory than is allowed")

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
