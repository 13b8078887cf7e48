package verbs

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/words"
)

// exportVerb is the verb that writes the model for other programs.
func exportVerb(c *cli.Console, cmd *cobra.Command) {
	var f exportFlags
	cmd.Args = cli.Exactly("PUZZLE")
	cmd.RunE = cli.Running(c, &f.output, f.resolve)

	flags := cmd.Flags()
	flags.IntVar(&f.cubes, "cubes", 64, "at most `N` cubes for icnf")
	f.formula.add(flags)
	f.input.Add(flags)
	f.output.Add(flags, exportFormats...)
}

// exportFlags are the flags of export, as they were given.
type exportFlags struct {
	cubes   int
	formula formulaFlags
	input   cli.InputFlags
	output  cli.OutputFlags
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
	entry  *cli.Entry
	format string
	formula
	cubes int
	much  int64 // an output of more bytes brings a warning
}

func (f *exportFlags) resolve(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *exportJob, err error) {
	err = cli.CheckUses(cmd, t.Format, cli.UsedBy("encoding", "dimacs", "icnf"),
		cli.UsedBy("free-aux", "dimacs", "icnf"), cli.UsedBy("cubes", "icnf"),
		cli.UsedBy("break-symmetry", "dimacs"))
	if err != nil {
		return j, err
	}
	j = &exportJob{format: t.Format, cubes: f.cubes, much: muchText}
	if j.entry, err = f.input.One(cmd.Context(), c, 0, args[0]); err != nil {
		return j, err
	}
	if f.cubes < 1 || f.cubes > cli.MaxShards {
		return j, cli.Misusef("--cubes %d: want 1 to %d", f.cubes, cli.MaxShards)
	}
	j.formula, err = f.formula.resolve(j.entry.Tiling.Model)
	return j, err
}

// Run writes the model, until ctx ends.
func (j *exportJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
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
