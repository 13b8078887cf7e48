package encode_test

import (
	"fmt"
	"os"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// A model becomes clauses over one variable an option; what a SAT solver says of
// them becomes a solution again, and a clause that excludes it.
func ExampleEncode() {
	m := &cover.Model{
		Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}},
		Options: [][]int{{0}, {1}, {0, 1}},
	}
	encoding, err := encode.Lookup("pairwise")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := encode.Encode(m, encoding)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := f.WriteDIMACS(os.Stdout, cnf.Comments{}); err != nil {
		fmt.Println(err)
	}
	s := f.Decode(func(l cnf.Lit) bool { return l == 3 }) // a solver that makes 3 true
	fmt.Println("solution", s, m.Check(s), "blocked by", f.Block(s))
	// Output:
	// p cnf 3 4
	// 1 3 0
	// -1 -3 0
	// 2 3 0
	// -2 -3 0
	// solution [2] <nil> blocked by [-3]
}

// Of each orbit of solutions one is left: of a domino on four cells in a row, which a
// reflection takes from one end to the other, two of three.
func ExampleLexLeader() {
	f := new(cnf.Formula)
	lits := []cnf.Lit{f.NewVar(), f.NewVar(), f.NewVar()}
	encode.LexLeader(f, lits, [][]int{{0, 1, 2}, {2, 1, 0}}, false)
	for clause := range f.Clauses() {
		fmt.Println(clause)
	}
	// Output:
	// [1 -3]
	// [4 1]
	// [4 -3]
	// [-4 -1 3]
}

// Encodings that keep the number of models alone, and those that do where exactly one of
// the literals holds: Encode adds what the latter need.
func ExampleEncodings() {
	for _, e := range encode.Encodings() {
		if e.Pairs { // a clause for every two literals, and no variables
			fmt.Println(e.Name, e.Determined)
		}
	}
	// Output:
	// pairwise true
}

// An encoding of one's own is a function. Check it before it counts anything: clauses that forbid
// too much make a count too low, and no solver notices.
func ExampleEncoding() {
	// At most one of each half holds, and a variable says that the first half may.
	halves := func(to cnf.Sink, lits []cnf.Lit) {
		if len(lits) < 2 {
			return
		}
		first, half := to.NewVar(), len(lits)/2
		atmost.Pairwise(to, lits[:half])
		atmost.Pairwise(to, lits[half:])
		for k, l := range lits {
			if k < half {
				to.Add(-l, first)
			} else {
				to.Add(-l, -first)
			}
		}
	}
	for n := range 11 {
		if err := atmost.Check(halves, n); err != nil {
			fmt.Println(err)
		}
	}
	tooStrict := func(to cnf.Sink, lits []cnf.Lit) {
		halves(to, lits)
		to.Add(-lits[0])
	}
	fmt.Println(atmost.Check(tooStrict, 4))

	mine := encode.Encoding{Name: "halves", AtMost: halves}
	m := &cover.Model{Items: []cover.Item{{Name: "a", Max: 1}}, Options: make([][]int, 8)}
	for o := range m.Options {
		m.Options[o] = []int{0}
	}
	size, err := encode.Size(m, mine)
	fmt.Println(size.Vars, size.Clauses, err)
	// Output:
	// atmost: 4 literals [1 2 3 4]: the assignment with only 1 true has no model, but must have one: the clauses forbid too much
	// 10 26 <nil>
}
