package encode

import "github.com/exactile/exactile/encode/cnf"

// LexLeader adds clauses that leave one solution of each orbit under sym, a group of automorphisms
// such as cover.Model.Sym: the least of its images, compared as slices, as in cover.Solution.Least.
// It takes at most 5 clauses and a variable for each option and symmetry, half of that for
// symmetries that are their own inverse. lits are the literals of the options, or cnf.True or
// cnf.False. The options determine the new variables if the clauses hold, so that the number of
// models stays that of solutions; freeAux drops the clauses that serve only that.
//
// All images of a solution have the same size. So the lesser of two has the first option in which
// they differ: option by option the solution must be at least its image, until it is greater. A
// variable holds as long as both are equal.
//
// Source: J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-Breaking Predicates for
// Search Problems, KR 1996; the chain is that of F. Aloul, K. Sakallah and I. Markov,
// Efficient Symmetry Breaking for Boolean Satisfiability, IJCAI 2003.
func LexLeader(to cnf.Sink, lits []cnf.Lit, sym [][]int, freeAux bool) {
	d := cnf.NewBuffer(to)
	for _, g := range sym {
		w := leader{to: d, free: freeAux, equal: cnf.True, class: make([]int, len(lits)+2)}
		for o := range w.class {
			w.class[o] = o
		}
		for o, image := range g {
			// The image of the solution has option image if the solution has o. So this compares
			// with the image under the inverse, which is in sym too.
			if d.Err() != nil {
				return
			}
			if w.join(w.node(lits, o), w.node(lits, image)) {
				w.atLeast(lits[o], lits[image])
			}
		}
	}
}

// A leader adds the clauses of one symmetry: a solution is not greater than its image.
type leader struct {
	to    *cnf.Buffer
	free  bool
	equal cnf.Lit // all compared so far is equal
	// class joins options that are equal if all compared so far are: comparing two joined options
	// adds nothing, so that each cycle needs one comparison fewer.
	class []int
}

// node returns the initial class of an option; cnf.True and cnf.False options have one class each.
func (w *leader) node(lits []cnf.Lit, o int) int {
	switch lits[o] {
	case cnf.True:
		return len(lits)
	case cnf.False:
		return len(lits) + 1
	}
	return o
}

// join joins two classes, and reports whether they were different.
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

// atLeast adds "a holds or b does not" if all before is equal, and updates equal: all stays equal
// if a does not hold or b does.
func (w *leader) atLeast(a, b cnf.Lit) {
	before := w.equal
	w.to.AddSimplified(-before, a, -b)
	if a == cnf.False || b == cnf.True { // equal, or the clause is violated
		return
	}
	next := w.to.NewVar()
	w.equal = next
	w.to.AddSimplified(next, -before, a)
	w.to.AddSimplified(next, -before, -b)
	if !w.free {
		w.to.AddSimplified(-next, before)
		w.to.AddSimplified(-next, -a, b)
	}
}
