// Program judge checks the claims of puzzle files with the backends that its first argument names,
// and prints the results as JSON. Tests build it with faults in the source: it has the engines and
// the reader, and nothing else of the command.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/exactile/exactile/backends/verify"
)

func main() {
	results := []verify.Result{}
	checker := verify.Checker{Backends: strings.Split(os.Args[1], ",")}
	for r := range checker.Files(context.Background(), os.Args[2:]...) {
		results = append(results, r)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
