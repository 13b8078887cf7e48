package encode

import (
	"fmt"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// This file in the order of use: a Formula; Encode, which gives each option a variable and each
// item its bounds; Decode, which reads a model of the formula; and Block, which excludes it.

// A Formula is the formula of a cover model. Its variables 1..NumOptions() are the options in
// order, all higher ones are auxiliary. Its models, projected on the options, are the solutions of
// the cover model; each solution has exactly one model, unless the encoding leaves auxiliary
// variables free.
//
// Clauses may be added to it, blocking clauses for instance. Decode and Block depend only on the
// cover model.
type Formula struct {
	cnf.Formula
	dead    []bool // the options that no solution contains
	shorten bool   // no solution contains another
}

// Encode returns the formula of m. Each option is a variable; an option that covers an item {0,0},
// so that no solution contains it, is a negated unit clause and occurs nowhere else. Bounds that
// cannot bind make no clauses; a bound that cannot be met makes the empty clause.
//
// The only error is that the formula is too large; it recommends a smaller encoding. It is found
// before anything large is allocated.
func Encode(m *cover.Model, e Encoding) (*Formula, error) {
	size, err := Size(m, e)
	if err != nil {
		return nil, err
	}
	f := &Formula{dead: m.Dead(), shorten: m.Antichain()}
	f.Grow(size)
	newBuilder(m, e, f).model()
	return f, f.Err()
}

// NumOptions returns the number of option variables: models are projected on 1..NumOptions().
func (f *Formula) NumOptions() int { return len(f.dead) }

// Size returns the size of the formula that Encode makes of m, and the error of making it. It takes
// about the time of Encode, and almost no memory.
func Size(m *cover.Model, e Encoding) (cnf.Size, error) {
	size, err := cnf.Measure(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return size, tooLarge(e, err)
}

// tooLarge adds to the error of a formula which encoding is among the smallest.
func tooLarge(e Encoding, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("encode: %s encoding: %w; among the smallest encodings is %s",
		e.Name, err, Default)
}

// model adds the variables of the options and the clauses of all items.
func (b *builder) model() {
	for range b.m.Options {
		b.f.NewVar()
	}
	for o, dead := range b.dead {
		if dead {
			b.f.Add(optionLit(o).Not())
		}
	}
	var lits []cnf.Lit
	for i, options := range b.m.Covers() {
		lits = lits[:0]
		for _, o := range options {
			if !b.dead[o] {
				lits = append(lits, optionLit(o))
			}
		}
		if b.f.Err() == nil {
			b.item(i, lits)
		}
	}
	if b.e.BreakSymmetry {
		b.lexLeader()
	}
}

// item adds clauses for the bounds of item i; lits are the living options that cover it.
func (b *builder) item(i int, lits []cnf.Lit) {
	n := len(lits)
	lo, hi := b.m.Items[i].Min, min(b.m.Items[i].Max, n)
	switch {
	case lo > hi:
		b.f.Add()
		return
	case lo == n:
		for _, l := range lits {
			b.f.Add(l)
		}
		return
	case b.implied[i]:
		return
	case lo == 1:
		// A solver propagates on this clause at once, while a counter needs several steps. So the
		// clause is added even if a counter follows.
		b.f.Add(lits...)
	}
	switch {
	case lo <= 1 && hi == n:
	case hi == 1:
		b.atMostOne(i, lits, lo == 1)
	case lo == 1:
		b.e.Bounds(b.to, lits, 0, hi, b.e.FreeAux)
	default:
		b.e.Bounds(b.to, lits, lo, hi, b.e.FreeAux)
	}
}

// Decode returns the options that value makes true: the solution of a model of f. It ignores
// auxiliary variables.
func (f *Formula) Decode(value func(l cnf.Lit) bool) cover.Solution {
	s := cover.Solution{}
	for o := range f.dead {
		if value(optionLit(o)) {
			s = append(s, o)
		}
	}
	return s
}

// Block returns the clause that excludes exactly the solution s. Only Block decides what to block:
// options, never auxiliary variables, since a solution may have several models. If the cover model
// guarantees that no solution contains another (Model.Antichain), the clause has only the options
// of s; that short clause also excludes every superset of s. Otherwise the clause also has the
// options outside s, except those that no solution contains.
//
// The clause may be empty: then the empty solution is the only one.
func (f *Formula) Block(s cover.Solution) []cnf.Lit {
	var clause []cnf.Lit
	if f.shorten {
		for _, o := range s {
			clause = append(clause, optionLit(o).Not())
		}
		return clause
	}
	next := 0
	for o, dead := range f.dead {
		switch {
		case next < len(s) && s[next] == o:
			clause = append(clause, optionLit(o).Not())
			next++
		case !dead:
			clause = append(clause, optionLit(o))
		}
	}
	return clause
}
