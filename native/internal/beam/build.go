package beam

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// The limits of the boards for a beam, in cells and in words of all sets. These words
// take 16 MB, a quarter of the beam's 64 MB.
const (
	mostCells = 1 << 14
	mostWords = 1 << 21
)

// Applies reports whether p has a scan in which every option has a cell, and is not too
// large.
func Applies(p *problem.Problem) bool {
	_, _, ok := scan(p)
	return ok
}

// scan returns the cells in the order of the scan, and the greatest distance in it
// between two cells of an option.
func scan(p *problem.Problem) (cells []int32, span int, ok bool) {
	cells = p.CellItems()
	if len(cells) == 0 || len(cells) > mostCells {
		return nil, 0, false
	}
	order, ok := p.Narrowest(cells)
	if !ok {
		return nil, 0, false
	}
	slices.SortFunc(cells, func(i, j int32) int { return cmp.Compare(order.Pos[i], order.Pos[j]) })
	at := places(p, cells)
	for _, o := range p.Live {
		low, high := len(cells), 0
		for _, i := range p.Model.Options[o] {
			if c := int(at[i]); c >= 0 {
				low, high = min(low, c), max(high, c)
			}
		}
		span = max(span, high-low)
	}
	return cells, span, len(p.Live)*(span/64+1) <= mostWords
}

// places returns the place of each item in the scan, -1 for none.
func places(p *problem.Problem, cells []int32) []int32 {
	at := slices.Repeat([]int32{-1}, len(p.Items))
	for c, i := range cells {
		at[i] = int32(c)
	}
	return at
}

func newBoard(p *problem.Problem) *board {
	cells, span, _ := scan(p)
	at := places(p, cells)
	b := &board{p: p, n: len(cells), words: span/64 + 1}
	b.count(at)
	b.place(at, cells)
	b.meet(cells)
	return b
}

// place makes the options, including those that leave a cell empty, and the indices
// of them.
func (b *board) place(at, cells []int32) {
	kinds := kindsOf(b)
	for _, o := range b.p.Live {
		if q, ok := kinds.option(o, at); ok {
			b.options = append(b.options, q)
		}
	}
	if slack := b.slack(); slack > 0 {
		kind := int32(-1)
		for c, i := range cells {
			if b.p.Items[i].Lo > 0 {
				continue
			}
			if kind < 0 {
				b.counters = append(b.counters, counter{hi: int32(slack), piece: true, smallest: 1})
				kind = kinds.of([]int32{int32(len(b.counters) - 1)})
			}
			b.options = append(b.options, option{first: int32(c), kind: kind, size: 1, source: -1})
		}
	}
	slices.SortFunc(b.options, func(x, y option) int {
		return cmp.Or(cmp.Compare(x.first, y.first), cmp.Compare(x.kind, y.kind),
			cmp.Compare(x.size, y.size), cmp.Compare(x.source, y.source))
	})
	b.layOut()
	b.masks = make([]uint64, len(b.options)*b.words)
	b.runsAt = make([]int32, b.n+1)
	for o := range b.options {
		q := &b.options[o]
		b.largest = max(b.largest, int(q.size))
		mask := b.mask(int32(o))
		if q.source < 0 {
			mask[0] = 1
		} else {
			for _, i := range b.p.Model.Options[q.source] {
				if c := at[i]; c >= 0 {
					mask[(c-q.first)/64] |= 1 << uint((c-q.first)%64)
				}
			}
		}
		b.eachCell(int32(o), func(c int32) { q.cells ^= problem.Mixed(uint64(c)) })
		if o > 0 {
			last := &b.options[o-1]
			if last.first == q.first && last.kind == q.kind && last.size == q.size {
				b.runs[len(b.runs)-1].end++
				continue
			}
		}
		b.runs = append(b.runs, sameKind{int32(o), int32(o) + 1, q.kind, q.size})
		b.runsAt[q.first+1] = int32(len(b.runs))
	}
	for c := range b.n {
		b.runsAt[c+1] = max(b.runsAt[c+1], b.runsAt[c])
	}
	b.throughCounter = newLists(len(b.counters), func(add func(list, number int32)) {
		for o := len(b.options) - 1; o >= 0; o-- {
			for _, k := range b.kinds[b.options[o].kind] {
				add(k, int32(o))
			}
		}
	})
}
