package encode

import (
	"math"

	"github.com/exactile/exactile/encode/cnf"
)

// An AtMost adds clauses for "at most one of lits holds": an assignment of lits extends to the new
// auxiliary variables if and only if at most one of lits is true. If exactly one is true, there is
// exactly one extension.
//
// The literals are of distinct variables of the sink, and lits is not changed. It may have any
// length; fewer than two literals need no clause.
type AtMost func(to cnf.Sink, lits []cnf.Lit)

// A Between adds clauses for "at least lo and at most hi of lits hold", as an [AtMost] does for
// one. lo and hi may have any value: bounds that cannot bind make no clauses, and bounds that
// cannot be met make the empty clause.
//
// If freeAux is false, the auxiliary variables are functions of lits on every assignment within the
// bounds; if it is true, some may be left open, which takes fewer clauses.
type Between func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool)

// atMostOne is the AtMost of an encoding for any bounds.
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

// A desk is a sink that passes clauses on in one reused slice. A slice passed to an interface is
// otherwise allocated each time, which takes longer than counting it.
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

// The values of options that are not variables: known to be chosen, or not. Both are outside the
// literals of a formula, and each is the negation of the other.
const (
	Chosen  cnf.Lit = math.MaxInt32
	Dropped         = -Chosen
)

// The same constants, as values of any statement.
const (
	always = Chosen
	never  = Dropped
)

// addSimplified adds a clause of literals and constants, except one that always holds.
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
