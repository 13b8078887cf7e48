package backends

import (
	"context"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cover"
)

// Encoded is a Backend that makes formulas of models.
type Encoded interface {
	Backend
	// FormulaBytes returns the length of the formula of m as DIMACS text, after what
	// follows without search has been decided, and before the model is parted. It is 0
	// if nothing is left to encode, or bounds go to the engine without clauses.
	FormulaBytes(ctx context.Context, m *cover.Model) (int64, error)
}

// FormulaBytes implements Encoded.
func (b SAT) FormulaBytes(ctx context.Context, m *cover.Model) (int64, error) {
	return formulaBytes(ctx, m, b.Encoding)
}

// FormulaBytes implements Encoded.
func (c ModelCounter) FormulaBytes(ctx context.Context, m *cover.Model) (int64, error) {
	return formulaBytes(ctx, m, c.Encoding)
}

func formulaBytes(ctx context.Context, m *cover.Model, encoding encode.Encoding) (int64, error) {
	if encoding.AtMost == nil {
		return 0, nil
	}
	return await.Value(ctx, func() (int64, error) {
		c := newCore(m)
		if c.impossible || len(c.model.Options) == 0 {
			return 0, nil
		}
		formula, err := encode.Stream(c.model, encoding)
		if err != nil {
			return 0, err
		}
		return formula.Bytes(), nil
	})
}
