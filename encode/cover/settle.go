package cover

import "slices"

// Residual is the result of unit propagation of the bounds of a model. An item that may be covered
// no more drops its other options; an item that needs all its options takes them. This resolves
// hints and shards, since they are items. The options that are neither dropped nor taken are live.
// A solution of the model is the taken options and a solution of the live ones.
type Residual struct {
	// Impossible is set when an item can never reach its Min; nothing else then holds.
	Impossible bool
	Taken      []int   // in every solution; increasing
	Live       []int32 // the live options, increasing
	Items      []Bound // the remaining bounds of each item
}

// A Bound is how many live options must and may still cover an item.
type Bound struct {
	Lo, Hi int32 // Hi is at most N
	N      int32 // live options that cover the item
}

// Binds reports whether some set of the live options would break the bound.
func (b Bound) Binds() bool { return b.Lo > 0 || b.Hi < b.N }

// Propagate takes and drops options to a fixpoint. Unlike Reduce it uses one item at a time, and
// takes about as long as reading the model.
func (m *Model) Propagate() Residual {
	s := Residual{Items: make([]Bound, len(m.Items))}
	// What items drop that may not be covered at all is often all that there is to drop.
	gone, live := m.Dead(), 0
	for o, items := range m.Options {
		if gone[o] {
			continue
		}
		live++
		for _, i := range items {
			s.Items[i].N++
		}
	}
	settled := true
	for i, it := range m.Items {
		b := &s.Items[i]
		if it.Min > int(b.N) || it.Max < it.Min {
			return Residual{Impossible: true}
		}
		// A Max above N means the same as N, which fits in 32 bits.
		b.Lo, b.Hi = int32(it.Min), int32(min(it.Max, int(b.N)))
		if b.N > 0 && b.Lo == b.N {
			settled = false
		}
	}
	if !settled {
		s.run(m, gone)
	}
	s.Live = make([]int32, 0, live)
	for o, g := range gone {
		if !g {
			s.Live = append(s.Live, int32(o))
		}
	}
	return s
}

// run takes and drops options until no item forces another change; gone are those dropped so far.
func (s *Residual) run(m *Model, gone []bool) {
	covers := m.Covers()
	due := make([]int, len(s.Items))
	for i := range due {
		due[i] = i
	}
	for len(due) > 0 {
		i := due[len(due)-1]
		due = due[:len(due)-1]
		b := s.Items[i]
		if b.Hi < 0 || b.N < b.Lo {
			s.Impossible = true
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
				s.Taken = append(s.Taken, o)
			}
			for _, j := range m.Options[o] {
				c := &s.Items[j]
				c.N--
				if take {
					c.Lo, c.Hi = max(0, c.Lo-1), c.Hi-1
				}
				due = append(due, j)
			}
		}
	}
	slices.Sort(s.Taken)
	for i := range s.Items {
		b := &s.Items[i]
		b.Hi = min(b.Hi, b.N)
	}
}
