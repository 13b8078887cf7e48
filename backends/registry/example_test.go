package registry_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/catalogue"
)

// All solutions by a SAT engine, two of them at work on parts of the model: each solution
// comes once, projected on the options, and always in the same order.
func ExampleLookup() {
	puzzles, err := catalogue.Lookup("dominoes:2x2")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := puzzles[0].Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := registry.Lookup("gini/ladder", registry.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range b.Solutions(context.Background(), t.Model) {
		fmt.Println(s, err)
	}
	// The same for one solution of each orbit, by clauses that leave no other.
	b, err = registry.Lookup("gini", registry.Options{LexLeader: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range b.Solutions(context.Background(), t.Model) {
		fmt.Println(s, err, "of", s.Orbit(t.Sym))
	}
	// Unordered output:
	// [0 1] <nil>
	// [2 3] <nil>
	// [0 1] <nil> of 2
}
