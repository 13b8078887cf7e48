package encode_test

import (
	"fmt"
	"os"

	"github.com/exactile/exactile/encode"
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
