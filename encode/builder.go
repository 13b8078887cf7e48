package encode

import (
	"slices"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
)

// A builder adds the formula of a model to a sink.
type builder struct {
	to   cnf.Sink    // for the encodings
	f    *cnf.Buffer // the same, for clauses of the builder's own
	m    *cover.Model
	e    Encoding
	dead []bool // by option
	// implied is by item whether it needs no clauses.
	implied []bool

	// paired is by item whether its options exclude each other pair by pair.
	paired []bool
	// marked[i] is the last option for which pairs marked item i, plus one.
	marked []int
}

func newBuilder(m *cover.Model, e Encoding, to cnf.Sink) *builder {
	b := &builder{
		to: to, f: cnf.NewBuffer(to), m: m, e: e.complete(), dead: m.Dead(),
		paired: make([]bool, len(m.Items)),
		marked: make([]int, len(m.Items)),
	}
	if b.implied = make([]bool, len(m.Items)); !e.Redundant {
		b.implied = bounds.Of(m).Determined()
	}
	return b
}

// lexLeader adds clauses that leave one solution of each orbit.
func (b *builder) lexLeader() {
	lits := make([]cnf.Lit, len(b.dead))
	for o, dead := range b.dead {
		if lits[o] = optionLit(o); dead {
			lits[o] = cnf.False
		}
	}
	LexLeader(b.to, lits, b.m.Sym, b.e.FreeAux)
}

// pairwiseUpTo is the number of literals up to which pairwise clauses are no more than those of any
// other encoding, and need no auxiliary variable.
const pairwiseUpTo = 5

// atMostOne adds clauses for "at most one of lits holds"; lits are all options of item i that can
// be chosen. exactlyOne is set if f already has the clause that one holds.
//
// Every encoding determines its auxiliary variables if exactly one literal is true. An item that
// may stay uncovered gets one more variable for "no option": exactly one of lits and that variable
// holds. This costs one clause and one variable for each item. The alternative, adding the reverse
// of every implication of an encoding, costs at least one literal for each literal on each level of
// the encoding, and needs a proof for each encoding.
func (b *builder) atMostOne(i int, lits []cnf.Lit, exactlyOne bool) {
	switch {
	case len(lits) <= pairwiseUpTo || b.e.Pairs:
		b.pairs(i, lits)
	case b.e.FreeAux && b.e.Open != nil:
		b.e.Open(b.to, lits)
	case exactlyOne || b.e.Determined || b.e.FreeAux:
		b.e.AtMost(b.to, lits)
	default:
		lits = append(slices.Clip(lits), b.f.NewVar())
		b.f.Add(lits...)
		b.e.AtMost(b.to, lits)
	}
}

// pairs adds the clauses of Pairwise, except for pairs of options that already exclude each other
// in an earlier item: two placements that overlap in three cells need one clause, not three.
func (b *builder) pairs(i int, lits []cnf.Lit) {
	b.paired[i] = true
	for k, l := range lits {
		if b.f.Err() != nil {
			return // as in Pairwise: do not visit n^2 pairs in vain
		}
		for _, j := range b.before(i, l) {
			if b.paired[j] {
				b.marked[j] = l.Var()
			}
		}
	pair:
		for _, other := range lits[:k] {
			for _, j := range b.before(i, other) {
				if b.marked[j] == l.Var() {
					continue pair
				}
			}
			b.f.Add(-other, -l)
		}
	}
}

// before returns the items before i that the option of l covers.
func (b *builder) before(i int, l cnf.Lit) []int {
	items := b.m.Options[l.Var()-1]
	n := 0
	for items[n] < i {
		n++
	}
	return items[:n]
}

// optionLit returns the variable of option o.
func optionLit(o int) cnf.Lit { return cnf.Lit(o + 1) }
