package study

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// formulas describes the formulas of a model that backends get. All together may take as long as a
// run; after one that takes longer, no other is described.
func formulas(
	ctx context.Context, m *cover.Model, c *cli.Config, backends []string,
) map[string]Formula {
	limited, cancel := cli.Within(ctx, c.Timeout, c.Timeout)
	defer cancel()
	exported, err := await.Value(limited, func() (*cover.Model, error) { return m.Reduce(), nil })
	if err != nil {
		return nil
	}
	type kind struct {
		encoding string
		given    adapter.Given
	}
	all, known := make(map[string]Formula), make(map[kind]Formula)
	for _, name := range backends {
		b, _ := registry.Lookup(name, c.Work)
		a, ok := b.(adapter.Formulator)
		if !ok || a.EncodingName(m) == "" {
			continue
		}
		of := kind{a.EncodingName(m), a.Given()}
		f, described := known[of]
		if !described {
			// A model that cannot be encoded has no formula; its row shows the error.
			if f, err = formulaOf(limited, m, exported, a); err != nil {
				continue
			}
			known[of] = f
		}
		all[name] = f
	}
	return all
}

// formulaOf describes the formula of a model and of what is left of it for an export.
func formulaOf(
	ctx context.Context, m, exported *cover.Model, a adapter.Formulator,
) (f Formula, err error) {
	var n length
	h := sha256.New()
	if err := a.WriteFormula(ctx, m, io.MultiWriter(h, &n)); err != nil {
		return f, err
	}
	encoding, err := encode.Lookup(a.EncodingName(m))
	if err != nil {
		return f, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) {
		return encode.Size(exported, encoding)
	})
	if a.Given() == adapter.GivenParts {
		n = 0 // no engine gets this text
	}
	return Formula{
		Given: a.Given(), Bytes: int64(n), Digest: fmt.Sprintf("sha256:%x", h.Sum(nil)),
		Variables: size.Vars, Clauses: size.Clauses,
	}, err
}

// A length counts what is written to it.
type length int64

func (n *length) Write(text []byte) (int, error) {
	*n += length(len(text))
	return len(text), nil
}
