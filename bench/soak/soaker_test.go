package soak_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/puzzle"
)

// A soaker runs checks on puzzles. It is used by several workers at once.
type soaker struct {
	contenders []contender
	checks     []check
	always     bool // make each check on each puzzle
}

// An outcome is the result for one puzzle.
type outcome struct {
	large    bool // it was skipped
	features []string
	checks   []string // the checks that were made
	failure  *failure
}

// How long a puzzle, and the shrinking of a failure, may take on any machine;
// and how many sets of random choices a smaller puzzle gets to fail the check:
// the third piece may now be the second.
const (
	perPuzzle  = 10 * time.Minute
	shrinkTime = time.Minute
	attempts   = 8
)

// random returns the source of random choices of a puzzle, or of a check on it.
func (s *soaker) random(index uint64, purpose string) *rand.Rand {
	h := uint64(1)
	for _, b := range []byte(purpose) {
		h = (h ^ uint64(b)) * 0x100000001b3 // FNV-1a
	}
	return rand.New(rand.NewPCG(h, index))
}

// one draws puzzle number index and checks it.
func (s *soaker) one(ctx context.Context, index uint64) outcome {
	return s.judge(ctx, index, puzzletest.Random(s.random(index, "puzzle").IntN))
}

// judge runs the checks that are due on a puzzle. The error of a context that has
// ended is no failure.
func (s *soaker) judge(ctx context.Context, index uint64, p *puzzle.Puzzle) (o outcome) {
	ctx, cancel := context.WithTimeout(ctx, perPuzzle)
	defer cancel()
	subject, err := s.subject(ctx, p)
	if err != nil && !errors.Is(err, context.Canceled) {
		o.failure = s.shrink(ctx, index, p, check{name: "the puzzle itself"}, err)
	}
	if subject == nil {
		o.large = err == nil
		return o
	}
	o.features = append(puzzletest.Features(p), subject.features()...)
	turn := s.random(index, "turn")
	for _, c := range s.checks {
		// The number is always drawn, so that the turn of one check does not depend on
		// the others.
		if n := turn.IntN(c.every); n > 0 && !s.always ||
			c.most > 0 && len(subject.solutions) > c.most {
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

// subject is newSubject, with faults as errors.
func (s *soaker) subject(ctx context.Context, p *puzzle.Puzzle) (sub *subject, err error) {
	err = caught(func() { sub = newSubject(ctx, p, s.contenders) })
	return sub, err
}

// try makes one check, with faults as errors. Other attempts make other random
// choices.
func (s *soaker) try(c check, index uint64, attempt int, sub *subject) error {
	sub.rand, sub.who = s.random(index, fmt.Sprint(c.name, attempt)), ""
	err := caught(func() { c.run(sub) })
	if err != nil && sub.who != "" {
		return fmt.Errorf("%s: %w", sub.who, err)
	}
	return err
}

// shrink looks for the smallest puzzle that fails the same check.
func (s *soaker) shrink(ctx context.Context, index uint64, p *puzzle.Puzzle, c check,
	err error) *failure {
	f := &failure{index: index, check: c.name, err: err, shrunkErr: err, solutions: -1}
	ctx, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	f.puzzle = puzzletest.Shrink(p, func(q *puzzle.Puzzle) bool {
		found := s.fails(ctx, index, q, c)
		if found != nil {
			f.shrunkErr = found
		}
		return found != nil
	})
	if sub, _ := s.subject(context.WithoutCancel(ctx), f.puzzle); sub != nil {
		f.solutions, f.orbits = len(sub.solutions), -1
		_ = caught(func() { f.orbits = sub.countOrbits() }) // the count may be what fails
	}
	return f
}

// fails returns how a puzzle fails a check, or nil.
func (s *soaker) fails(ctx context.Context, index uint64, p *puzzle.Puzzle, c check) error {
	sub, err := s.subject(ctx, p)
	if c.run == nil && ctx.Err() == nil {
		return err
	}
	if sub == nil || c.run == nil || c.most > 0 && len(sub.solutions) > c.most {
		return nil
	}
	for attempt := range attempts {
		if err := s.try(c, index, attempt, sub); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}
