package problem

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A Problem is what is left of a model once everything that its bounds settle
// at once has been settled: options under an item that can take no more are
// gone, and options that an item needs all of are taken. That resolves hints and
// shards, which are items like any other. The options that are neither gone nor
// taken are live; the solutions of the model are those of the problem, each with
// the taken options added.
type Problem struct {
	Model *cover.Model
	// Impossible is set when an item can never reach its Min, or the numbers cannot
	// add up; nothing else then holds.
	Impossible bool
	Taken      []int   // in every solution; increasing
	Live       []int32 // the live options, increasing
	Items      []bound // what is left of the bounds of each item
	// Rank is the order in which the caller wants the options of a cell to be
	// tried; nil: any.
	Rank func(option int) int
}

// A bound says how many live options must and may still cover an item.
type bound struct {
	Lo, Hi int32
	N      int32 // live options that cover the item
}

// Binds reports whether some set of n of the live options would break the bound.
func (b bound) Binds() bool { return b.Lo > 0 || b.Hi < b.N }

func Load(m *cover.Model) *Problem {
	p := &Problem{Model: m, Items: make([]bound, len(m.Items))}
	for _, items := range m.Options {
		for _, i := range items {
			p.Items[i].N++
		}
	}
	settled := true
	for i, it := range m.Items {
		b := &p.Items[i]
		if it.Min > int(b.N) || it.Max < it.Min {
			p.Impossible = true
			return p
		}
		// A Max above n is the same as n, and fits in 32 bits.
		b.Lo, b.Hi = int32(it.Min), int32(min(it.Max, int(b.N)))
		if b.N > 0 && (b.Hi == 0 || b.Lo == b.N) {
			settled = false
		}
	}
	if settled {
		p.Live = make([]int32, len(m.Options))
		for o := range p.Live {
			p.Live[o] = int32(o)
		}
		return p
	}
	p.settle()
	return p
}

// settle takes and drops options to a fixpoint.
func (p *Problem) settle() {
	covers := p.Model.Covers()
	gone := make([]bool, len(p.Model.Options))
	due := make([]int, len(p.Items))
	for i := range due {
		due[i] = i
	}
	for len(due) > 0 {
		i := due[len(due)-1]
		due = due[:len(due)-1]
		b := p.Items[i]
		if b.Hi < 0 || b.N < b.Lo {
			p.Impossible = true
			return
		}
		take := b.Lo == b.N
		if b.N == 0 || !take && b.Hi > 0 {
			continue
		}
		for _, o := range covers[i] {
			if gone[o] {
				continue
			}
			gone[o] = true
			if take {
				p.Taken = append(p.Taken, o)
			}
			for _, j := range p.Model.Options[o] {
				c := &p.Items[j]
				c.N--
				if take {
					c.Lo, c.Hi = max(0, c.Lo-1), c.Hi-1
				}
				due = append(due, j)
			}
		}
	}
	slices.Sort(p.Taken)
	for o, g := range gone {
		if !g {
			p.Live = append(p.Live, int32(o))
		}
	}
	for i := range p.Items {
		b := &p.Items[i]
		b.Hi = min(b.Hi, b.N)
	}
}
