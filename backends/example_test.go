package backends_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// strip is dominoes on a strip of four cells that may stay empty.
func strip() *cover.Model {
	m := &cover.Model{Options: [][]int{{0, 1}, {1, 2}, {2, 3}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		m.Items = append(m.Items, cover.Item{Name: name, Max: 1})
	}
	return m
}

// Every backend counts the same.
func ExampleCount() {
	for _, name := range []string{"native", "gini/sequential", "gophersat/cardinality"} {
		b, err := registry.Lookup(name, registry.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		n, err := backends.Count(context.Background(), b, strip())
		fmt.Println(name, n, err)
	}
	// Output:
	// native 5 <nil>
	// gini/sequential 5 <nil>
	// gophersat/cardinality 5 <nil>
}

// The error for an unknown name lists the backends.
func ExampleLookup() {
	_, err := registry.Lookup("gini/prodct", registry.Options{})
	before, after, _ := strings.Cut(err.Error(), strings.Join(encode.Names(), ", "))
	fmt.Println(before + "..." + after)
	// Output:
	// backend "gini/prodct": encode: no at-most encoding is called "prodct": want one of ...; did you mean "product"?
}

// A run lists, checks and digests, and its report tells how far to trust it.
func ExampleRun() {
	b, err := registry.Lookup("gini", registry.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := backends.Run(context.Background(), b, strip(), backends.Task{Puzzle: "strip", Backend: "gini"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Puzzle, r.Count, r.Complete, r.Checked)
	fmt.Println(r.Digest)
	// Output:
	// strip 5 true 5
	// sha256:f1ec4d7ce9341c7960bc1c991d3d53255a31bebe29a3407ec7930d12cf85deb6
}

// A board and pieces in a few lines, counted by the search that needs no solver and by
// one that does.
func ExampleCount_board() {
	p := &puzzle.Puzzle{
		Name:    "dominoes",
		Lattice: lattice.Square,
		Board:   puzzle.Rect(4, 4),
		Pieces:  []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Exactly(8))},
	}
	t, err := p.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"native", "gini"} {
		b, err := registry.Lookup(name, registry.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		n, err := backends.Count(context.Background(), b, t.Model)
		fmt.Println(name, n, err)
	}
	// Output:
	// native 36 <nil>
	// gini 36 <nil>
}
