package verify_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends/verify"
)

// In a test of your own: if err := verify.Claims(t.Context(), "testdata"); err != nil { t.Fatal(err) }.
func ExampleClaims() {
	err := verify.Claims(context.Background(), "testdata/dominoes.yaml")
	fmt.Println(err)
	err = verify.Claims(context.Background(), "testdata/wrong.yaml")
	fmt.Println(err)
	// Output:
	// <nil>
	// testdata/wrong.yaml: too many dominoes: broken: line 8: solutions: 37 is broken: native finds 36 solutions
}
