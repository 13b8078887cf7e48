// Package exchange holds the verbs for the files of other solvers: export and decode.
package exchange

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/internal/await"
)

// Export is the verb that writes the model for other programs.
func Export(c *console.Console) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export PUZZLE",
		Short: "Write the model for another tool",
		Long: `export writes the puzzle's model. Variable N is placement N, in every format; a
comment line for each says which it is.

  dimacs    clauses, for SAT solvers and model counters
  icnf      clauses, and a cube for each part of the search
  opb       pseudo-Boolean constraints
  dlx       items and options, for dancing links programs
  minizinc  a constraint model
  asp       an answer set program, for clingo
  lp        an integer program in CPLEX's format, for MIP solvers
  smt2      SMT-LIB 2, in the logic QF_LIA
  json      items with their bounds, and options with their cells

In dimacs the auxiliary variables are determined by the placements, so that a
model counter counts solutions even if it ignores the lines "c t pmc" and
"c p show". --free-aux drops the clauses that only serve that. --break-symmetry
leaves one model for each orbit of solutions, which a comment says: a counter
then counts solutions up to symmetry.

Clauses are written as they are made, in memory that does not grow with their
number; more than a gigabyte of text is warned of before it is written.`,
		Example: `  exactile export pentominoes:6x10 -f dimacs -o p.cnf
  minisat p.cnf p.out; exactile decode pentominoes:6x10 p.out
  exactile export dominoes:4x4 -f minizinc -o d.mzn
  minizinc -a d.mzn | exactile decode --all dominoes:4x4 -
  exactile export cilada:7 -f lp -o c.lp
  glpsol --lp c.lp --write c.sol; exactile decode cilada:7 c.sol`,
		Args: usage.Exactly("PUZZLE"),
		RunE: output.Running(c, &f.output, f.resolve),
	}
	flags := cmd.Flags()
	flags.IntVar(&f.cubes, "cubes", 64, "at most `N` cubes for icnf")
	f.formula.add(flags)
	f.input.Add(flags)
	f.output.Add(flags, exportFormats...)
	return cmd
}

// exportFlags are the flags of export, as they were given.
type exportFlags struct {
	cubes   int
	formula formulaFlags
	input   load.Flags
	output  output.Flags
}

// exportFormats are the formats of export, the default first.
var exportFormats = []string{"dimacs", "opb", "dlx", "icnf", "minizinc", "asp", "lp", "smt2", "json"}

// constraints are the formats that express bounds directly, with labels in comments.
var constraints = map[string]func(io.Writer, *cover.Model, export.Label) error{
	"opb": export.OPB, "minizinc": export.MiniZinc, "asp": export.ASP, "lp": export.LP,
	"smt2": export.SMT,
}

// An exportJob is an export, resolved from its flags.
type exportJob struct {
	entry  *load.Entry
	format string
	formula
	cubes int
	much  int64 // an output of more bytes brings a warning
}

func (f *exportFlags) resolve(
	c *console.Console, cmd *cobra.Command, t output.Target, args []string,
) (j *exportJob, err error) {
	err = usage.MeansNothing(cmd, t.Format, usage.For("encoding", "dimacs", "icnf"),
		usage.For("free-aux", "dimacs", "icnf"), usage.For("cubes", "icnf"),
		usage.For("break-symmetry", "dimacs"))
	if err != nil {
		return j, err
	}
	j = &exportJob{format: t.Format, cubes: f.cubes, much: muchText}
	if j.entry, err = f.input.One(cmd.Context(), c, 0, args[0]); err != nil {
		return j, err
	}
	if f.cubes < 1 || f.cubes > engine.MaxShards {
		return j, usage.Errorf("--cubes %d: want 1 to %d", f.cubes, engine.MaxShards)
	}
	j.formula, err = f.formula.resolve(j.entry.Tiling.Model)
	return j, err
}

