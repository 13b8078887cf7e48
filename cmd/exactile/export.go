package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
)

// exportFlags say how the model is written.
type exportFlags struct {
	encoding string
	shard    string
	cubes    int
	freeAux  bool
	whole    bool
	much     int64 // more than that many bytes are not written without a warning
}

func (a *app) exportCommand() *cobra.Command {
	f := exportFlags{much: muchText}
	var in inputFlags
	var out outputFlags
	cmd := &cobra.Command{
		Use:   "export PUZZLE",
		Short: "Write the model for another tool",
		Long: `export writes the puzzle's model: as clauses for SAT solvers and model counters
(dimacs), as pseudo-Boolean constraints (opb), as items and options for dancing
links programs (dlx), or as clauses with a cube for each part of the search
(icnf). Variable N is placement N; a comment line for each says which it is.

In dimacs the auxiliary variables are determined by the placements, so that a
model counter counts solutions even if it ignores the "c p show" line.
--free-aux drops the clauses that only serve that.

Clauses are written as they are made, in memory that does not grow with their
number; more than a gigabyte of text is warned of before it is written.`,
		Example: `  exactile export pentominoes:6x10 -f dimacs -o p.cnf
  minisat p.cnf p.out; exactile decode pentominoes:6x10 p.out`,
		Args: exactly("PUZZLE"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			err := meansNothing(cmd, out.format, []useful{
				{"encoding", []string{"dimacs", "icnf"}}, {"free-aux", []string{"dimacs", "icnf"}}, {"cubes", []string{"icnf"}},
			})
			if err != nil {
				return err
			}
			e, err := a.onePuzzle(&in, args[0])
			if err != nil {
				return err
			}
			return f.write(cmd.Context(), a, w, out.format, e)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.encoding, "encoding", encode.Default, "at-most `ENCODING` of dimacs and icnf; see exactile list")
	flags.StringVar(&f.shard, "shard", "", "write part `I/N` only, I from 1")
	flags.IntVar(&f.cubes, "cubes", 64, "at most `N` cubes for icnf")
	flags.BoolVar(&f.freeAux, "free-aux", false, "leave auxiliary variables open where that saves clauses")
	flags.BoolVar(&f.whole, "no-reduce", false, "keep placements that can be in no solution")
	in.add(flags)
	out.add(flags, "dimacs", "opb", "dlx", "icnf")
	return cmd
}

// write writes the model, until ctx ends.
func (f *exportFlags) write(
	ctx context.Context, a *app, out *output, format string, e *entry,
) error {
	if f.cubes < 1 || f.cubes > maxShards {
		return usage("--cubes %d: want 1 to %d", f.cubes, maxShards)
	}
	encoding, err := encode.Lookup(f.encoding)
	if err != nil {
		return usage("%v", err)
	}
	encoding.FreeAux = f.freeAux
	shard, err := parseShard(f.shard, e.tiling.Model)
	if err != nil {
		return err
	}
	m, err := await.Value(ctx, func() (*cover.Model, error) {
		m := e.tiling.Restrict(shard)
		if !f.whole {
			m = m.Reduce()
		}
		return m, nil
	})
	if err != nil {
		return err
	}
	text, err := f.text(ctx, m, format, encoding, e.tiling.PlacementName)
	if err != nil {
		return err
	}
	if text.bytes > f.much {
		advice := ""
		if text.smaller > 0 && text.smaller < text.bytes/2 {
			smaller := bytesText(float64(text.smaller))
			advice = fmt.Sprintf("; with --encoding %s it is %s", encode.Default, smaller)
		}
		length := bytesText(float64(text.bytes))
		a.note("%s: warning: this is %s of text%s", e.tiling.Puzzle.Name, length, advice)
	}
	return text.write(await.Writer(ctx, out))
}

// muchText is how many bytes are not written without a warning.
const muchText = 1_000_000_000

// A modelText is a model in a format, written as it is made: it is never kept.
type modelText struct {
	write func(w io.Writer) error
	bytes int64 // its length
	// smaller is the length in the usual encoding, 0 if there is no other one.
	smaller int64
}

// text returns the model as text, and finds out how long it is.
func (f *exportFlags) text(
	ctx context.Context, m *cover.Model, format string, encoding encode.Encoding, label export.Label,
) (t modelText, err error) {
	switch format {
	case "opb":
		t.write = func(w io.Writer) error { return export.OPB(w, m, label) }
	case "dlx":
		t.write = func(w io.Writer) error { return export.DLX(w, m) }
	default:
		return f.clauses(ctx, m, format, encoding, label)
	}
	var n byteCount
	err = t.write(await.Writer(ctx, &n))
	t.bytes = int64(n)
	return t, err
}

// clauses is text for the formats that hold clauses.
func (f *exportFlags) clauses(
	ctx context.Context, m *cover.Model, format string, encoding encode.Encoding, label export.Label,
) (t modelText, err error) {
	write := func(w io.Writer, formula cnf.Text) error {
		return export.DIMACS(w, m, formula, label)
	}
	if format == "icnf" {
		var cubes []cover.Shard
		if f.cubes > 1 {
			cubes = m.Shards(f.cubes)
		}
		write = func(w io.Writer, formula cnf.Text) error {
			return export.ICNF(w, m, formula, cubes, label)
		}
	}
	stream := func(encoding encode.Encoding) (*cnf.Stream, error) {
		return await.Value(ctx, func() (*cnf.Stream, error) { return encode.Stream(m, encoding) })
	}
	formula, err := stream(encoding)
	if err != nil {
		return t, err
	}
	t.write = func(w io.Writer) error { return write(w, formula) }
	var besides byteCount // what stands there beside the clauses
	if err := write(await.Writer(ctx, &besides), new(cnf.Formula)); err != nil {
		return t, err
	}
	t.bytes = formula.Bytes() + int64(besides)
	if usual, err := encode.Lookup(encode.Default); err == nil && t.bytes > f.much {
		usual.FreeAux = f.freeAux
		other, err := stream(usual)
		if err != nil {
			return t, err
		}
		t.smaller = other.Bytes() + int64(besides)
	}
	return t, nil
}

// byteCount is a writer that only counts.
type byteCount int64

func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}
