package soak_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// A failure is a disagreement, and the smallest puzzle that shows it.
type failure struct {
	index     uint64
	mode      string // flags needed to draw the puzzle again
	check     string
	err       error          // of the puzzle as it was drawn
	puzzle    *puzzle.Puzzle // shrunk
	shrunkErr error          // of that
	solutions int            // listed by the simple search; -1: not listed
	orbits    int
}

// String returns what disagreed, how to repeat it, and the row of a table that
// would have caught it.
func (f *failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "puzzle %d: %s: %v\n", f.index, f.check, f.err)
	fmt.Fprintf(&b, "again: go test ./bench/soak -run TestSoak%s -soak.puzzle %d\n", f.mode, f.index)
	shrunk, _, _ := strings.Cut(f.shrunkErr.Error(), "\ngoroutine") // one stack is enough
	fmt.Fprintf(&b, "shrunk: %s\n", shrunk)
	var text bytes.Buffer
	q := *f.puzzle
	q.Name = "soak"
	if err := formats.Write(&text, "yaml", &q); err != nil {
		fmt.Fprintf(&b, "%+v (%v)\n", q, err)
		return b.String()
	}
	_, body, _ := strings.Cut(text.String(), "name: soak\n")
	want, orbits := fmt.Sprint(f.solutions), fmt.Sprint(f.orbits)
	if f.solutions < 0 {
		want, orbits = "?", "?"
	}
	fmt.Fprintf(&b, "\t{%q, \"random puzzles\", `\n%s`, %s, %s},\n", f.check,
		strings.ReplaceAll(body, "`", "` + \"`\" + `"), want, orbits)
	return b.String()
}
