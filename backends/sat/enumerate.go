package sat

import (
	"context"
	"errors"
	"maps"
	"math"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// block yields the solutions of c except those in known, blocking them one by one.
// If there are more than limit it stops there and returns all that are known by
// then; otherwise it returns nil.
func (e *enumerator) block(
	ctx context.Context, c subproblem, known distinctSolutions, limit int,
) (distinctSolutions, error) {
	f, err := await.Value(ctx, func() (*formula, error) { return e.formula(c) })
	if err != nil {
		return nil, err
	}
	engine := e.New()
	defer e.charge(engine)
	if err := e.give(ctx, f, engine); err != nil {
		return nil, err
	}
	if projecting, ok := engine.(projectingEngine); ok {
		return nil, e.projected(ctx, c, f, projecting)
	}
	if lister, ok := engine.(ListingEngine); ok && e.Given() == adapter.GivenParts &&
		!e.Encoding.FreeAux {
		if most, lists := lister.Lists(); lists {
			return e.listed(ctx, c, f, lister, known, e.listingLimit(limit, most))
		}
	}
	found := make(distinctSolutions)
	proving := e.proving(engine)
	var s cover.Solution
	err = loop(ctx, timed{engine, &e.stats}, f.Formula, func(part cover.Solution) error {
		if e.full(found, limit) {
			return errFull
		}
		s = c.solution(part)
		return e.check(s, found)
	}, func(part cover.Solution) error {
		if proving { // the proof is of all clauses
			f.Add(f.Block(part)...)
		}
		return e.send(s, found, known)
	})
	switch {
	case err == nil:
		return nil, e.nothingLeft(ctx, engine, f)
	case errors.Is(err, errFull):
		maps.Copy(found, known)
		return found, nil
	}
	return nil, err
}

// formula encodes c. With LexLeader it keeps one solution of each orbit, by the clauses of export
// where c is what export writes, and otherwise by the symmetries of the original model.
func (e *enumerator) formula(c subproblem) (*formula, error) {
	encoding := e.Encoding
	encoding.BreakSymmetry = e.LexLeader && c.exported
	f, err := newFormula(c.model, encoding)
	if err == nil && e.LexLeader && !c.exported {
		c.breakSymmetry(f, e.model.Sym, e.Encoding.FreeAux)
		err = f.Err()
	}
	return f, err
}

// errFull ends a loop that has found more solutions than it may.
var errFull = errors.New("more solutions than the limit")

// full reports whether limit solutions were found, counting a solution and its images as
// one.
func (e *enumerator) full(found distinctSolutions, limit int) bool {
	return len(found)/max(1, len(e.images)) >= limit
}

// listingLimit is the limit for an engine that lists up to most models well, 0 for
// any number; limit is that for an engine that is queried repeatedly.
func (e *enumerator) listingLimit(limit, most int) int {
	switch {
	case limit == math.MaxInt || e.grain > 0:
		return limit // there is nothing to split, or a test sets the limit
	case most == 0:
		return math.MaxInt
	}
	return most
}

// projected yields what an engine yields that searches exhaustively. Nothing is kept of it.
func (e *enumerator) projected(
	ctx context.Context, c subproblem, f *formula, engine projectingEngine,
) error {
	engine.Show(f.NumOptions())
	var options []int // the variables of a formula are its options, from 1
	for _, err := range e.timedModels(ctx, engine) {
		if err != nil {
			return err
		}
		options = engine.Held(options[:0])
		for k := range options {
			options[k]--
		}
		s := c.solution(options)
		if err := e.check(s, nil); err != nil {
			return err
		}
		if err := e.send(s, nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// listed is block for an engine that lists: it yields what the engine yields.
// The formula has one model a solution: a repeated one is an error here, too.
func (e *enumerator) listed(
	ctx context.Context, c subproblem, f *formula, engine ListingEngine, known distinctSolutions,
	limit int,
) (distinctSolutions, error) {
	found := make(distinctSolutions)
	proving := e.proving(engine)
	for value, err := range e.timedModels(ctx, engine) {
		if err != nil {
			return nil, err
		}
		if e.full(found, limit) {
			maps.Copy(found, known)
			return found, nil
		}
		part := f.Decode(value)
		s := c.solution(part)
		if err := e.check(s, found); err != nil {
			return nil, err
		}
		if err := e.send(s, found, known); err != nil {
			return nil, err
		}
		if proving {
			f.Add(f.Block(part)...)
		}
	}
	if !proving {
		return nil, e.nothingLeft(ctx, engine, f)
	}
	return nil, e.listedAll(ctx, f)
}
