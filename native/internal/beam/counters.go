package beam

import (
	"cmp"
	"math/bits"
	"slices"
)

// count makes the counters.
func (b *board) count(at []int32) {
	p := b.p
	counts := func(i int) bool { return at[i] < 0 && p.Items[i].Binds() }
	// The options of each item that counts, and how many such items each option has.
	through := newLists(len(p.Items), func(add func(list, number int32)) {
		for _, o := range p.Live {
			for _, i := range p.Model.Options[o] {
				if counts(i) {
					add(int32(i), o)
				}
			}
		}
	})
	taken := make([]bool, len(p.Model.Options)) // it has a piece
	var alike []int                             // counters that may have congruent ones
	for i := range p.Items {
		if !counts(i) {
			continue
		}
		mine := slices.Clone(through.of(int32(i)))
		q := counter{lo: p.Items[i].Lo, hi: p.Items[i].Hi, members: []int32{int32(i)}, piece: true}
		alone := true
		for _, o := range mine {
			size := int32(0)
			for _, j := range p.Model.Options[o] {
				if at[j] >= 0 {
					size++
				}
				alone = alone && (j == i || !counts(j))
			}
			if q.smallest == 0 || size < q.smallest {
				q.smallest = size
			}
			q.piece = q.piece && !taken[o]
		}
		for _, o := range mine {
			taken[o] = taken[o] || q.piece
		}
		if alone {
			slices.SortStableFunc(mine, func(x, y int32) int { return b.compareCells(x, y, at) })
			q.options = [][]int32{mine}
			if b.join(&q, alike, at) {
				continue
			}
			alike = append(alike, len(b.counters))
		}
		b.counters = append(b.counters, q)
	}
}

// join merges a counter into another that is congruent, and reports whether there is one.
func (b *board) join(q *counter, with []int, at []int32) bool {
	for _, k := range with {
		r := &b.counters[k]
		same := func(x, y int32) bool { return b.compareCells(x, y, at) == 0 }
		if slices.EqualFunc(r.options[0], q.options[0], same) {
			r.lo += q.lo
			r.hi += q.hi
			r.members = append(r.members, q.members[0])
			r.options = append(r.options, q.options[0])
			return true
		}
	}
	return false
}

// compareCells orders options of the model by their cells.
func (b *board) compareCells(x, y int32, at []int32) int {
	xs, ys := b.p.Model.Options[x], b.p.Model.Options[y]
	for {
		for len(xs) > 0 && at[xs[0]] < 0 {
			xs = xs[1:]
		}
		for len(ys) > 0 && at[ys[0]] < 0 {
			ys = ys[1:]
		}
		if len(xs) == 0 || len(ys) == 0 {
			return cmp.Compare(len(xs), len(ys))
		}
		if d := cmp.Compare(xs[0], ys[0]); d != 0 {
			return d
		}
		xs, ys = xs[1:], ys[1:]
	}
}

// layOut gives every counter a field within one word of a state, and the sizes of
// its options.
func (b *board) layOut() {
	word, shift := int32(0), 0
	for k := range b.counters {
		q := &b.counters[k]
		q.hi = min(q.hi, int32(b.n)/q.smallest)
		width := bits.Len32(uint32(max(q.hi, 0)))
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		q.word, q.shift, q.width = word, uint8(shift), uint8(width)
		shift += width
	}
	b.fields = int(word) + 1
	for o := range b.options {
		q := &b.options[o]
		if q.size > largestIsland {
			continue
		}
		free := true
		for _, k := range b.kinds[q.kind] {
			if c := &b.counters[k]; c.piece {
				c.sizes |= 1 << q.size
				free = false
			}
		}
		if free {
			b.free |= 1 << q.size
		}
	}
}

// kindTable numbers the sets of counters that options have.
type kindTable struct {
	b      *board
	number map[string]int32
	// By item, its counter or -1, and by option of the model its rank in its counter.
	counter []int32
	rank    []int32
}

func kindsOf(b *board) *kindTable {
	t := &kindTable{
		b: b, number: map[string]int32{},
		counter: slices.Repeat([]int32{-1}, len(b.p.Items)),
		rank:    make([]int32, len(b.p.Model.Options)),
	}
	for k := range b.counters {
		q := &b.counters[k]
		for _, i := range q.members {
			t.counter[i] = int32(k)
		}
		if q.options != nil {
			for n, o := range q.options[0] {
				t.rank[o] = int32(n)
			}
		}
	}
	return t
}

// of returns the kind of options that have these counters.
func (t *kindTable) of(counters []int32) int32 {
	key := make([]byte, 0, 64)
	for _, k := range counters {
		key = append(key, byte(k), byte(k>>8), byte(k>>16), byte(k>>24))
	}
	if n, ok := t.number[string(key)]; ok {
		return n
	}
	n := int32(len(t.b.kinds))
	t.b.kinds = append(t.b.kinds, slices.Clone(counters))
	t.number[string(key)] = n
	return n
}

// option returns an option of the model as one of the board; ok is false for the
// options of a congruent item that another item stands for.
func (t *kindTable) option(o int32, at []int32) (q option, ok bool) {
	q = option{first: -1, source: o, rank: t.rank[o]}
	var few [8]int32
	counters := few[:0]
	for _, i := range t.b.p.Model.Options[o] {
		if c := at[i]; c >= 0 {
			q.size++
			if q.first < 0 || c < q.first {
				q.first = c
			}
		} else if k := t.counter[i]; k >= 0 {
			if t.b.counters[k].members[0] != int32(i) {
				return q, false
			}
			counters = append(counters, k)
		}
	}
	q.kind = t.of(counters)
	return q, true
}
