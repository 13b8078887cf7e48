package sat

import (
	"context"
	"fmt"
	"io"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// formula is an encoded model, and the bounds that were not encoded.
type formula struct {
	*encode.Formula
	bounds []bound
}

// newFormula encodes m, or all of it except the bounds if there is no encoding.
func newFormula(m *cover.Model, encoding encode.Encoding) (*formula, error) {
	var r recorder
	if encoding.AtMost == nil {
		breaks := encoding.BreakSymmetry
		encoding = r.encoding()
		encoding.BreakSymmetry = breaks
	}
	f, err := encode.Encode(m, encoding)
	return &formula{f, r.bounds}, err
}

// breakSymmetry adds the clauses that keep one solution of each orbit under the symmetries of the
// original.
func (c subproblem) breakSymmetry(f *formula, sym [][]int, freeAux bool) {
	if len(sym) == 0 {
		return
	}
	lits := make([]cnf.Lit, len(sym[0]))
	for o := range lits {
		lits[o] = cnf.False
	}
	for _, o := range c.taken {
		lits[o] = cnf.True
	}
	for o, original := range c.options {
		lits[original] = cnf.Lit(o + 1)
	}
	encode.LexLeader(f, lits, sym, freeAux)
}

// loadPause is how many clauses go to an engine between two checks of the context.
const loadPause = 1 << 12

// load adds the clauses and bounds to an engine. One that keeps variables gets all of the formula:
// each that is in no clause doubles the number of models.
func (f *formula) load(ctx context.Context, e interface{ Add(clause ...cnf.Lit) }) error {
	if r, ok := e.(interface{ Reserve(vars int) }); ok {
		r.Reserve(f.NumVars())
	}
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

// writeFormula writes the given formula of m in an encoding; nothing if nothing is left to encode.
func writeFormula(
	ctx context.Context, encoding encode.Encoding, given adapter.Given, m *cover.Model, w io.Writer,
) error {
	formula, err := await.Value(ctx, func() (*cnf.Stream, error) {
		c := subproblemOf(m, given)
		if c.impossible || !c.exported && len(c.model.Options) == 0 {
			return nil, nil
		}
		return encode.Stream(c.model, encoding)
	})
	if formula == nil {
		return err
	}
	return formula.WriteDIMACS(await.Writer(ctx, w), cnf.Comments{})
}

// sizeOf returns the size of the formula of m.
func sizeOf(m *cover.Model, encoding encode.Encoding) (cnf.Size, error) {
	if encoding.AtMost == nil {
		encoding = new(recorder).encoding()
	}
	return encode.Size(m, encoding)
}
