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
	if err := f.WriteDIMACS(os.Stdout, cnf.Notes{}); err != nil {
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
