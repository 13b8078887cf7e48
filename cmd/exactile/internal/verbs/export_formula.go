package verbs

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
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

// numVars returns the number of variables of the formula, or the largest number there is if the
// formula is too large to be written.
func (f formula) numVars(ctx context.Context, m *cover.Model) (int, error) {
	m, err := f.model(ctx, m)
	if err != nil {
		return 0, err
	}
	size, err := await.Value(ctx, func() (cnf.Size, error) { return encode.Size(m, f.encoding) })
	if errors.Is(err, cnf.ErrTooLarge) {
		return math.MaxInt, nil
	}
	return size.Vars, err
}

// mostVars returns how many variables a formula of m has at most if the flags that were not given may
// have other values: an answer does not say with which flags its formula was written.
func (f formula) mostVars(ctx context.Context, m *cover.Model, given func(string) bool) (int, error) {
	f.encoding.FreeAux = f.encoding.FreeAux && given("free-aux")
	f.encoding.BreakSymmetry = f.encoding.BreakSymmetry || !given("break-symmetry")
	widest := func(names ...string) (most int, err error) {
		for _, name := range names {
			e := f.encoding
			if name != "" {
				if e, err = encode.Lookup(name); err != nil {
					return 0, err
				}
				e.FreeAux, e.BreakSymmetry = f.encoding.FreeAux, f.encoding.BreakSymmetry
			}
			for _, whole := range []bool{false, true} {
				if whole != f.whole && given("no-reduce") {
					continue
				}
				n, err := formula{e, f.part, f.shard, whole}.numVars(ctx, m)
				if err != nil {
					return 0, err
				}
				most = max(most, n)
			}
		}
		return most, nil
	}
	if given("encoding") {
		return widest("")
	}
	// A pair has the variables of the one encoding and those of the other. pairwise has none.
	const none = "pairwise"
	ones := []string{"commander/2"} // the smallest groups take the most variables
	var manys []string
	for _, name := range []string{"mtotalizer/2", "mtotalizer/3", "mtotalizer/1048576", "kmtotalizer/2", "kmtotalizer/3"} {
		manys = append(manys, none+"+"+name)
	}
	for _, e := range encode.Encodings() {
		ones = append(ones, e.Name+"+"+encode.DefaultBounds)
		if e.Bounds != nil {
			manys = append(manys, none+"+"+e.Name)
		}
	}
	one, err := widest(ones...)
	if err != nil {
		return 0, err
	}
	many, err := widest(manys...)
	if err != nil {
		return 0, err
	}
	both, err := widest(none + "+" + encode.DefaultBounds)
	if err != nil || one == math.MaxInt || many == math.MaxInt {
		return math.MaxInt, err
	}
	return one + many - both, nil
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
