package frontier

import (
	"math"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Base is the search of the program.
func (p *Program) Base() *run.Search { return &p.Search }

// Clone returns the program with a search of its own.
func (p *Program) Clone(wk run.Search) *Program {
	c := *p
	c.Search = wk
	return &c
}

// Start is the state in which nothing is covered.
func (p *Program) Start() table.State {
	st, _ := p.next(key{}, -1)
	return st
}

// End is the number of steps.
func (p *Program) End() int { return len(p.steps) }

// Reach is a guess: few states skip more steps.
func (p *Program) Reach() int { return 8 }

// Bits is 63 bits of a key, and 64 more if they are used.
func (p *Program) Bits() (f, k int) {
	if p.used[1] == 0 {
		return 63, 0
	}
	return 63, 64
}

// Weights are the numbers of options that the moves stand for.
func (p *Program) Weights() []uint64 { return p.weights }

// MostChildren is one for each move of a step, and one for none.
func (p *Program) MostChildren() (most int) {
	for n := range p.steps {
		most = max(most, len(p.steps[n].moves)+1)
	}
	return most
}

// Full is true: a state that misses a bound has no children.
func (p *Program) Full(table.State) bool { return true }

// Expand writes the children of a state to to, and returns how many there are.
func (p *Program) Expand(st table.State, to []table.Child) (n int) {
	s := &p.steps[st.C]
	k := key{st.F, st.K}
	p.Nodes += 1 + int64(len(s.moves))/16 // a move that does not fit takes next to no time
	add := func(k key, at int) {
		if next, ok := p.next(k, st.C); ok {
			to[n] = table.Child{State: next, At: int32(at)}
			n++
		}
	}
	if !s.must {
		add(k, 0)
	}
	for m := range s.moves {
		move := &s.moves[m]
		if k[0]&move.mask[0]|k[1]&move.mask[1] != 0 {
			continue
		}
		next := key{k[0] | move.mask[0], k[1] | move.mask[1]}
		if move.counts == nil || next.addAll(move.counts) {
			p.Nodes++
			add(next, s.first+m)
		}
	}
	return n
}

// next returns the state of a key once step at has been decided: in the layer of the first
// later step that still has something to decide. It is false for a key that can no longer
// meet a lower bound.
func (p *Program) next(k key, at int) (st table.State, ok bool) {
	for {
		if at >= 0 {
			s := &p.steps[at]
			if s.need[0]&^k[0]|s.need[1]&^k[1] != 0 {
				return st, false
			}
			for f := range s.least {
				if s.least[f].of(&k) < s.least[f].least {
					return st, false
				}
			}
			k[0] &^= s.clear[0]
			k[1] &^= s.clear[1]
		}
		if at++; at == len(p.steps) || k[0]&p.steps[at].own[0]|k[1]&p.steps[at].own[1] == 0 {
			return table.State{C: at, F: k[0], K: k[1]}, true
		}
	}
}

// Sizes are two to the widths.
func (p *Program) Sizes() []float64 {
	sizes := make([]float64, len(p.steps)+1)
	for k := range p.steps {
		sizes[k] = math.Exp2(float64(p.steps[k].width))
	}
	return sizes
}
