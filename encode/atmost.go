package encode

import "github.com/exactile/exactile/encode/cnf"

// An AtMost adds clauses that say that at most one of lits holds: an assignment of
// lits extends to the auxiliary variables it adds if and only if at most one of
// them is true. Where exactly one is, it extends in one way.
//
// The literals are of distinct variables that the sink has, and lits is left as it
// is. Any number of them will do; fewer than two need no clause.
type AtMost func(to cnf.Sink, lits []cnf.Lit)

// A Between adds clauses that say that at least lo and at most hi of lits hold, as
// an [AtMost] does for one. Any lo and hi will do: bounds that cannot bind make no
// clauses, and bounds that nothing can meet make the empty one.
//
// Where freeAux is false the auxiliary variables are functions of lits on every
// assignment within the bounds; where it is true the clauses may leave some of them
// open, which takes fewer.
type Between func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool)

// atMostOne is the AtMost that the encoding of any bounds makes.
func (b Between) atMostOne(to cnf.Sink, lits []cnf.Lit) { b(to, lits, 0, 1, true) }

// determined is atMostOne with auxiliary variables that are functions of the literals.
func (b Between) determined(to cnf.Sink, lits []cnf.Lit) { b(to, lits, 0, 1, false) }

// newVars adds n variables and returns their positive literals.
func newVars(to cnf.Sink, n int) []cnf.Lit {
	vars := make([]cnf.Lit, n)
	for k := range vars {
		vars[k] = to.NewVar()
	}
	return vars
}

// A desk is a sink that passes clauses on from one slice. What is handed to an
// interface is allocated anew each time, which takes longer than to count it.
type desk struct {
	cnf.Sink
	clause []cnf.Lit
}

func atDesk(to cnf.Sink) *desk {
	if d, ok := to.(*desk); ok {
		return d
	}
	return &desk{Sink: to}
}

func (d *desk) Add(lits ...cnf.Lit) {
	d.clause = append(d.clause[:0], lits...)
	d.Sink.Add(d.clause...)
}

// Both constants lie outside what a formula can use, and each is the negation of
// the other.
const (
	always = Chosen
	never  = Dropped
)

// addSimplified adds a clause of literals and constants: nothing where it always holds.
func (d *desk) addSimplified(lits ...cnf.Lit) {
	d.clause = d.clause[:0]
	for _, l := range lits {
		switch l {
		case always:
			return
		case never:
		default:
			d.clause = append(d.clause, l)
		}
	}
	d.Sink.Add(d.clause...)
}
