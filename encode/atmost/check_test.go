package atmost_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
)

// Check says which assignment an encoding gets wrong, and how.
func TestCheckFindsFaults(t *testing.T) {
	t.Parallel()
	after := func(more func(to cnf.Sink, lits []cnf.Lit)) atmost.AtMost {
		return func(to cnf.Sink, lits []cnf.Lit) {
			atmost.Ladder(to, lits)
			more(to, lits)
		}
	}
	for want, f := range map[string]atmost.AtMost{
		"with only 3 true has no model, but must have one: the clauses forbid too much": after(
			func(to cnf.Sink, lits []cnf.Lit) { to.Add(-lits[2]) }),
		"with no literal true has no model": after(
			func(to cnf.Sink, lits []cnf.Lit) { to.Add(lits...) }),
		"with only 1, 2 true has a model, but must have none: the clauses forbid too little": func(
			to cnf.Sink, lits []cnf.Lit) {
			atmost.Pairwise(to, lits[1:])
		},
		"with only 1 true has several models, but must have one": after(
			func(to cnf.Sink, lits []cnf.Lit) { to.NewVar() }),
		"the encoding changes them to [2 1 3]": after(
			func(_ cnf.Sink, lits []cnf.Lit) { lits[0], lits[1] = lits[1], lits[0] }),
		"[-4 5 -6]: the assignment with no literal true has no model": after( // a sign is lost
			func(to cnf.Sink, lits []cnf.Lit) { to.Add(cnf.Lit(-lits[0].Var()), lits[0]) }),
		"literal 9 in a formula of 6 variables": after(
			func(to cnf.Sink, lits []cnf.Lit) { to.Add(9) }),
	} {
		if err := atmost.Check(f, 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := atmost.Check(atmost.Pairwise, 11); err == nil {
		t.Error("11 literals are accepted")
	}
	if err := atmost.CheckBounds(atmost.Totalizer, 4, 1, 3, true); err != nil {
		t.Error(err)
	}
	wider := func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
		atmost.Totalizer(to, lits, lo, hi+1, freeAux)
	}
	if err := atmost.CheckBounds(wider, 3, 1, 2, true); err == nil || !strings.Contains(err.Error(), "all literals true has a model") {
		t.Error(err)
	}
	if err := atmost.CheckBounds(atmost.Bounds(func(to cnf.Sink, lits []cnf.Lit, lo, hi int, _ bool) {
		atmost.Totalizer(to, lits, lo, hi, true)
	}), 5, 0, 2, false); err == nil || !strings.Contains(err.Error(), "has several models") {
		t.Error(err)
	}
}

// Every encoding of this package is what it should be, up to the largest number that is checked.
func TestCheckLargest(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]atmost.AtMost{
		"pairwise": atmost.Pairwise, "product": atmost.Product(nil), "bimander": atmost.Bimander(2),
		"bitwise": atmost.Bitwise, "ladder": atmost.Ladder, "commander": atmost.Commander(3),
		"totalizer":  atmost.Bounds(atmost.Totalizer).AtMostOne,
		"sequential": atmost.Bounds(atmost.Sequential).AtMostOne,
	} {
		if err := atmost.Check(f, 10); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
