package backends

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"math"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// SAT lists solutions by asking an engine for a model of the encoded cover,
// excluding it by a clause, and asking again until there is none left. It is the
// only such loop: engines differ in their adapters alone.
//
// What is decided without search is decided before anything is encoded. What the
// engine answers is not trusted: each solution is checked against the model as it
// was given, and one that was listed before is an error, so that an engine that
// ignores clauses is found out instead of running for ever. What cannot be seen
// here is an engine that stops too early; comparing backends is for that.
//
// Solutions come in the same order every time, whatever the number of workers, if
// the engine is deterministic.
type SAT struct {
	// Name is what errors call the backend, its name in the registry.
	Name string
	// New makes an engine without clauses.
	New func() Engine
	// Encoding makes clauses of the bounds. The zero Encoding hands them to the
	// engine as they are; it must then be a CardinalityEngine.
	Encoding encode.Encoding
	// Enumerate says how all solutions are listed.
	Enumerate Enumeration
	// Workers is how many engines run at once for Cubes; 0 is one.
	Workers int
	// Monitor, if not nil, shows how far searches have come.
	Monitor *Monitor
	// Report, if not nil, is called at the end of every search.
	Report func(Stats)

	grain int // for tests: the limits of a cube
	// open, if not nil, is called at the start of each search: its engines then take
	// the place of New.
	open func(context.Context) engineSource
}

// Observed implements Observable.
func (b SAT) Observed(report func(Stats)) Backend {
	b.Report = report
	return b
}

// Solutions implements Backend. If ctx ends while a large model is being
// prepared, a goroutine that finishes that is left behind.
func (b SAT) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, (*enumerator).all)
}

// Find implements Finder: a single solution of a large model is sought in the
// whole of it.
func (b SAT) Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error] {
	if most == 1 {
		return b.solutions(ctx, m, (*enumerator).one)
	}
	return b.Solutions(ctx, m)
}

// solutions yields what a way to look for solutions of the core of m yields.
func (b SAT) solutions(ctx context.Context, m *cover.Model, look func(*enumerator, context.Context, core) error) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		if b.Monitor == nil {
			b.Monitor = new(Monitor) // that nobody looks at
		}
		b.Monitor.setDone(0)
		enough := false
		e := &enumerator{SAT: b, model: m, yield: func(s cover.Solution) bool {
			b.Monitor.solutions.Add(1)
			enough = !yield(s, nil)
			return !enough
		}}
		e.stats.Searched = true // what is decided before an engine is asked
		err := e.search(ctx, look)
		if b.Report != nil {
			b.Report(e.stats)
		}
		switch {
		case err == nil, enough: // nothing but the receiver's own word says that it is enough
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("%s: %w", b.Name, err))
		}
	}
}

// prepared is a model before the first engine sees it.
type prepared struct {
	restricted
	size cnf.Size // of the formula of the whole
}

func (b SAT) prepare(m *cover.Model) (p prepared, err error) {
	if p.restricted = newCore(m); p.impossible {
		return p, nil
	}
	encoding := b.Encoding
	if encoding.AtMost == nil {
		encoding = new(recorder).encoding()
	}
	p.size, err = encode.Size(p.model, encoding)
	return p, err
}

// run prepares the model and looks for solutions of its core, if there may be any.
func (e *enumerator) run(ctx context.Context, look func(*enumerator, context.Context, core) error) error {
	p, err := await.Value(ctx, func() (prepared, error) { return e.prepare(e.model) })
	if err != nil || p.impossible {
		return err
	}
	e.stats.Variables, e.stats.Clauses = p.size.Vars, p.size.Clauses
	if len(p.model.Options) == 0 {
		return e.only(p.core, nil)
	}
	return look(e, ctx, p.core)
}

// all yields all solutions of a core.
func (e *enumerator) all(ctx context.Context, c core) error {
	if e.Enumerate == Blocking {
		_, err := e.block(ctx, c, nil, math.MaxInt)
		return err
	}
	return e.cubes(ctx, c)
}

// wholeOptions is from how many options on a single solution is sought in the
// whole model and not in one cube after the other. On boards of pentominoes,
// many of each kind, both take as long at about this size; with three times as
// many options cubes take three times as long, and with ten times as many, twenty.
const wholeOptions = 3000

// one yields a solution of a core, or some.
func (e *enumerator) one(ctx context.Context, c core) error {
	if len(c.model.Options) > wholeOptions {
		_, err := e.block(ctx, c, nil, math.MaxInt)
		return err
	}
	return e.all(ctx, c)
}

// fingerprint tells solutions apart. It is half of a SHA-256, so that no one
// will see two solutions that share one.
type fingerprint [16]byte

func identify(s cover.Solution) fingerprint {
	text := make([]byte, 0, 4*len(s))
	for _, o := range s {
		text = binary.LittleEndian.AppendUint32(text, uint32(o))
	}
	sum := sha256.Sum256(text)
	return fingerprint(sum[:16])
}

// formula is an encoded model, and the bounds that were not encoded.
type formula struct {
	*encode.Formula
	bounds []bound
}

// bound says that at most k of lits hold.
type bound struct {
	lits []cnf.Lit
	k    int
}

// encode encodes m, or all of it but the bounds if there is no encoding.
func (b SAT) encode(m *cover.Model) (*formula, error) {
	if b.Encoding.AtMost != nil {
		f, err := encode.Encode(m, b.Encoding)
		return &formula{Formula: f}, err
	}
	var r recorder
	f, err := encode.Encode(m, r.encoding())
	if err != nil {
		return nil, err
	}
	return &formula{Formula: f, bounds: r.of(&f.Formula)}, nil
}

// loadPause is how many clauses go to an engine between two looks at the context.
const loadPause = 1 << 12

// load adds the clauses and bounds to an engine.
func (f *formula) load(ctx context.Context, e Engine) error {
	if len(f.bounds) > 0 {
		c, ok := e.(CardinalityEngine)
		if !ok {
			return fmt.Errorf("engine %T has no cardinality constraints", e)
		}
		for _, b := range f.bounds {
			c.AddAtMost(b.lits, b.k)
		}
	}
	n := 0
	for clause := range f.Clauses() {
		if n++; n%loadPause == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e.Add(clause...)
	}
	return nil
}
