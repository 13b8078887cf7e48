// Package atmost encodes bounds on how many of some literals hold: a file for each encoding, which
// names its paper. An encoder writes clauses and new variables to any [cnf.Sink], even without a
// cover model.
//
// In this package n is the number of literals and d a buffer before the sink.
package atmost

import "github.com/exactile/exactile/encode/cnf"

// An AtMost adds clauses for "at most one of lits holds": an assignment of lits extends to the new
// auxiliary variables if and only if at most one of lits is true. If exactly one is true, there is
// exactly one extension.
//
// The literals are of distinct variables of the sink, and lits is not changed. It may have any
// length; fewer than two literals need no clause. [Check] tests all that.
type AtMost func(to cnf.Sink, lits []cnf.Lit)

// A Bounds adds clauses for "at least lo and at most hi of lits hold", as an [AtMost] does for
// one. lo and hi may have any value: bounds that cannot bind make no clauses, and bounds that
// cannot be met make the empty clause.
//
// If freeAux is false, the auxiliary variables are functions of lits on every assignment within the
// bounds; if it is true, some may be left open, which takes fewer clauses. [CheckBounds] tests it.
type Bounds func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool)

// AtMostOne is the AtMost of an encoding for any bounds.
func (b Bounds) AtMostOne(to cnf.Sink, lits []cnf.Lit) { b(to, lits, 0, 1, true) }

// Determined is AtMostOne with auxiliary variables that are functions of the literals.
func (b Bounds) Determined(to cnf.Sink, lits []cnf.Lit) { b(to, lits, 0, 1, false) }
