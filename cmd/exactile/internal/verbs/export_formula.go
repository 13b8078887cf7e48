package verbs

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// formulaFlags are the flags that choose the formula: the one that export writes, and the one that
// decode checks a proof against.
type formulaFlags struct {
	encoding  string
	shard     string
	freeAux   bool
	whole     bool
	lexLeader bool
}

func (f *formulaFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.encoding, "encoding", encode.Default,
		"at-most `ENCODING` of the clauses; see exactile list")
	flags.StringVar(&f.shard, "shard", "", "part `I/N` only, I from 1")
	flags.BoolVar(&f.freeAux, "free-aux", false,
		"leave auxiliary variables open where that saves clauses")
	flags.BoolVar(&f.whole, "no-reduce", false, "keep placements that can be in no solution")
	flags.BoolVar(&f.lexLeader, "break-symmetry", false,
		"add clauses that leave one solution of each orbit under the board's symmetries")
}

// A formula is a choice of a formula.
type formula struct {
	encoding encode.Encoding
	part     string // of the shard, "": all
	shard    cover.Shard
	whole    bool
}

func (f *formulaFlags) resolve(m *cover.Model) (of formula, err error) {
	of = formula{part: f.shard, whole: f.whole}
	if of.encoding, err = encode.Lookup(f.encoding); err != nil {
		return of, cli.Misusef("%v", err)
	}
	of.encoding.FreeAux, of.encoding.BreakSymmetry = f.freeAux, f.lexLeader
	of.shard, err = cli.Shard(f.shard, m)
	return of, err
}

// model returns the model that is encoded.
func (f *formula) model(ctx context.Context, m *cover.Model) (*cover.Model, error) {
	return await.Value(ctx, func() (*cover.Model, error) {
		m := m.Restrict(f.shard)
		if !f.whole {
			m = m.Reduce()
		}
		return m, nil
	})
}

// A bounded reader fails with an error after so many bytes.
type bounded struct {
	r    io.Reader
	left int64
	err  error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
