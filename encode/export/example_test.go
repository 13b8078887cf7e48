package export_test

import (
	"fmt"
	"os"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/export"
)

// A puzzle as items and options, for programs of Knuth's kind.
func ExampleWrite_dlx() {
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
	if err := export.Write(os.Stdout, "dlx", t.Model, nil); err != nil {
		fmt.Println(err)
	}
	// Output:
	// | exactile: items 5 options 4 added 0
	// 0:4|domino 0,0 1,0 0,1 1,1
	// domino 0,0 1,0
	// domino 0,1 1,1
	// domino 0,0 0,1
	// domino 1,0 1,1
}

// The same as pseudo-Boolean constraints, with a comment for each variable.
func ExampleWrite_opb() {
	puzzles, err := catalogue.Lookup("dominoes:2x1")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := puzzles[0].Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := export.Write(os.Stdout, "opb", t.Model, t.PlacementName); err != nil {
		fmt.Println(err)
	}
	// Output:
	// * #variable= 1 #constraint= 2
	// * 3 items and 1 options, which are the first variables:
	// * 1 domino 0,0 1,0
	// +1 x1 = 1 ;
	// +1 x1 = 1 ;
}
