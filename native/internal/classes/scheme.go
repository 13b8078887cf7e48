package classes

import (
	"errors"
	"fmt"

	"github.com/exactile/exactile/native/internal/problem"
)

// A Scheme defines what belongs to a state.
type Scheme struct {
	Pos     []int32 // position of each item in the order, -1 for items that are no cells
	Counted []int32 // items that are counted, strictly increasing
}

// sparsest bounds the gaps between positions, by the limit for orders of a problem.
const sparsest = 64

// Valid returns an error if the scheme does not fit the problem. Otherwise n is above every
// position.
func (s *Scheme) Valid(p *problem.Problem) (n int, err error) {
	if len(s.Pos) != len(p.Items) {
		return 0, fmt.Errorf("it places %d items of %d", len(s.Pos), len(p.Items))
	}
	most := sparsest * (len(s.Pos) + 2)
	taken := make(map[int32]bool)
	for i, c := range s.Pos {
		switch b := p.Items[i]; {
		case c < -1 || int(c) > most || c >= 0 && taken[c]:
			return 0, fmt.Errorf("item %d has the position %d", i, c)
		case c >= 0 && (b.N == 0 || b.Hi != 1):
			return 0, fmt.Errorf("item %d has a position and is no cell", i)
		case c >= 0:
			taken[c] = true
			n = max(n, int(c)+1)
		}
	}
	for k, i := range s.Counted {
		if i < 0 || int(i) >= len(s.Pos) || s.Pos[i] >= 0 || k > 0 && s.Counted[k-1] >= i {
			return 0, errors.New("what it counts is no list of items")
		}
	}
	return n, nil
}

// A Class is the solutions whose state at a cell hashes to Index modulo Of.
type Class struct{ Cell, Index, Of int }

// A Filter selects the solutions that are in all of some classes.
type Filter struct {
	Scheme
	N       int     // above every position
	Classes []Class // increasing by cell
	// Cells and Items are the numbers that add up to the sum of a state: one for each
	// filled cell, by its position, and one for each time that a counted item is covered.
	Cells, Items []uint64
	item         []uint64 // by item: its number, 0 if it is not counted
}

// NewFilter returns the filter of some classes, increasing by cell, of a scheme that is
// valid.
func NewFilter(s Scheme, n int, classes []Class) *Filter {
	f := &Filter{Scheme: s, N: n, Classes: classes, Cells: make([]uint64, n+1)}
	for c := range f.Cells {
		f.Cells[c] = problem.Mixed(uint64(c) + 1)
	}
	f.item = make([]uint64, len(s.Pos))
	for k, i := range s.Counted {
		x := problem.Mixed(uint64(k) + 1<<32)
		f.Items = append(f.Items, x)
		f.item[i] = x
	}
	return f
}

// Option returns what an option that covers these items adds to the sum of the state at a
// cell.
func (f *Filter) Option(items []int, cell int) (sum uint64) {
	if low := problem.First(f.Pos, items); low < 0 || int(low) >= cell {
		return 0
	}
	for _, i := range items {
		if c := int(f.Pos[i]); c >= cell {
			sum += f.Cells[c]
		} else if c < 0 {
			sum += f.item[i]
		}
	}
	return sum
}

// Hash is the hash of the state at a cell whose numbers add up to sum.
func Hash(cell int, sum uint64) uint64 { return problem.Mixed(sum ^ problem.Mixed(uint64(cell))) }

// In reports whether a state at the cell of a class, whose numbers add up to sum, is in the
// class.
func (c Class) In(sum uint64) bool {
	return Hash(c.Cell, sum)%uint64(c.Of) == uint64(c.Index)
}
