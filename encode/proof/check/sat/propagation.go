package sat

import (
	"context"
	"slices"
)

// A propagation holds clauses and propagates: it sets a literal to true when all others of its
// clause are false. Clauses of two literals have lists of their own; longer ones are watched by
// their first two.
//
// A literal that is true under no assumption stays true, even if a clause that it follows from is
// deleted.
type propagation struct {
	long    [][]int32
	free    []int32          // unused indices of long
	watches [][]watch        // by literal: the long clauses that watch it
	pairs   [][]int32        // by literal: the other literal of each clause of two
	value   []int8           // by literal: 1 true, -1 false
	trail   []int32          // the literals that are true, in order
	next    int              // the number of propagated literals in trail
	refuted bool             // a clause is false under no assumption
	lemmas  map[uint64]lemma // by the key of its literals
	steps   int64
	held    int64 // literals of all clauses
}

// A watch names a long clause and another literal of it: if that is true, the clause needs no
// visit.
type watch struct{ clause, other int32 }

// A lemma is a derived clause, the number of its copies, and where it is held.
type lemma struct {
	copies int
	pair   [2]int32
	long   int32 // -1: held as a pair
}

// clausesAhead is the number of clauses that are added between two checks of the context.
const clausesAhead = 1 << 12

// newPropagation adds the clauses of f. The error is that of the context.
func newPropagation(ctx context.Context, f *Formula) (*propagation, error) {
	p := &propagation{lemmas: make(map[uint64]lemma)}
	p.grow(f.vars)
	for k := range f.ends {
		if k%clausesAhead == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.insert(f.at(k))
	}
	return p, nil
}

// grow makes room for the variables up to vars.
func (p *propagation) grow(vars int) {
	more := 2*vars + 2 - len(p.value)
	p.watches = append(p.watches, make([][]watch, more)...)
	p.pairs = append(p.pairs, make([][]int32, more)...)
	p.value = append(p.value, make([]int8, more)...)
}

// insert adds a clause and returns where it is held. A clause that is true already, or that fixes a
// literal or refutes all, is not held.
func (p *propagation) insert(lits []int32) (as lemma, held bool) {
	open := make([]int32, 0, len(lits))
	for _, l := range lits {
		switch p.value[slot(l)] {
		case 1:
			return lemma{}, false
		case 0:
			open = append(open, l)
		}
	}
	slices.Sort(open)
	open = slices.Compact(open)
	p.held += int64(len(open))
	switch len(open) {
	case 0:
		p.refuted = true
		return lemma{}, false
	case 1:
		p.assign(open[0])
		p.refuted = p.propagate() || p.refuted
		return lemma{}, false
	case 2:
		a, b := open[0], open[1]
		p.pairs[slot(a)] = append(p.pairs[slot(a)], b)
		p.pairs[slot(b)] = append(p.pairs[slot(b)], a)
		return lemma{1, [2]int32{a, b}, -1}, true
	}
	k := int32(len(p.long))
	if n := len(p.free); n > 0 {
		k, p.free = p.free[n-1], p.free[:n-1]
		p.long[k] = open
	} else {
		p.long = append(p.long, open)
	}
	for j := range 2 {
		at := slot(open[j])
		p.watches[at] = append(p.watches[at], watch{k, open[1-j]})
	}
	return lemma{1, [2]int32{}, k}, true
}

// derived adds a derived clause, whose literals are sorted.
func (p *propagation) derived(lits []int32) {
	key := keyOf(lits)
	if known, ok := p.lemmas[key]; ok {
		known.copies++
		p.lemmas[key] = known
	} else if as, held := p.insert(lits); held {
		p.lemmas[key] = as
	}
}

// remove deletes a derived clause, whose literals are sorted.
func (p *propagation) remove(lits []int32) {
	key := keyOf(lits)
	known, ok := p.lemmas[key]
	if !ok {
		return
	}
	if known.copies--; known.copies > 0 {
		p.lemmas[key] = known
		return
	}
	delete(p.lemmas, key)
	if known.long < 0 {
		p.held -= 2
		for k := range 2 {
			list := &p.pairs[slot(known.pair[k])]
			*list = removeLast(*list, known.pair[1-k])
		}
		return
	}
	for _, l := range p.long[known.long][:2] {
		list := p.watches[slot(l)]
		at := len(list) - 1
		for list[at].clause != known.long {
			at--
		}
		p.watches[slot(l)] = slices.Delete(list, at, at+1)
	}
	p.held -= int64(len(p.long[known.long]))
	p.long[known.long] = nil
	p.free = append(p.free, known.long)
}

// removeLast removes the last occurrence of l in the list.
func removeLast(list []int32, l int32) []int32 {
	at := len(list) - 1
	for list[at] != l {
		at--
	}
	return slices.Delete(list, at, at+1)
}

// follows reports whether propagation finds a conflict if all literals are false.
func (p *propagation) follows(lits []int32) bool {
	mark := len(p.trail)
	found := p.refuted
	for _, l := range lits {
		switch p.value[slot(l)] {
		case 1:
			found = true
		case 0:
			p.assign(-l)
		}
	}
	found = found || p.propagate()
	for _, l := range p.trail[mark:] {
		p.value[slot(l)], p.value[slot(-l)] = 0, 0
	}
	p.trail, p.next = p.trail[:mark], mark
	return found
}

func (p *propagation) assign(l int32) {
	p.value[slot(l)], p.value[slot(-l)] = 1, -1
	p.trail = append(p.trail, l)
}

// propagate reports whether some clause is false.
func (p *propagation) propagate() bool {
	for ; p.next < len(p.trail); p.next++ {
		falsified := -p.trail[p.next]
		pairs := p.pairs[slot(falsified)]
		p.steps += int64(len(pairs)) + 1
		for _, other := range pairs {
			switch p.value[slot(other)] {
			case 0:
				p.assign(other)
			case -1:
				return true
			}
		}
		if p.visit(falsified) {
			return true
		}
	}
	return false
}

// visit updates the long clauses that watch a literal that became false.
func (p *propagation) visit(falsified int32) (conflict bool) {
	list := p.watches[slot(falsified)]
	p.steps += int64(len(list))
	kept := list[:0]
	for k, w := range list {
		if p.value[slot(w.other)] > 0 {
			kept = append(kept, w)
			continue
		}
		lits := p.long[w.clause]
		if lits[0] == falsified {
			lits[0], lits[1] = lits[1], lits[0]
		}
		first := p.value[slot(lits[0])]
		at := -1
		if first <= 0 {
			at = slices.IndexFunc(lits[2:], func(l int32) bool { return p.value[slot(l)] >= 0 })
			if p.steps += int64(at); at < 0 {
				p.steps += int64(len(lits))
			}
		}
		switch {
		case at >= 0:
			lits[1], lits[2+at] = lits[2+at], lits[1]
			to := slot(lits[1])
			p.watches[to] = append(p.watches[to], watch{w.clause, lits[0]})
		case first < 0:
			p.watches[slot(falsified)] = append(kept, list[k:]...)
			return true
		default:
			kept = append(kept, watch{w.clause, lits[0]})
			if first == 0 {
				p.assign(lits[0])
			}
		}
	}
	p.watches[slot(falsified)] = kept
	return false
}

// keyOf returns a hash of a set of literals. A collision can only lose a derived clause, which
// never makes a wrong proof pass.
func keyOf(lits []int32) (sum uint64) {
	for _, l := range lits {
		x := uint64(slot(l)) + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		sum += x ^ x>>31
	}
	return sum
}
