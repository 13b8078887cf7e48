package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/puzzle/puzzletest"
)

// A failure is a disagreement, and the smallest puzzle that shows it.
type failure struct {
	seed, index uint64
	mode        string // flags that it takes to draw the puzzle again
	check       string
	err         error          // of the puzzle as it was drawn
	puzzle      *puzzle.Puzzle // shrunk
	shrunkErr   error          // of that
	solutions   int            // as the simple search lists them; -1: it does not
	orbits      int
}

// How long a failure may be shrunk, and how many sets of random choices a smaller
// puzzle gets to fail the check: what was the third piece may now be the second.
const (
	shrinkTime = time.Minute
	attempts   = 8
)

// shrink looks for the smallest puzzle that fails the same check.
func (s *soaker) shrink(ctx context.Context, index uint64, p *puzzle.Puzzle, c check, err error) *failure {
	f := &failure{seed: s.seed, index: index, check: c.name, err: err, puzzle: p, shrunkErr: err, solutions: -1}
	ctx, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	f.puzzle = puzzletest.Shrink(p, func(q *puzzle.Puzzle) bool {
		found := s.fails(ctx, index, q, c)
		if found != nil {
			f.shrunkErr = found
		}
		return found != nil
	})
	if sub, err := s.subject(context.WithoutCancel(ctx), f.puzzle); err == nil {
		f.solutions = len(sub.solutions)
		f.orbits, _ = sub.countOrbits() // -1 or 0 if that is what fails
	}
	return f
}

// fails returns how a puzzle fails a check, or nil.
func (s *soaker) fails(ctx context.Context, index uint64, p *puzzle.Puzzle, c check) error {
	sub, err := s.subject(ctx, p)
	if c.run == nil {
		if err != nil && !errors.Is(err, errLarge) && ctx.Err() == nil {
			return err
		}
		return nil
	}
	if err != nil || c.most > 0 && len(sub.solutions) > c.most {
		return nil
	}
	for attempt := range attempts {
		if err := s.try(c, index, attempt, sub); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// String says what disagreed, how to see it again, and the row of a table that
// would have caught it.
func (f *failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "puzzle %d: %s: %v\n", f.index, f.check, f.err)
	fmt.Fprintf(&b, "again: go run ./bench/soak%s -seed %d -from %d -n 1\n", f.mode, f.seed, f.index)
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
	fmt.Fprintf(&b, "\t{%q, \"random puzzles\", `\n%s`, %s, %s},\n", f.check, strings.ReplaceAll(body, "`", "` + \"`\" + `"), want, orbits)
	return b.String()
}
