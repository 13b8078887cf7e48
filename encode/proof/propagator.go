package proof

import (
	"errors"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// errNotRUP says that propagation on the formula is weaker than the search.
var errNotRUP = errors.New("proof: a clause does not follow by unit propagation: " +
	"the formula needs pairwise clauses for the bound 1 and counters in both directions for others")

// A propagator finds, for clauses that follow by unit propagation, the clauses
// that take part in it: the hints of LRAT. A DRAT proof does without it.
//
// It holds the clauses of the formula and the blocking clauses, and on top of
// them the clauses of the proof as a stack. Clauses are watched by two literals,
// their first ones; those of two literals, which are most of a pairwise formula,
// never move and have lists of their own.
//
// The literals that are fixed hold under no assumption. They follow from clauses
// that stay, so they stay true; all others are undone after each derivation.
type propagator struct {
	base    int // the clauses below the stack
	clauses []clause
	lits    []cnf.Lit // of the clauses, end to end
	watches [][]watch // by literal: the longer clauses that watch it
	pairs   [][]watch // by literal: the pairs that it is in
	loose   []int     // clauses of the stack that were unit when they were pushed
	value   []int8    // by variable: 1 true, -1 false
	why     []int     // by variable with a value: the clause that gave it, or -1
	seen    []bool    // by variable: scratch
	trail   []cnf.Lit // the literals that are true, in order
	fixed   int       // so many of them are fixed
	next    int       // so many of them are propagated
	refuted int       // a clause all of whose literals are fixed to be false, or -1
}

type clause struct {
	start, end int
	id         int64
}

// A watch names a clause and another literal of it: when that is true there is
// nothing to do.
type watch struct {
	clause int
	other  cnf.Lit
}

func newPropagator(f *cnf.Formula) *propagator {
	n := f.NumVars() + 1
	p := &propagator{
		watches: make([][]watch, 2*n), pairs: make([][]watch, 2*n),
		value: make([]int8, n), why: make([]int, n), seen: make([]bool, n), refuted: -1,
	}
	for lits := range f.Clauses() {
		p.add(lits)
	}
	return p
}

// index numbers the literals from 0.
func index(l cnf.Lit) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

func (p *propagator) valueOf(l cnf.Lit) int8 {
	if l < 0 {
		return -p.value[-l]
	}
	return p.value[l]
}

func (p *propagator) litsOf(c int) []cnf.Lit { return p.lits[p.clauses[c].start:p.clauses[c].end] }

// add adds a clause below the stack. Its number is one more than the last one's.
func (p *propagator) add(lits []cnf.Lit) {
	p.base++
	c := p.insert(lits, int64(p.base))
	p.fix(c)
}

// push adds a clause that was derived. Only one of a single literal fixes
// anything: longer ones are popped some day. When it comes, no longer one is on
// the stack, so that what it fixes follows from clauses that stay.
func (p *propagator) push(lits []cnf.Lit, id int64) {
	c := p.insert(lits, id)
	if len(lits) == 1 {
		p.fix(c)
	} else if p.valueOf(p.litsOf(c)[1]) < 0 {
		p.loose = append(p.loose, c)
	}
}

// insert stores a clause and watches two literals of it, such that are not false
// if there are.
func (p *propagator) insert(lits []cnf.Lit, id int64) int {
	c, start := len(p.clauses), len(p.lits)
	p.lits = append(p.lits, lits...)
	p.clauses = append(p.clauses, clause{start, len(p.lits), id})
	if len(lits) < 2 {
		return c
	}
	stored := p.litsOf(c)
	slices.SortStableFunc(stored, func(a, b cnf.Lit) int {
		return int(p.valueOf(b)) - int(p.valueOf(a))
	})
	lists := p.watches
	if len(lits) == 2 {
		lists = p.pairs
	}
	for k := range 2 {
		list := &lists[index(stored[k])]
		*list = append(*list, watch{c, stored[1-k]})
	}
	return c
}

// fix propagates what a new clause fixes.
func (p *propagator) fix(c int) {
	if p.refuted >= 0 {
		return
	}
	if p.assignUnit(c) {
		p.refuted = c
		return
	}
	p.refuted = p.propagate()
	p.fixed = len(p.trail)
}

// assignUnit assigns the one literal of a clause that is not false, if there is
// just one. It reports whether all are false.
func (p *propagator) assignUnit(c int) (isFalse bool) {
	var unit cnf.Lit
	for _, l := range p.litsOf(c) {
		switch v := p.valueOf(l); {
		case v > 0 || v == 0 && unit != 0:
			return false
		case v == 0:
			unit = l
		}
	}
	if unit != 0 {
		p.assign(unit, c)
	}
	return unit == 0
}

func (p *propagator) assign(l cnf.Lit, why int) {
	p.value[l.Var()] = 1
	if l < 0 {
		p.value[l.Var()] = -1
	}
	p.why[l.Var()] = why
	p.trail = append(p.trail, l)
}

// propagate returns a clause that is false, or -1.
func (p *propagator) propagate() int {
	for ; p.next < len(p.trail); p.next++ {
		isFalse := p.trail[p.next].Not()
		for _, w := range p.pairs[index(isFalse)] {
			switch p.valueOf(w.other) {
			case 0:
				p.assign(w.other, w.clause)
			case -1:
				return w.clause
			}
		}
		if c := p.visit(isFalse); c >= 0 {
			return c
		}
	}
	return -1
}

// visit deals with the longer clauses that watch a literal that became false.
func (p *propagator) visit(isFalse cnf.Lit) (conflict int) {
	list := p.watches[index(isFalse)]
	kept := list[:0]
	conflict = -1
	for k, w := range list {
		if conflict >= 0 {
			kept = append(kept, list[k:]...)
			break
		}
		if p.valueOf(w.other) > 0 {
			kept = append(kept, w)
			continue
		}
		lits := p.litsOf(w.clause)
		if lits[0] == isFalse {
			lits[0], lits[1] = lits[1], lits[0]
		}
		other := slices.IndexFunc(lits[2:], func(l cnf.Lit) bool { return p.valueOf(l) >= 0 })
		switch {
		case p.valueOf(lits[0]) > 0:
			kept = append(kept, watch{w.clause, lits[0]})
		case other >= 0:
			lits[1], lits[2+other] = lits[2+other], lits[1]
			to := &p.watches[index(lits[1])]
			*to = append(*to, watch{w.clause, lits[0]})
		default:
			kept = append(kept, w)
			if p.valueOf(lits[0]) < 0 {
				conflict = w.clause
			} else {
				p.assign(lits[0], w.clause)
			}
		}
	}
	p.watches[index(isFalse)] = kept
	return conflict
}

// derive returns the numbers of the clauses with which the given clause follows,
// in the order in which they propagate; the last of them becomes false.
func (p *propagator) derive(lits []cnf.Lit) (hints []int64, err error) {
	defer p.undo()
	conflict, implied := p.refute(lits)
	if conflict < 0 {
		return nil, errNotRUP
	}
	mark := func(c int) {
		hints = append(hints, p.clauses[c].id)
		for _, l := range p.litsOf(c) {
			p.seen[l.Var()] = true
		}
	}
	mark(conflict)
	if implied != 0 {
		// The conflict is between the assumption and what it was to refute.
		p.seen[implied.Var()] = false
	}
	for k := len(p.trail) - 1; k >= 0; k-- {
		v := p.trail[k].Var()
		if p.seen[v] && p.why[v] >= 0 {
			mark(p.why[v])
		}
		p.seen[v] = false
	}
	slices.Reverse(hints)
	return hints, nil
}

// refute assumes that all literals are false and propagates. It returns a clause
// that is false, or else a clause that makes one of the literals true, and that
// literal; or -1.
func (p *propagator) refute(lits []cnf.Lit) (conflict int, implied cnf.Lit) {
	conflict = p.refuted
	for k := 0; k < len(p.loose) && conflict < 0; k++ {
		if p.assignUnit(p.loose[k]) {
			conflict = p.loose[k]
		}
	}
	// A checker assumes everything before it looks at the first hint. So the first
	// literal that is true already is where its conflict is.
	if slices.ContainsFunc(lits, func(l cnf.Lit) bool { return p.valueOf(l) > 0 }) {
		at := slices.IndexFunc(p.trail, func(l cnf.Lit) bool { return slices.Contains(lits, l) })
		return p.why[p.trail[at].Var()], p.trail[at]
	}
	if conflict >= 0 {
		return conflict, 0
	}
	for _, l := range lits {
		if p.valueOf(l) == 0 {
			p.assign(l.Not(), -1)
		}
	}
	return p.propagate(), 0
}

// undo takes back what is not fixed.
func (p *propagator) undo() {
	for _, l := range p.trail[p.fixed:] {
		p.value[l.Var()] = 0
	}
	p.trail = p.trail[:p.fixed]
	p.next = p.fixed
}

// pop removes the last n clauses of the stack.
func (p *propagator) pop(n int) {
	for range n {
		c := len(p.clauses) - 1
		lits := p.litsOf(c)
		lists := p.watches
		if len(lits) == 2 {
			lists = p.pairs
		}
		for k := 0; k < 2 && len(lits) > 1; k++ {
			list := &lists[index(lits[k])]
			at := len(*list) - 1
			for (*list)[at].clause != c {
				at--
			}
			*list = slices.Delete(*list, at, at+1)
		}
		if last := len(p.loose) - 1; last >= 0 && p.loose[last] == c {
			p.loose = p.loose[:last]
		}
		p.lits = p.lits[:p.clauses[c].start]
		p.clauses = p.clauses[:c]
	}
}
