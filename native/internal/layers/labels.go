package layers

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/table"
)

// Labels are a grouping, stored in bits of a state above its counts, so that states merge
// only if their options so far belong to the same group. Each item of By has as many slots
// as it has copies, and placing a copy moves the earlier ones up. Copies are placed in the
// order of their cells, so a set of copies has one label. Each item of Use has a number.
type Labels struct {
	grouping cover.Grouping
	options  [][]int32 // of each item of By; a slot holds an index into them plus 1
	by, use  []register
	from     int        // the first bit
	bits     int        // in all
	moves    []move     // of each placement
	several  [][]insert // of the moves with inserts
}

// A register is the place of an item's label among the bits.
type register struct {
	shift, width int // of the whole label
	slot         int // bits of a slot, or of the number
}

// A move is what a placement adds to a label.
type move struct {
	add     uint64
	inserts int32 // index into several; -1: none
}

// An insert moves the slots of an item up, and fills the first.
type insert struct {
	register
	option uint64
}

// NewLabels returns nil if the labels do not fit a state.
func NewLabels(x *table.Expander, g cover.Grouping) *Labels {
	p := x.Problem
	l := &Labels{grouping: g, from: bits.Len64(x.Start().K)}
	number := make([]int32, len(p.Model.Options))
	cells := 0
	for _, at := range x.Order.Pos {
		if at >= 0 {
			cells++
		}
	}
	take := func(slot, slots int) (r register, ok bool) {
		if slots > 64 || slot*slots > 64-l.from-l.bits {
			return r, false
		}
		r = register{l.from + l.bits, slot * slots, slot}
		l.bits += r.width
		return r, true
	}
	moves := make([][]insert, len(p.Model.Options))
	adds := make([]uint64, len(p.Model.Options))
	for _, i := range g.By {
		var options []int32
		for _, o := range p.Live {
			if slices.Contains(p.Model.Options[o], i) {
				options = append(options, o)
				number[o] = int32(len(options))
			}
		}
		r, ok := take(bits.Len(uint(len(options))), min(copies(p, i), cells))
		if !ok {
			return nil
		}
		l.options, l.by = append(l.options, options), append(l.by, r)
		for _, o := range options {
			if r.width == r.slot {
				adds[o] += uint64(number[o]) << r.shift
			} else {
				moves[o] = append(moves[o], insert{r, uint64(number[o])})
			}
		}
	}
	for _, i := range g.Use {
		r, ok := take(bits.Len(uint(min(copies(p, i), cells))), 1)
		if !ok {
			return nil
		}
		l.use = append(l.use, r)
		for _, o := range p.Live {
			if r.width > 0 && slices.Contains(p.Model.Options[o], i) {
				adds[o] += 1 << r.shift
			}
		}
	}
	l.moves = make([]move, x.Placements())
	for at := range l.moves {
		l.moves[at].inserts = -1
		if o := x.Option(int32(at)); o >= 0 {
			l.moves[at].add = adds[o]
			if moves[o] != nil {
				l.moves[at].inserts = int32(len(l.several))
				l.several = append(l.several, moves[o])
			}
		}
	}
	return l
}

// words is about how many words of memory a group takes.
func (l *Labels) words() int {
	return (&cover.Group{Options: make(cover.Solution, len(l.by)),
		Use: make([]int, len(l.use))}).Words()
}

// copies is how many live options of an item a solution may have.
func copies(p *problem.Problem, item int) int { return int(min(p.Items[item].Hi, p.Items[item].N)) }

// mark adds to the labels of each state the placement that led to it.
func (l *Labels) mark(kids []table.Child) {
	for n := range kids {
		kid := &kids[n]
		m := &l.moves[kid.At]
		kid.K += m.add
		if m.inserts >= 0 {
			for _, in := range l.several[m.inserts] {
				all := uint64(1)<<in.width - 1
				slots := kid.K >> in.shift & all
				kid.K = kid.K&^(all<<in.shift) | (slots<<in.slot|in.option)&all<<in.shift
			}
		}
	}
}

// Read returns the group of the states whose packed counts are k: options in no order, and
// how often each item of Use is covered.
func (l *Labels) Read(k uint64) (options []int, use []int) {
	for n, r := range l.by {
		if r.width == 0 {
			continue
		}
		for slots := k >> r.shift & (1<<r.width - 1); slots != 0; slots >>= r.slot {
			options = append(options, int(l.options[n][slots&(1<<r.slot-1)-1]))
		}
	}
	for _, r := range l.use {
		use = append(use, int(k>>r.shift&(1<<r.width-1)))
	}
	return options, use
}
