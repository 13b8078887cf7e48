package gophersat_test

import (
	"slices"
	"testing"
	_ "unsafe" // for go:linkname

	"github.com/crillab/gophersat/solver"
)

// The tests of this file are about the library alone. They pin the faults of the
// release in use, so that a release that fixes one is noticed: a test that fails
// means that a precaution of this package may no longer be needed.

// panics reports whether f does.
func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// dominoes are clauses whose models are the domino tilings of a board.
func dominoes(width, height int) [][]int {
	covers := make([][]int, width*height)
	v := 0
	place := func(a, b int) {
		v++
		covers[a], covers[b] = append(covers[a], v), append(covers[b], v)
	}
	for y := range height {
		for x := range width {
			if x+1 < width {
				place(y*width+x, y*width+x+1)
			}
			if y+1 < height {
				place(y*width+x, y*width+x+width)
			}
		}
	}
	var clauses [][]int
	for _, lits := range covers {
		clauses = append(clauses, lits)
		for k, l := range lits {
			for _, other := range lits[:k] {
				clauses = append(clauses, []int{-other, -l})
			}
		}
	}
	return clauses
}

const tilings = 6728 // of 6x6, OEIS A004003

func TestLibraryCountsTooManyModels(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	if n := solver.New(solver.ParseSlice(dominoes(6, 6))).CountModels(); n == tilings {
		t.Error("mended: CountModels counts rightly")
	}
	if n := solver.New(solver.ParseSlice(dominoes(6, 6))).Enumerate(nil, nil); n == tilings {
		t.Error("mended: Enumerate counts rightly")
	}
}

func TestLibraryEnumerateDoesNotStop(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	models := make(chan []bool)
	heard := make(chan int)
	go func() {
		n := 0
		for range models {
			n++
		}
		heard <- n
	}()
	solver.New(solver.ParseSlice(dominoes(4, 4))).Enumerate(models, stop)
	if n := <-heard; n <= 1 {
		t.Errorf("mended: Enumerate stops, after %d models", n)
	}
}

func TestLibraryPanics(t *testing.T) {
	if !panics(func() { solver.New(solver.ParseSlice(nil)).CountModels() }) {
		t.Error("mended: CountModels without clauses")
	}
	s := solver.New(solver.ParseSlice([][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}))
	if s.Solve() != solver.Unsat {
		t.Fatal("the clauses are unsatisfiable")
	}
	if !panics(func() { s.Model() }) {
		t.Error("mended: Model where there is none")
	}
}

func TestLibraryChangesTheCallersSlices(t *testing.T) {
	lits, weights := []int{1, 2, 3}, []int{-1, 2, 3}
	solver.GtEq(lits, weights, 2)
	if slices.Equal(lits, []int{1, 2, 3}) && slices.Equal(weights, []int{-1, 2, 3}) {
		t.Error("mended: GtEq leaves its arguments alone")
	}
	for name, state := range map[string]func(){
		"LtEq": func() { solver.LtEq(lits, weights, 2) },
		"Eq":   func() { solver.Eq(lits, weights, 2) },
	} {
		lits, weights = []int{1, 2, 3}, []int{1, 1, 1}
		if state(); slices.Equal(lits, []int{1, 2, 3}) {
			t.Errorf("mended: %s leaves its arguments alone", name)
		}
	}
	// Those that leave them alone keep them.
	lits = []int{1, 2, 3}
	for name, kept := range map[string][]int{
		"PropClause": solver.PropClause(lits...).Lits,
		"AtLeast":    solver.AtLeast(lits, 2).Lits,
		"AtLeast1":   solver.AtLeast1(lits...).Lits,
		"Exactly1":   solver.Exactly1(lits...)[0].Lits,
	} {
		if &kept[0] != &lits[0] {
			t.Errorf("mended: %s does not keep its argument", name)
		}
	}
	// So the parser, which sorts by weight, sorts the caller's weights, but not
	// the literals: whoever uses both again states another constraint.
	lits, weights = []int{3, 2, 1}, []int{1, 2, 3}
	solver.ParsePBConstrs([]solver.PBConstr{solver.GtEq(lits, weights, 3)})
	if slices.Equal(weights, []int{1, 2, 3}) {
		t.Error("mended: ParsePBConstrs leaves the caller's weights alone")
	}
}

// The parser of cardinality constraints drops a constraint with a literal known to
// be true, even if others must be true, too.
func TestLibraryDropsConstraints(t *testing.T) {
	s := solver.New(solver.ParseCardConstrs([]solver.CardConstr{
		solver.AtLeast1(1), {Lits: []int{1, 2, 3}, AtLeast: 2}, solver.AtLeast1(-2), solver.AtLeast1(-3),
	}))
	if s.Solve() != solver.Sat {
		t.Error("mended: ParseCardConstrs keeps a constraint with a literal that is known to be true")
	}
}

// learning is where every solver of the library puts the clause that it is learning,
// nil in a release that has no such variable.
//
//go:linkname learning github.com/crillab/gophersat/solver.bufLits
var learning []solver.Lit

// Two solvers that learn at the same time write into one buffer, so that one may
// learn what follows from the clauses of the other. That happens or not; that there
// is one buffer shows when a single solver leaves its clause there.
func TestLibrarySolversShareABuffer(t *testing.T) {
	clear(learning)
	s := solver.New(solver.ParseSlice([][]int{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}, {-1, 2, 3}, {-1, 2, -3}, {-1, -2, 3}, {-1, -2, -3}}))
	if s.Solve() != solver.Unsat {
		t.Fatal("the clauses are unsatisfiable")
	}
	if !slices.ContainsFunc(learning, func(l solver.Lit) bool { return l != 0 }) {
		t.Error("mended: solvers share no buffer, and may run side by side")
	}
}

// A clause with a variable that the solver was not made for is taken, and then the
// solver runs out of its tables.
func TestLibraryDoesNotGrow(t *testing.T) {
	s := solver.New(solver.ParseSliceNb([][]int{{1, 2}}, 2))
	if !panics(func() {
		for _, clause := range [][]int32{{3, 4}, {-3, 4}, {3, -4}, {-3, -4}} {
			s.AppendClause(solver.NewClause([]solver.Lit{solver.IntToLit(clause[0]), solver.IntToLit(clause[1])}))
		}
		s.Solve()
	}) {
		t.Error("mended: a solver takes variables that it was not made for")
	}
}

// A literal that is too large for 32 bits becomes another.
func TestLibraryLiteralsWrap(t *testing.T) {
	large := int64(1)<<32 - 1
	if solver.ParseSlice([][]int{{1}, {int(large)}}).Status != solver.Unsat {
		t.Error("mended: 4294967295 is no longer -1")
	}
}
