package encode

import (
	"math"

	"github.com/exactile/exactile/encode/cnf"
)

// The values of options that are no variables: known to be chosen, or not.
const (
	Chosen  cnf.Lit = math.MaxInt32
	Dropped         = -Chosen
)

// Leaders adds clauses that leave one solution of each orbit under sym, a group of
// automorphisms such as cover.Model.Sym: the least of its images, compared as slices, which
// is the one that cover.Solution.Least tells. It takes at most 5 clauses and a variable for
// each option and symmetry, half of that for symmetries that undo themselves. lits are the
// literals of the options, or Chosen or Dropped. The new variables are determined by the
// options wherever the clauses hold, so that models stay as many as solutions; freeAux drops
// the clauses that only serve that.
//
// An image of a solution has as many options, so that of two images the lesser one is the
// one that has the first option in which they differ: option by option the solution must be
// at least its image, up to where it is greater. A variable says that so far both are equal.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-Breaking Predicates for
// Search Problems, KR 1996; the chain is that of F. Aloul, K. Sakallah and I. Markov,
// Efficient Symmetry Breaking for Boolean Satisfiability, IJCAI 2003.
func Leaders(to cnf.Sink, lits []cnf.Lit, sym [][]int, freeAux bool) {
	d := atDesk(to)
	for _, g := range sym {
		w := leader{to: d, free: freeAux, equal: Chosen, class: make([]int, len(lits)+2)}
		for o := range w.class {
			w.class[o] = o
		}
		for o, image := range g {
			// The image of the solution has option image if the solution has o, so that this
			// compares with the image under the inverse; sym has that, too.
			if d.Err() != nil {
				return
			}
			if w.join(w.node(lits, o), w.node(lits, image)) {
				w.atLeast(lits[o], lits[image])
			}
		}
	}
}

// A leader says of one symmetry that a solution is not greater than its image.
type leader struct {
	to    *desk
	free  bool
	equal cnf.Lit // what was compared so far is equal
	// class joins options that are equal if all is that was compared: comparing two that
	// are joined says nothing, so that of a cycle one comparison is left out.
	class []int
}

// node returns the class that an option begins in: all that are known are in one of two.
func (w *leader) node(lits []cnf.Lit, o int) int {
	switch lits[o] {
	case Chosen:
		return len(lits)
	case Dropped:
		return len(lits) + 1
	}
	return o
}

// join makes one of two classes, and reports whether they were two.
func (w *leader) join(a, b int) bool {
	a, b = w.find(a), w.find(b)
	w.class[a] = b
	return a != b
}

func (w *leader) find(o int) int {
	for w.class[o] != o {
		w.class[o] = w.class[w.class[o]]
		o = w.class[o]
	}
	return o
}

// atLeast adds that a holds or b does not, if all before is equal, and goes on: what is
// equal then is so if moreover a does not hold or b does.
func (w *leader) atLeast(a, b cnf.Lit) {
	before := w.equal
	w.to.addSimplified(-before, a, -b)
	if a == Dropped || b == Chosen { // equal, or the clause is broken
		return
	}
	next := w.to.NewVar()
	w.equal = next
	w.to.addSimplified(next, -before, a)
	w.to.addSimplified(next, -before, -b)
	if !w.free {
		w.to.addSimplified(-next, before)
		w.to.addSimplified(-next, -a, b)
	}
}
