package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/puzzle/puzzletest"
)

// A soaker puts puzzles to checks. It is used by several workers at once.
type soaker struct {
	seed       uint64
	contenders []contender
	checks     []check
	always     bool // make each check on each puzzle
}

// An outcome is what became of one puzzle.
type outcome struct {
	index    uint64
	large    bool // it was left out
	features []string
	checks   []string // the checks that were made
	failure  *failure
}

// perPuzzle bounds the time that one puzzle may take, however slow the machine is.
const perPuzzle = 10 * time.Minute

// random returns the source of random choices of a puzzle, or of a check on it.
func (s *soaker) random(index uint64, purpose string) *rand.Rand {
	h := s.seed
	for _, b := range []byte(purpose) {
		h = (h ^ uint64(b)) * 0x100000001b3 // FNV-1a
	}
	return rand.New(rand.NewPCG(h, index))
}

// one draws puzzle number index and checks it.
func (s *soaker) one(ctx context.Context, index uint64) outcome {
	return s.judge(ctx, index, puzzletest.Random(s.random(index, "puzzle").IntN))
}

// judge puts a puzzle to the checks whose turn it is. The error of a context that
// has ended is no failure.
func (s *soaker) judge(ctx context.Context, index uint64, p *puzzle.Puzzle) outcome {
	ctx, cancel := context.WithTimeout(ctx, perPuzzle)
	defer cancel()
	o := outcome{index: index}
	subject, err := s.subject(ctx, p)
	switch {
	case errors.Is(err, errLarge):
		o.large = true
		return o
	case err != nil:
		if !errors.Is(err, context.Canceled) {
			o.failure = s.shrink(ctx, index, p, check{name: "the puzzle itself"}, err)
		}
		return o
	}
	o.features = append(puzzletest.Features(p), subject.features()...)
	turn := s.random(index, "turn")
	for _, c := range s.checks {
		// The number is drawn in any case, so that one check's turn does not depend on
		// the others.
		if n := turn.IntN(c.every); n > 0 && !s.always || c.most > 0 && len(subject.solutions) > c.most {
			continue
		}
		o.checks = append(o.checks, c.name)
		if err := s.try(c, index, 0, subject); err != nil && !errors.Is(err, context.Canceled) {
			o.failure = s.shrink(ctx, index, p, c, err)
			return o
		}
	}
	return o
}

// features names what a puzzle turned out to be.
func (s *subject) features() []string {
	var all []string
	if len(s.Sym) > 1 {
		all = append(all, "symmetric")
	}
	switch n := len(s.solutions); {
	case n == 0:
		all = append(all, "no solution")
	case n == 1:
		all = append(all, "one solution")
	case n > 100:
		all = append(all, "over 100 solutions")
	}
	return all
}

// subject is newSubject, with panics as errors.
func (s *soaker) subject(ctx context.Context, p *puzzle.Puzzle) (sub *subject, err error) {
	defer recovered(&err)
	return newSubject(ctx, p, s.contenders)
}

// try makes one check, with panics as errors. Other attempts make other random
// choices.
func (s *soaker) try(c check, index uint64, attempt int, sub *subject) (err error) {
	defer recovered(&err)
	sub.rand = s.random(index, fmt.Sprint(c.name, attempt))
	return c.run(sub)
}

// recovered turns a panic into an error. What panics in another goroutine still
// ends the program.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}
