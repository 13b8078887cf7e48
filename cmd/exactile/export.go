package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/await"
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
}

func (a *app) exportCommand() *cobra.Command {
	var f exportFlags
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
--free-aux drops the clauses that only serve that.`,
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
			return f.write(cmd.Context(), w, out.format, e)
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
func (f *exportFlags) write(ctx context.Context, out *output, format string, e *entry) error {
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
	w := await.Writer(ctx, out)
	label := e.tiling.PlacementName
	switch format {
	case "opb":
		return export.OPB(w, m, label)
	case "dlx":
		return export.DLX(w, m)
	}
	formula, err := await.Value(ctx, func() (*encode.Formula, error) { return encode.Encode(m, encoding) })
	if err != nil {
		return err
	}
	if format == "dimacs" {
		return export.DIMACS(w, m, &formula.Formula, label)
	}
	var cubes []cover.Shard
	if f.cubes > 1 {
		cubes = m.Shards(f.cubes)
	}
	return export.ICNF(w, m, &formula.Formula, cubes, label)
}
