package native

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A problem is what is left of a model once everything that its bounds settle
// at once has been settled: options under an item that can take no more are
// gone, and options that an item needs all of are taken. That resolves hints and
// shards, which are items like any other. The options that are neither gone nor
// taken are live; the solutions of the model are those of the problem, each with
// the taken options added.
type problem struct {
	m *cover.Model
	// impossible is set when an item can never reach its Min, or the numbers cannot
	// add up; nothing else then holds.
	impossible bool
	taken      []int   // in every solution; increasing
	live       []int32 // the live options, increasing
	items      []bound // what is left of the bounds of each item
	// rank is the order in which the caller wants the options of a cell to be
	// tried; nil: any.
	rank func(option int) int
}

// A bound says how many live options must and may still cover an item.
type bound struct {
	lo, hi int32
	n      int32 // live options that cover the item
}

// binds reports whether some set of n of the live options would break the bound.
func (b bound) binds() bool { return b.lo > 0 || b.hi < b.n }

func load(m *cover.Model) *problem {
	p := &problem{m: m, items: make([]bound, len(m.Items))}
	for _, items := range m.Options {
		for _, i := range items {
			p.items[i].n++
		}
	}
	settled := true
	for i, it := range m.Items {
		b := &p.items[i]
		if it.Min > int(b.n) || it.Max < it.Min {
			p.impossible = true
			return p
		}
		// A Max above n is the same as n, and fits in 32 bits.
		b.lo, b.hi = int32(it.Min), int32(min(it.Max, int(b.n)))
		if b.n > 0 && (b.hi == 0 || b.lo == b.n) {
			settled = false
		}
	}
	if settled {
		p.live = make([]int32, len(m.Options))
		for o := range p.live {
			p.live[o] = int32(o)
		}
		return p
	}
	p.settle()
	return p
}

// settle takes and drops options to a fixpoint.
func (p *problem) settle() {
	covers := p.m.Covers()
	gone := make([]bool, len(p.m.Options))
	due := make([]int, len(p.items))
	for i := range due {
		due[i] = i
	}
	for len(due) > 0 {
		i := due[len(due)-1]
		due = due[:len(due)-1]
		b := p.items[i]
		if b.hi < 0 || b.n < b.lo {
			p.impossible = true
			return
		}
		take := b.lo == b.n
		if b.n == 0 || !take && b.hi > 0 {
			continue
		}
		for _, o := range covers[i] {
			if gone[o] {
				continue
			}
			gone[o] = true
			if take {
				p.taken = append(p.taken, o)
			}
			for _, j := range p.m.Options[o] {
				c := &p.items[j]
				c.n--
				if take {
					c.lo, c.hi = max(0, c.lo-1), c.hi-1
				}
				due = append(due, j)
			}
		}
	}
	slices.Sort(p.taken)
	for o, g := range gone {
		if !g {
			p.live = append(p.live, int32(o))
		}
	}
	for i := range p.items {
		b := &p.items[i]
		b.hi = min(b.hi, b.n)
	}
}
