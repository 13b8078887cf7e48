package registry_test

import (
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// A faultySink passes all clauses on but one, or one more before the first.
type faultySink struct {
	cnf.Sink
	more    []cnf.Lit
	less, n int // which one is left out, of the n so far; from 1
}

func (s *faultySink) Add(clause ...cnf.Lit) {
	if s.more != nil {
		s.Sink.Add(s.more...)
		s.more = nil
	}
	if s.n++; s.n != s.less {
		s.Sink.Add(clause...)
	}
}

// faulty returns an encoding with a fault in each bound.
func faulty(e encode.Encoding, less int, more func(lits []cnf.Lit) []cnf.Lit) encode.Encoding {
	sink := func(to cnf.Sink, lits []cnf.Lit) cnf.Sink {
		s := &faultySink{Sink: to, less: less}
		if more != nil {
			s.more = more(lits)
		}
		return s
	}
	atMost, bounds := e.AtMost, e.Bounds
	if bounds == nil {
		bounds = atmost.Totalizer
	}
	e.AtMost = func(to cnf.Sink, lits []cnf.Lit) { atMost(sink(to, lits), lits) }
	e.Bounds = func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
		bounds(sink(to, lits), lits, lo, hi, freeAux)
	}
	e.Pairs = false
	return e
}

// A clause more or a clause less in any encoding is found out: by the check of each solution if
// what is listed is none, by native if the set is another, and by the models of the formula, of which a
// solution has one, if only auxiliary variables have become free.
func TestFaultsInEncodingsAreFound(t *testing.T) {
	m := models.Packing(3, 3, 0, 2, 3)
	want := run(t, "native", m, backends.Task{List: true})
	for _, engine := range []string{"allsat", "gini", "gophersat"} {
		b := lookup(t, engine).(sat.Backend)
		b.Enumerate = sat.Blocking // one formula
		found := func(e encode.Encoding) (by string) {
			b.Encoding = e
			r, err := backends.Run(t.Context(), b, m, backends.Task{List: true})
			switch {
			case err != nil:
				return "the check of solutions"
			case *r.Digest != *want.Digest:
				return "native"
			case modelsOf(t, m, e) != int(want.Count.Int64()):
				return "the number of models"
			}
			return ""
		}
		for _, e := range encode.Encodings() {
			if by := found(faulty(e, 0, nil)); by != "" {
				t.Errorf("%s/%s without a fault: found out by %s", engine, e.Name, by)
			}
			by := map[string][]int{}
			for less := range 12 {
				who := found(faulty(e, less+1, nil))
				by[who] = append(by[who], less+1)
			}
			more := found(faulty(e, 0, func(lits []cnf.Lit) []cnf.Lit { return []cnf.Lit{lits[0].Not(), lits[len(lits)-1].Not()} }))
			t.Logf("%s/%s: a clause less, by its number: %v; one more: %s", engine, e.Name, by, more)
			// What nobody finds has the same models: the rest of the board implies those clauses.
			if len(by[""]) > 2 || more == "" {
				t.Errorf("%s/%s: a clause less is not found out: %v; one more: %q", engine, e.Name, by[""], more)
			}
		}
	}
}

// modelsOf counts the models of a formula with all its variables.
func modelsOf(t *testing.T, m *cover.Model, e encode.Encoding) (n int) {
	f, err := encode.Encode(m, e)
	if err != nil {
		t.Fatal(err)
	}
	engine := lookup(t, "allsat").(sat.Backend).New().(sat.ListingEngine)
	engine.Reserve(f.NumVars())
	for clause := range f.Clauses() {
		engine.Add(clause...)
	}
	for _, err := range engine.Models(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}
