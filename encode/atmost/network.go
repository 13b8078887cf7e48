package atmost

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cnf"
)

// A gate is a node of a monotone circuit over literals: a literal, or the disjunction or
// conjunction of two gates. The networks consist of comparators: pairs of gates with the same
// inputs, whose outputs are the inputs in order, true before false.
type gate struct {
	a, b  *gate // nil for a literal
	isAnd bool
	lit   cnf.Lit // of the gate once it has one, cnf.False or cnf.True if known; else 0
	// up and down tell which clauses the gate has: that its inputs make it true, and that it is
	// false without them.
	up, down bool
}

func inputs(lits []cnf.Lit) []*gate {
	gates := make([]*gate, len(lits))
	for k, l := range lits {
		gates[k] = &gate{lit: l, up: true, down: true}
	}
	return gates
}

// merged merges two lists of gates, each sorted with true first, into one such list, cut to the
// first most gates: Batcher's odd-even merge for lists of any two lengths.
//
// Source: K. E. Batcher, Sorting Networks and Their Applications, AFIPS 1968; D. E.
// Knuth, The Art of Computer Programming, volume 3, section 5.3.4.
func merged(a, b []*gate, most int) []*gate {
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	switch {
	case most == 0:
		return nil
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case len(a) == 1 && len(b) == 1:
		return comparator(a[0], b[0])[:min(2, most)]
	}
	v := merged(everyOther(a, 0), everyOther(b, 0), most/2+1)
	w := merged(everyOther(a, 1), everyOther(b, 1), most/2)
	// v has as many true gates as w, or up to two more.
	sorted := append(make([]*gate, 0, len(a)+len(b)), v[0])
	for k := range w {
		if k+1 < len(v) {
			sorted = append(sorted, comparator(v[k+1], w[k])...)
		} else {
			sorted = append(sorted, w[k])
		}
	}
	sorted = append(sorted, v[min(len(w)+1, len(v)):]...)
	return sorted[:min(len(sorted), most)]
}

func everyOther(gates []*gate, first int) []*gate {
	var some []*gate
	for k := first; k < len(gates); k += 2 {
		some = append(some, gates[k])
	}
	return some
}

func comparator(a, b *gate) []*gate {
	return []*gate{{a: a, b: b}, {a: a, b: b, isAnd: true}}
}

// sortedGates returns the gates sorted, with true first, cut to the first most gates.
func sortedGates(gates []*gate, most int) []*gate {
	if len(gates) < 2 {
		return gates
	}
	half := len(gates) / 2
	return merged(sortedGates(gates[:half], most), sortedGates(gates[half:], most), most)
}

// A network sorts gates and returns at least the first most outputs.
type network func(gates []*gate, most int) []*gate

// between adds the clauses of a network for the bounds lo and hi. Only gates on which the two
// bounded outputs depend become clauses. If auxiliaries may be free, gates on which only one bound
// depends get clauses in one direction only.
func (n network) between(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	c := newCounter(to, lits, lo, hi, freeAux)
	if c == nil {
		return
	}
	lits, lo, hi = c.mirrored(lits)
	if log := bits.Len(uint(len(lits))); len(lits)*log*log > mostGates {
		for n := 0; n <= cnf.MaxVar && to.Err() == nil; n++ {
			to.NewVar() // make the sink fail: holding the gates would take even more
		}
		return
	}
	sorted := n(inputs(lits), hi+1)
	w := wiring{to: c.to, both: !freeAux}
	if hi < len(lits) {
		w.require(sorted[hi], false)
	}
	if lo > 0 {
		w.require(sorted[lo-1], true)
	}
	for len(w.pending) > 0 {
		r := w.pending[0]
		w.pending = w.pending[1:]
		w.clause(r)
	}
}

// mostGates bounds the gates held at once, some sixty bytes each; the networks need less than half
// of them.
const mostGates = 1 << 24

// A wiring makes the clauses of the gates that are needed.
type wiring struct {
	to      *cnf.Buffer
	both    bool          // each gate gets the clauses of both directions
	pending []requirement // of gates whose inputs are not known
}

// A requirement is the value that a gate must have.
type requirement struct {
	*gate
	value bool
}

// require makes a gate have a value.
func (w *wiring) require(g *gate, value bool) {
	switch {
	case g.lit == cnf.True || g.lit == cnf.False: // it has the value already
	case g.a == nil:
		w.to.Add(signed(g.lit, value))
		g.lit = constant(value)
	case g.isAnd == value: // then both inputs have the value
		g.lit = constant(value)
		w.require(g.a, value)
		w.require(g.b, value)
	default:
		g.lit = constant(value)
		w.pending = append(w.pending, requirement{g, value})
	}
}

// clause adds that one of the inputs of a gate has the required value.
func (w *wiring) clause(r requirement) {
	w.to.AddSimplified(signed(w.literal(r.a, !r.value), r.value),
		signed(w.literal(r.b, !r.value), r.value))
}

// literal returns the literal of a gate, with clauses in one direction: up if the gate being true
// must make the literal true, else down.
func (w *wiring) literal(g *gate, up bool) cnf.Lit {
	if g.lit == cnf.True || g.lit == cnf.False || w.to.Err() != nil {
		return g.lit
	}
	needsUp, needsDown := (up || w.both) && !g.up, (!up || w.both) && !g.down
	if !needsUp && !needsDown {
		return g.lit
	}
	a, b := w.literal(g.a, up), w.literal(g.b, up)
	// If an input is known, the gate equals the other input, or is known too.
	neutral := constant(g.isAnd)
	switch {
	case a == -neutral || b == -neutral:
		g.lit = -neutral
		return g.lit
	case a == neutral:
		return b
	case b == neutral:
		return a
	}
	if g.lit == 0 {
		g.lit = w.to.NewVar()
	}
	g.up, g.down = g.up || needsUp, g.down || needsDown
	for _, up := range []bool{true, false} {
		if up && !needsUp || !up && !needsDown {
			continue
		}
		if g.isAnd == up {
			w.to.AddSimplified(signed(a, !up), signed(b, !up), signed(g.lit, up))
		} else {
			w.to.AddSimplified(signed(a, !up), signed(g.lit, up))
			w.to.AddSimplified(signed(b, !up), signed(g.lit, up))
		}
	}
	return g.lit
}

func constant(value bool) cnf.Lit { return signed(cnf.True, value) }

func signed(l cnf.Lit, positive bool) cnf.Lit {
	if positive {
		return l
	}
	return -l
}
