package encode

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

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
// The error reports a formula that is too large: it wraps cnf.ErrTooLarge and recommends a smaller
// encoding. It is found before anything large is allocated.
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

// Stream returns the formula that Encode makes of m, to be written without being kept. It takes
// about the time of Encode, and almost no memory; writing takes the same time again. The error is
// that of Encode. m must not change meanwhile.
func Stream(m *cover.Model, e Encoding) (*cnf.Stream, error) {
	s, err := cnf.NewStream(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return s, tooLarge(e, err)
}

// WriteDIMACS writes the formula of m as text, with a `c p show` line of the options, for a SAT
// solver or a model counter. It keeps no clauses. The error is that of w or of Encode; in the
// latter case nothing is written.
func WriteDIMACS(w io.Writer, m *cover.Model, e Encoding) error {
	s, err := Stream(m, e)
	if err != nil {
		return err
	}
	notes := cnf.Notes{Show: []cnf.Lit{}}
	for o := range m.Options {
		notes.Show = append(notes.Show, optionLit(o))
	}
	return s.WriteDIMACS(w, notes)
}

// tooLarge adds to the error of a formula which encoding is among the smallest.
func tooLarge(e Encoding, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("encode: %s encoding: %w; among the smallest encodings is %s", e.Name, err, Default)
}

// Size returns the size of the formula that Encode makes of m, and the error of making it. It takes
// about the time of Encode, and almost no memory.
func Size(m *cover.Model, e Encoding) (cnf.Size, error) {
	size, err := cnf.Measure(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return size, tooLarge(e, err)
}

// NumOptions returns the number of option variables: models are projected on 1..NumOptions().
func (f *Formula) NumOptions() int { return len(f.dead) }

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