// Run writes the model, until ctx ends.
func (j *exportJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	m, err := j.model(ctx, j.entry.Tiling.Model)
	if err != nil {
		return err
	}
	text, err := j.text(ctx, m)
	if err != nil {
		return err
	}
	if text.bytes > j.much {
		advice := ""
		if text.smaller > 0 && text.smaller < text.bytes/2 {
			advice = fmt.Sprintf("; with --encoding %s it is %s",
				encode.Default, words.Bytes(float64(text.smaller)))
		}
		c.Note("%s: warning: this is %s of text%s", j.entry.Name, words.Bytes(float64(text.bytes)), advice)
	}
	return text.write(await.Writer(ctx, w))
}

// muchText is the greatest number of bytes without a warning.
const muchText = 1_000_000_000

// A modelText is a model in a format, generated while it is written, never held in memory.
type modelText struct {
	write func(w io.Writer) error
	bytes int64 // its length
	// smaller is the length in the usual encoding, 0 if there is no other one.
	smaller int64
}

// text returns the model as text, with its length.
func (j *exportJob) text(ctx context.Context, m *cover.Model) (t modelText, err error) {
	switch write := constraints[j.format]; {
	case write != nil:
		t.write = func(w io.Writer) error { return write(w, m, j.entry.Tiling.PlacementName) }
	case j.format == "json":
		t.write = func(w io.Writer) error { return writeModel(w, j.entry.Tiling, m) }
	case j.format == "dlx":
		t.write = func(w io.Writer) error { return export.DLX(w, m) }
	default:
		return j.clauses(ctx, m)
	}
	var n byteCount
	err = t.write(await.Writer(ctx, &n))
	t.bytes = int64(n)
	return t, err
}

// clauses is text for the formats of clauses.
func (j *exportJob) clauses(ctx context.Context, m *cover.Model) (t modelText, err error) {
	write := func(w io.Writer, formula cnf.Text) error {
		notes := export.Notes(m, j.entry.Tiling.PlacementName)
		if j.encoding.BreakSymmetry {
			others := notes.Comments
			notes.Comments = func(yield func(string) bool) {
				if yield(leadersSay(len(m.Sym))) {
					others(yield)
				}
			}
		}
		return formula.WriteDIMACS(w, notes)
	}
	if j.format == "icnf" {
		var cubes []cover.Shard
		if j.cubes > 1 {
			cubes = m.Shards(j.cubes)
		}
		write = func(w io.Writer, formula cnf.Text) error {
			return export.ICNF(w, m, formula, cubes, j.entry.Tiling.PlacementName)
		}
	}
	stream := func(encoding encode.Encoding) (*cnf.Stream, error) {
		return await.Value(ctx, func() (*cnf.Stream, error) { return encode.Stream(m, encoding) })
	}
	formula, err := stream(j.encoding)
	if err != nil {
		return t, err
	}
	t.write = func(w io.Writer) error { return write(w, formula) }
	var besides byteCount // the length without the clauses
	if err := write(await.Writer(ctx, &besides), new(cnf.Formula)); err != nil {
		return t, err
	}
	t.bytes = formula.Bytes() + int64(besides)
	if usual, err := encode.Lookup(encode.Default); err == nil && t.bytes > j.much {
		usual.FreeAux, usual.BreakSymmetry = j.encoding.FreeAux, j.encoding.BreakSymmetry
		other, err := stream(usual)
		if err != nil {
			return t, err
		}
		t.smaller = other.Bytes() + int64(besides)
	}
	return t, nil
}

// leadersSay is the comment in a formula about --break-symmetry.
func leadersSay(symmetries int) string {
	if symmetries < 2 {
		return "no symmetry to break: the models are all solutions"
	}
	return fmt.Sprintf("symmetry is broken: of each orbit of solutions under %d symmetries one is "+
		"a model, so that models are as many as solutions up to symmetry", symmetries)
}

// byteCount is a writer that only counts.
type byteCount int64

func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}
