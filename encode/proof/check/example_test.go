package check_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
)

// A certificate with a solution left out is refused, and the refusal says why.
func ExampleModel() {
	m := &cover.Model{
		Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}},
		Options: [][]int{{0}, {0}},
	}
	_, err := check.Model(context.Background(), m, check.Evidence{
		Solutions: strings.NewReader("1\n"),
		Tree:      strings.NewReader("exactile tree 1\n\x00\x00"),
	})
	fmt.Println(err)
	// Output:
	// proof.tree: byte 18: the tree has 2 solutions, the list 1
}
