package proof

import (
	"errors"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// errNotRUP reports that propagation on the formula is weaker than the search.
var errNotRUP = errors.New("proof: a clause does not follow by unit propagation: " +
	"the formula needs pairwise clauses for the bound 1 and counters in both directions for others")

// A propagator finds the clauses that a derivation by unit propagation uses: the hints of LRAT. A
// DRAT proof does not need them.
//
// It holds the clauses of the formula and the blocking clauses, and on top of them the clauses of
// the proof as a stack. A clause is watched by its first two literals. Clauses of two literals,
// which are most of a pairwise formula, have lists of their own, since their watches never move.
//
// Fixed literals hold under no assumption. They follow from clauses that are never removed, so they
// stay true; all others are undone after each derivation.
type propagator struct {
	base    int // the number of clauses below the stack
	clauses []clause
	lits    []cnf.Lit // of the clauses, end to end
	watches [][]watch // by literal: the longer clauses that watch it
	pairs   [][]watch // by literal: the clauses of two literals with it
	loose   []int     // clauses of the stack that were unit when they were pushed
	value   []int8    // by variable: 1 true, -1 false
	why     []int     // by variable with a value: the clause that gave it, or -1
	seen    []bool    // by variable: scratch
	trail   []cnf.Lit // the literals that are true, in order
	fixed   int       // the number of fixed literals in trail
	next    int       // the number of propagated literals in trail
	refuted int       // a clause all of whose literals are fixed to be false, or -1
}

type clause struct {
	start, end int
	id         int64
}

// A watch names a clause and another literal of it: if that is true, the clause needs no visit.
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

// index maps the literals to numbers from 0.
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

// add adds a clause below the stack, with the next number.
func (p *propagator) add(lits []cnf.Lit) {
	p.base++
	c := p.insert(lits, int64(p.base))
	p.fix(c)
}

// push adds a derived clause. Only a clause of one literal fixes anything, since longer ones are
// popped later. When a unit clause comes, no longer clause is on the stack, so that what it fixes
// follows from clauses that stay.
func (p *propagator) push(lits []cnf.Lit, id int64) {
	c := p.insert(lits, id)
	if len(lits) == 1 {
		p.fix(c)
	} else if p.valueOf(p.litsOf(c)[1]) < 0 {
		p.loose = append(p.loose, c)
	}
}

// insert stores a clause and watches two of its literals, preferring true and then open ones to
// false ones.
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

// fix fixes what follows from a new clause by propagation.
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

// assignUnit assigns the only open literal of a clause if all others are false. It reports whether
// all are false.
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
		falsified := p.trail[p.next].Not()
		for _, w := range p.pairs[index(falsified)] {
			switch p.valueOf(w.other) {
			case 0:
				p.assign(w.other, w.clause)
			case -1:
				return w.clause
			}
		}
		if c := p.visit(falsified); c >= 0 {
			return c
		}
	}
	return -1
}

// visit updates the longer clauses that watch a literal that became false.
func (p *propagator) visit(falsified cnf.Lit) (conflict int) {
	list := p.watches[index(falsified)]
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
		if lits[0] == falsified {
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
	p.watches[index(falsified)] = kept
	return conflict
}

// derive returns the numbers of the clauses from which the given clause follows, in the order in
// which they propagate; the last one is the conflict.
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
		// The assumption makes implied false, so that it needs no hint.
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

// refute assumes that all literals are false and propagates. It returns a clause that is false, or
// else a clause that makes one of the literals true, and that literal; or -1 if there is no
// conflict.
func (p *propagator) refute(lits []cnf.Lit) (conflict int, implied cnf.Lit) {
	conflict = p.refuted
	for k := 0; k < len(p.loose) && conflict < 0; k++ {
		if p.assignUnit(p.loose[k]) {
			conflict = p.loose[k]
		}
	}
	// A checker makes all assumptions before it uses the first hint. So its conflict is at the
	// first literal that is already true.
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

// undo removes the literals that are not fixed.
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
