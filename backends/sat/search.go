package sat

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// Observed implements [adapter.Observable].
func (b Backend) Observed(report func(backends.Stats)) backends.Backend {
	b.report = report
	return b
}

// EncodingName is a method of [adapter.Formulator].
func (b Backend) EncodingName(m *cover.Model) string { return b.encodingOf(m).Name }

// largeOptions is the number of options beyond which Large replaces Encoding: pairs of options are
// the fastest clauses up to there, and grow with the square.
const largeOptions = 3000

// encodingOf returns the encoding of a model, nil for a small one.
func (b Backend) encodingOf(m *cover.Model) encode.Encoding {
	if m != nil && len(m.Options) > largeOptions && b.Large.AtMost != nil {
		return b.Large
	}
	return b.Encoding
}

// WriteFormula is a method of [adapter.Formulator].
func (b Backend) WriteFormula(ctx context.Context, m *cover.Model, w io.Writer) error {
	encoding, given := b.encodingOf(m), b.Given()
	encoding.BreakSymmetry = b.LexLeader && given.Exported()
	return writeFormula(ctx, encoding, given, m, w)
}

// Solutions implements Backend. If ctx ends while a large model is being
// prepared, a goroutine that finishes the preparation is left behind.
func (b Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, false)
}

// Find implements [adapter.Finder].
func (b Backend) Find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, most == 1)
}

// singleOptions is the number of options from which on a single solution is searched in the
// core and not in one cube after the other. On boards of pentominoes, many of each
// kind, both take as long at about this size; with three times as many options cubes take
// three times as long, and with ten times as many, twenty.
const singleOptions = 3000

// solutions yields the solutions of m; single is set if one may be enough.
func (b Backend) solutions(
	ctx context.Context, m *cover.Model, single bool,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		l := &enumerator{setup: setup{Backend: b, model: m}}
		l.Encoding = b.encodingOf(m)
		if !b.LexLeader && !b.NoSymmetry {
			l.sym = m.Sym
		}
		if l.Monitor == nil {
			l.Monitor = new(adapter.Monitor) // that is not read
		}
		l.Monitor.SetDone(0)
		enough := false
		l.yield = func(s cover.Solution) bool {
			l.Monitor.Add(1, 0)
			enough = !yield(s, nil)
			return !enough
		}
		l.stats.Searched = true // what is fixed before an engine is queried
		err := l.search(ctx, single)
		if b.report != nil {
			b.report(l.stats)
		}
		switch {
		case err == nil, enough: // the receiver has enough: no error
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("%s: %w", b.Name, err))
		}
	}
}

// search prepares the model and searches for solutions of its core, unless there are none.
func (e *enumerator) search(ctx context.Context, single bool) error {
	if e.Open != nil {
		engine, end := e.Open()
		defer end()
		e.New = engine
	}
	given := e.Given()
	c, err := await.Value(ctx, func() (subproblem, error) {
		return subproblemOf(e.model, given), nil
	})
	switch {
	case err != nil || c.impossible:
		return err
	case c.exported:
		_, err := e.block(ctx, c, nil, math.MaxInt)
		return err
	}
	// A model too large to encode is an error at once, before any of its parts is solved.
	if _, err := await.Value(ctx, func() (cnf.Size, error) {
		return sizeOf(c.model, e.Encoding)
	}); err != nil {
		return err
	}
	switch {
	case len(c.model.Options) == 0:
		return e.finish(c, nil)
	case given == adapter.GivenCore || single && len(c.model.Options) > singleOptions:
		_, err := e.block(ctx, c, nil, math.MaxInt)
		return err
	}
	return e.cubes(ctx, c, max(1, e.Workers))
}
