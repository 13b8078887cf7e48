package main

import (
	"fmt"

	"github.com/exactile/exactile/backends"
)

// noteWord says on standard error whose word it is that a count misses nothing, where
// that is an outside program's. Engines of our own are compared with others in every
// test of ours; of an outside program we know nothing.
func (a *app) noteWord(r backends.Report) {
	program, outside := backends.Program(r.Backend)
	if !outside || !r.Complete || r.Completeness != backends.ByEngine {
		return
	}
	what := "that there is no other solution"
	switch {
	case r.Digest == nil:
		what = fmt.Sprintf("the number %v", r.Count)
	case r.Count.Sign() == 0:
		what = "that there is no solution"
	}
	a.note("%s: %s is the word of %s, which nothing here has checked", r.Puzzle, what, program)
}

// noteWords is noteWord for the runs of several puzzles: each program is named once.
func (a *app) noteWords() (note func(runs []backends.Report)) {
	said := make(map[string]bool)
	return func(runs []backends.Report) {
		for _, r := range runs {
			program, outside := backends.Program(r.Backend)
			if !outside || said[program] || !r.Complete || r.Completeness != backends.ByEngine {
				continue
			}
			said[program] = true
			a.note("that a count of %s misses nothing is its own word, which nothing here has checked",
				program)
		}
	}
}
