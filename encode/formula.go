package encode

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// A Formula is the formula of a cover model. Its variables 1..NumOptions() are
// the options in order, the ones above are auxiliary. Its models, projected on
// the options, are the solutions of the cover; unless the encoding was told to
// leave auxiliary variables free, each solution has exactly one model.
//
// Clauses may be added to it, blocking ones for instance. What Decode and Block
// return depends on the cover model alone.
type Formula struct {
	cnf.Formula
	alive   []bool
	shorten bool // no solution contains another
}

// Encode returns the formula of m. Each option is a variable; an option that no
// solution can contain because it covers an item {0,0} is a negated unit clause
// and occurs nowhere else; bounds that cannot bind make no clauses; a bound that
// nothing can meet makes the empty clause.
//
// The error is that the formula would be too large: it wraps cnf.ErrTooLarge and
// advises a smaller encoding. It is found before anything large is allocated.
func Encode(m *cover.Model, e Encoding) (*Formula, error) {
	size, err := Size(m, e)
	if err != nil {
		return nil, err
	}
	f := &Formula{alive: aliveOptions(m), shorten: m.Antichain()}
	f.Grow(size)
	newBuilder(m, e, f).model()
	return f, f.Err()
}

// Stream returns the formula that Encode makes of m, to be written without being
// kept. It takes about the time of Encode, and next to no memory; writing it takes the
// same again. The error is that of Encode. m must not change meanwhile.
func Stream(m *cover.Model, e Encoding) (*cnf.Stream, error) {
	s, err := cnf.NewStream(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return s, tooLarge(e, err)
}

// WriteDIMACS writes the formula of m as text, with a `c p show` line of the options:
// what a SAT solver or a model counter needs. It keeps no clauses. The error is that of
// Encode, in which case nothing is written, or that of w.
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

// tooLarge says what a formula that cannot be made would be made by instead.
func tooLarge(e Encoding, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("encode: %s encoding: %w; among the smallest encodings is %s", e.Name, err, Default)
}

// Size returns the size of the formula that Encode makes of m, and the error that it
// would end in. It takes about the time of Encode, and next to no memory.
func Size(m *cover.Model, e Encoding) (cnf.Size, error) {
	size, err := cnf.Measure(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return size, tooLarge(e, err)
}

// NumOptions returns the number of option variables: 1..NumOptions() are the
// projection.
func (f *Formula) NumOptions() int { return len(f.alive) }

// Decode returns the options that value makes true: the solution that a model of
// f stands for. Auxiliary variables are not looked at.
func (f *Formula) Decode(value func(l cnf.Lit) bool) cover.Solution {
	s := cover.Solution{}
	for o := range f.alive {
		if value(optionLit(o)) {
			s = append(s, o)
		}
	}
	return s
}

// Block returns the clause that excludes the solution s and no other one. It is
// the only place that knows what to block: options, never auxiliary variables,
// since a solution may have several models; and only the options of s where the
// model shows that no solution contains another (Model.Antichain), since the
// short clause also excludes whatever contains s. Otherwise the options outside
// s are in the clause as well, but for those that no solution can contain.
//
// The clause may be empty: the empty solution is then the only one.
func (f *Formula) Block(s cover.Solution) []cnf.Lit {
	var clause []cnf.Lit
	if f.shorten {
		for _, o := range s {
			clause = append(clause, optionLit(o).Not())
		}
		return clause
	}
	next := 0
	for o, alive := range f.alive {
		switch {
		case next < len(s) && s[next] == o:
			clause = append(clause, optionLit(o).Not())
			next++
		case alive:
			clause = append(clause, optionLit(o))
		}
	}
	return clause
}
