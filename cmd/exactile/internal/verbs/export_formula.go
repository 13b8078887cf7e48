package verbs

import (
	"context"
	"io"
	"math"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/spf13/pflag"
)

// A formula is a choice of a formula by flags: the one that export writes, and the one that decode
// checks a proof against.
type formula struct {
	written   string // --encoding
	part      string // --shard, "": all
	freeAux   bool
	unreduced bool
	lexLeader bool

	encoding encode.Encoding // set by resolve, as shard is
	shard    cover.Shard
}

func (f *formula) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.written, "encoding", encode.Default,
		"at-most `ENCODING` of the clauses; see exactile list")
	flags.StringVar(&f.part, "shard", "", "part `I/N` only, I from 1")
	flags.BoolVar(&f.freeAux, "free-aux", false,
		"leave auxiliary variables open where that saves clauses")
	flags.BoolVar(&f.unreduced, "no-reduce", false, "keep placements that can be in no solution")
	flags.BoolVar(&f.lexLeader, "break-symmetry", false,
		"add clauses that leave one solution of each orbit under the board's symmetries")
}

func (f *formula) resolve(m *cover.Model) (err error) {
	if f.encoding, err = encode.Lookup(f.written); err != nil {
		return cli.Misusef("%v", err)
	}
	f.encoding.FreeAux, f.encoding.BreakSymmetry = f.freeAux, f.lexLeader
	f.shard, err = cli.Shard(f.part, m)
	return err
}

// model returns the model that is encoded.
func (f *formula) model(ctx context.Context, m *cover.Model) (*cover.Model, error) {
	return await.Value(ctx, func() (*cover.Model, error) {
		m := m.Restrict(f.shard)
		if !f.unreduced {
			m = m.Reduce()
		}
		return m, nil
	})
}

// numVars returns the number of variables of the formula, or the largest number there is if the
// formula is too large to be written.
func (f formula) numVars(ctx context.Context, m *cover.Model) (int, error) {
	m, err := f.model(ctx, m)
	if err != nil {
		return 0, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) { return encode.Size(m, f.encoding) })
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil: // it is too large
		return math.MaxInt, nil
	}
	return size.Vars, nil
}

// mostVars returns how many variables a formula of m has at most if the flags that were not given
// may have other values: an answer does not say with which flags its formula was written.
func (f formula) mostVars(
	ctx context.Context, m *cover.Model, given func(string) bool,
) (most int, err error) {
	f.encoding.FreeAux = f.encoding.FreeAux && given("free-aux")
	f.encoding.BreakSymmetry = f.encoding.BreakSymmetry || !given("break-symmetry")
	for _, f.unreduced = range []bool{f.unreduced, !f.unreduced} {
		n := 0
		if given("encoding") {
			n, err = f.numVars(ctx, m)
		} else {
			var model *cover.Model
			if model, err = f.model(ctx, m); err == nil {
				n, err = await.Value(ctx, func() (int, error) {
					return encode.MostVars(model, f.encoding.BreakSymmetry), nil
				})
			}
		}
		if most = max(most, n); err != nil || given("no-reduce") {
			break
		}
	}
	return most, err
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
