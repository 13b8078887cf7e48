package proof_test

import (
	"context"
	"fmt"
	"os"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
)

// Two dominoes cover a 2x2 board in exactly two ways: here is the evidence,
// written and checked.
func ExampleWrite() {
	m := &cover.Model{
		Items: []cover.Item{
			{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1},
			{Name: "c", Min: 1, Max: 1}, {Name: "d", Min: 1, Max: 1},
		},
		Options: [][]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}},
	}
	dir, err := os.MkdirTemp("", "certificate")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	cert, err := proof.Write(context.Background(), dir, m, proof.Options{Puzzle: "2x2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("claimed:", cert.Claim.Solutions)
	v, err := check.Folder(context.Background(), os.DirFS(dir), check.Sources{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range v.Checked {
		fmt.Println("checked:", line)
	}
	for _, line := range v.Trusted {
		fmt.Println("trusted:", line)
	}
	for _, line := range v.NotChecked {
		fmt.Println("not checked:", line)
	}
	// Output:
	// claimed: 2
	// checked: model.dlx: is a model of 4 items and 4 options
	// checked: solutions.txt: each of its 2 lines is a solution of the model, no two are the same
	// checked: proof.tree: replayed: 3 nodes rule out every other solution
	// checked: certificate.json: its 3 files have the digests it says, and it claims what was proved
	// trusted: that model.dlx says what you mean: no puzzle was given, and the name is the certificate's own
	// trusted: this program, the compiler that built it and the machine it ran on
	// not checked: certificate.json: which program wrote it
}
