package atmost_test

import (
	"fmt"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
)

// A printer is a sink of one's own.
type printer struct{ vars int }

func (p *printer) NewVar() cnf.Lit {
	p.vars++
	return cnf.Lit(p.vars)
}

func (p *printer) Add(lits ...cnf.Lit) { fmt.Println(lits) }

func (p *printer) Err() error { return nil }

// An encoding can be used alone: here to say that at most one of five literals of
// one's own holds, by groups of three.
func ExampleAtMost() {
	p := &printer{vars: 5}
	atmost.Bimander(3)(p, []cnf.Lit{1, -2, 3, 4, 5})
	fmt.Println(p.vars, "variables")
	// Output:
	// [-1 2]
	// [-1 -3]
	// [2 -3]
	// [-1 -6]
	// [2 -6]
	// [-3 -6]
	// [-4 -5]
	// [-4 6]
	// [-5 6]
	// 6 variables
}

// Bounds above 1 take an encoding for any bounds.
func ExampleBounds() {
	atmost.Totalizer(&printer{vars: 3}, []cnf.Lit{1, 2, 3}, 0, 2, true)
	// Output:
	// [-2 -3 4]
	// [-1 -4]
}
