package frontier

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A key is the part of a state about the live items: a bit for each item that is covered at
// most once, and a number for each other item, in slots that are reused. Its words are F and K
// of a state, whose layer is a step.
type key [2]uint64

// A Program is an order as steps of a count, as a system of layers. It is used by one
// goroutine.
type Program struct {
	run.Search
	steps   []step
	weights []uint64 // of each move; the first is to choose no option
	// Free is the number of options that are in or out freely.
	Free int
	used key // the slots ever used
}

// A step decides about the options of one item, of which at most one is chosen, or about
// one option.
type step struct {
	own   key  // the item's slot, none if no earlier option covers it
	must  bool // one of the options must be chosen; states with own set skip the step
	moves []move
	first int // the index of the first move
	width int // bits of the slots that are in use
	// For items that end with the step: the thin items that must be covered, the counts that
	// must have reached their least, and the slots to clear.
	need  key
	least []field
	clear key
}

// A move is an option, or several options with the same effect.
type move struct {
	mask   key
	counts []field
	same   uint64 // the number of these options
}

// A field is the slot of an item that can be covered several times. Its number stops at
// most.
type field struct {
	word  int
	shift uint
	mask  uint64 // of the number, before it is shifted
	least uint64 // the number must be at least this in the end
	most  uint64
	open  bool // the item may be covered more often; the number then stays at most
}

func (f *field) of(k *key) uint64 { return k[f.word] >> f.shift & f.mask }

// add counts one more, and reports whether there was room for it.
func (f *field) add(k *key) bool {
	if f.of(k) < f.most {
		k[f.word] += 1 << f.shift
		return true
	}
	return f.open
}

// addAll counts one more in each field, and reports whether all had room for it.
func (k *key) addAll(fields []field) bool {
	for n := range fields {
		if !fields[n].add(k) {
			return false
		}
	}
	return true
}

// free is the set of the free bits of a key. The lowest of all is never used.
type free key

// take returns the lowest n free bits in a row in one word; ok is false if there are
// none.
func (s *free) take(n int) (word int, shift uint, ok bool) {
	run := uint64(1)<<n - 1
	for w := range s {
		for at := 0; at+n <= 64; at++ {
			if s[w]>>at&run == run {
				s[w] &^= run << at
				return w, uint(at), true
			}
		}
	}
	return 0, 0, false
}

// A compiler turns an order into a program.
type compiler struct {
	*graph
	p      *problem.Problem
	slots  free
	fields []field // of each node that is live
	live   []bool
	left   []int // undecided options of each node
}

// Compile returns the program of an order, or nil if the items live at once do not fit a
// key.
func Compile(p *problem.Problem, o *Order) *Program {
	g := o.g
	n := len(g.item)
	c := &compiler{
		graph: g, p: p, slots: free{^uint64(1), ^uint64(0)},
		fields: make([]field, n), live: make([]bool, n), left: make([]int, n),
	}
	for x := range c.left {
		c.left[x] = len(g.covers[x])
	}
	for _, nodes := range g.loose {
		for _, x := range nodes {
			c.left[x]++
		}
	}
	out := &Program{Free: g.free, weights: []uint64{1}}
	add := func(own int32, options [][]int32) bool {
		s, ok := c.step(own, options)
		s.first = len(out.weights)
		for _, m := range s.moves {
			out.weights = append(out.weights, m.same)
		}
		out.steps = append(out.steps, s)
		out.used[1] |= ^c.slots[1] | s.clear[1]
		return ok
	}
	decided := make([]bool, len(g.options))
	for _, x := range o.nodes {
		var options [][]int32
		for _, q := range g.covers[x] {
			if !decided[q] {
				decided[q] = true
				options = append(options, g.options[q])
			}
		}
		if options != nil && !add(x, options) { // else all were decided with other items
			return nil
		}
	}
	for _, nodes := range g.loose {
		if !add(-1, [][]int32{nodes}) {
			return nil
		}
	}
	return out
}

// step makes a step of the given options; own is a node they have in common, -1 for none.
func (c *compiler) step(own int32, options [][]int32) (s step, ok bool) {
	if own >= 0 {
		if c.live[own] {
			s.own = c.bit(own)
		}
		s.must = c.p.Items[c.item[own]].Lo > 0
	}
	var over []int32
	for _, nodes := range options {
		for _, x := range nodes {
			if c.left[x]--; c.left[x] == 0 {
				over = append(over, x)
			}
			if x != own && !c.live[x] && !c.begin(x) {
				return s, false
			}
		}
	}
	s.width = bits.OnesCount64(^c.slots[0]) + bits.OnesCount64(^c.slots[1]) - 1
	for _, nodes := range options {
		s.add(c.move(own, nodes))
	}
	for _, x := range over {
		c.end(x, own, &s)
	}
	return s, true
}

// begin gives a node its slot.
func (c *compiler) begin(x int32) bool {
	b := c.p.Items[c.item[x]]
	f := field{least: uint64(b.Lo), most: uint64(b.Hi)}
	if b.Hi == b.N && b.Hi > 1 {
		f.most, f.open = f.least, true
	}
	width := bits.Len64(f.most)
	f.mask = 1<<width - 1
	var ok bool
	f.word, f.shift, ok = c.slots.take(width)
	c.fields[x], c.live[x] = f, true
	return ok
}

// end closes a node after the step that decides about the last of its options.
func (c *compiler) end(x, own int32, s *step) {
	if !c.live[x] {
		return // it had no slot: only this step covers it
	}
	f := c.fields[x]
	set := f.mask << f.shift
	s.clear[f.word] |= set
	c.slots[f.word] |= set
	c.live[x] = false
	switch {
	case f.least == 0 || x == own:
	case int(x) < c.thin:
		s.need[f.word] |= set
	default:
		s.least = append(s.least, f)
	}
}

func (c *compiler) bit(x int32) (k key) {
	k[c.fields[x].word] = 1 << c.fields[x].shift
	return k
}

// move makes the move of an option.
func (c *compiler) move(own int32, nodes []int32) move {
	m := move{same: 1}
	for _, x := range nodes {
		switch {
		case x == own:
		case int(x) < c.thin:
			b := c.bit(x)
			m.mask[0] |= b[0]
			m.mask[1] |= b[1]
		default:
			m.counts = append(m.counts, c.fields[x])
		}
	}
	return m
}

// add adds a move, or counts it with a move of the same effect.
func (s *step) add(m move) {
	for n := range s.moves {
		if o := &s.moves[n]; o.mask == m.mask && slices.Equal(o.counts, m.counts) {
			o.same++
			return
		}
	}
	s.moves = append(s.moves, m)
}
