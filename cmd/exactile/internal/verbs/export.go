package verbs

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// An exportRun is a run of export.
type exportRun struct {
	*cli.Call
	formula
	cubes     int
	plain     bool // no lines after the header but clauses
	entry     *cli.Entry
	weights   []int // of the placements, for the goal; nil: none
	warnAbove int64 // an output of more bytes brings a warning
}

// exportFormats are the formats of export, the default first.
var exportFormats = []string{"dimacs", "opb", "wcnf", "dlx", "icnf", "minizinc", "asp", "lp",
	"smt2", "json"}

// exportVerb is the verb that writes the model for other programs.
func exportVerb(c *cli.Console, cmd *cobra.Command) {
	r := &exportRun{Call: cli.NewCall(c, cmd), warnAbove: maxQuietOutput}
	cmd.Args = cli.Exactly("PUZZLE")
	cli.NumberVar(r.Flags, &r.cubes, "cubes", "", 64, 1, cli.MaxShards,
		"at most `N` cubes for icnf")
	r.Flags.BoolVar(&r.plain, "plain", false,
		"write no comment lines after the header, such as c p show")
	r.formula.add(r.Flags)
	cli.UsedBy(r.Flags, "cubes", "icnf")
	cli.UsedBy(r.Flags, "encoding", "dimacs", "icnf", "wcnf")
	cli.UsedBy(r.Flags, "free-aux", "dimacs", "icnf", "wcnf")
	cli.UsedBy(r.Flags, "break-symmetry", "dimacs")
	cli.UsedBy(r.Flags, "plain", "dimacs")
	r.Input.Add(r.Flags)
	r.Input.AddSymmetry(r.Flags)
	r.Print(r.run, exportFormats...)
	one := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		target, err := r.Output.Resolve()
		if err != nil || !isFolder(target.Path) {
			return one(cmd, args)
		}
		r.Args = args
		return r.runFolder(cmd.Context(), target)
	}
}

// weightsOf are what the placements add to the goal, as an objective to be minimal.
func weightsOf(t *puzzle.Tiling) []int {
	weights := make([]int, len(t.Options))
	for o := range weights {
		if weights[o] = t.Adds(o); t.Puzzle.Goal.Best == "most" {
			weights[o] = -weights[o]
		}
	}
	return weights
}

// knowsGoals reports whether a format has an objective.
func knowsGoals(format string) bool { return format == "opb" || format == "wcnf" }

// exportEndings are the usual endings of the formats whose ending is not their name.
var exportEndings = map[string]string{"dimacs": "cnf", "minizinc": "mzn"}

// isFolder reports whether -o names a folder: one that exists, or a path with a separator at its
// end.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || path != "" && os.IsPathSeparator(path[len(path)-1])
}

// runFolder writes a file for each puzzle into a folder, named after the puzzle.
func (r *exportRun) runFolder(ctx context.Context, target cli.Target) error {
	r.ErrorsAsJSON = target.Format == "json"
	if err := cli.CheckUses(r.Flags, target.Format); err != nil {
		return err
	}
	r.Input.Goals = knowsGoals(target.Format)
	if err := r.Load(ctx); err != nil {
		return err
	}
	ending := cmp.Or(exportEndings[target.Format], target.Format)
	paths, taken := make([]string, len(r.Entries)), make(map[string]string)
	for n, e := range r.Entries {
		paths[n] = filepath.Join(target.Path, fileName(e.Name)+"."+ending)
		if other, ok := taken[paths[n]]; ok {
			return fmt.Errorf("%s would be the file of two puzzles, %s and %s: rename one",
				paths[n], other, e.Name)
		}
		taken[paths[n]] = e.Name
	}
	if err := os.MkdirAll(target.Path, 0o777); err != nil {
		return err
	}
	return r.Each(ctx, func(n int, e *cli.Entry) (err error) {
		target.Path = paths[n]
		if r.Out, err = cli.OpenOutput(ctx, target, nil); err != nil {
			return err
		}
		r.entry = e
		return r.Out.Finish(r.writeEntry(ctx))
	})
}

// run writes the model, until ctx ends.
func (r *exportRun) run(ctx context.Context) (err error) {
	r.Input.Goals = knowsGoals(r.Out.Format)
	if r.entry, err = r.One(ctx, r.Args[0]); cli.StatusOf(err) == cli.Misuse {
		return cli.Misusef("%v; -o FOLDER/ writes a file for each", err)
	} else if err != nil {
		return err
	}
	return r.writeEntry(ctx)
}

// writeEntry writes the model of the open puzzle.
func (r *exportRun) writeEntry(ctx context.Context) error {
	t := r.entry.Tiling
	r.weights = nil
	switch g := t.Puzzle.Goal; {
	case g.Boards():
		return fmt.Errorf("%s: the goal %s is about boards, and a model has one: write a board "+
			"into the puzzle, and --goal none", r.entry.Name, g)
	case g.Best != "":
		r.weights = weightsOf(t)
	case g.Of != "":
		r.entry.Tiling = t.Within(g.Bounds)
	case r.Out.Format == "wcnf":
		return fmt.Errorf("%s: it has no goal to be met by a MaxSAT solver: add one with --goal",
			r.entry.Name)
	}
	if err := r.resolve(r.entry.Tiling.Model); err != nil {
		return err
	}
	return r.write(ctx)
}

func (r *exportRun) write(ctx context.Context) error {
	m, err := r.model(ctx, r.entry.Tiling.Model)
	if err != nil {
		return err
	}
	made, err := r.text(ctx, m)
	if err != nil {
		return err
	}
	if made.bytes > r.warnAbove {
		advice := ""
		if made.smaller > 0 && made.smaller < made.bytes/2 {
			advice = fmt.Sprintf("; with --encoding %s it is %s",
				encode.Default, text.Bytes(float64(made.smaller)))
		}
		r.Note("%s: warning: this writes %s of text%s", r.entry.Name,
			text.Bytes(float64(made.bytes)), advice)
	}
	return made.write(await.Writer(ctx, r.Out))
}

// maxQuietOutput is the greatest number of bytes without a warning.
const maxQuietOutput = 1_000_000_000

// A modelText is a model in a format, generated while it is written, never held in memory.
type modelText struct {
	write func(w io.Writer) error
	bytes int64 // its length
	// smaller is the length in the usual encoding, 0 if there is no other one.
	smaller int64
}

// text returns the model as text, with its length.
func (r *exportRun) text(ctx context.Context, m *cover.Model) (t modelText, err error) {
	switch r.Out.Format {
	case "dimacs", "icnf":
		return r.clauses(ctx, m)
	case "wcnf":
		formula, err := await.Value(ctx, func() (*encode.Formula, error) {
			return encode.Encode(m, r.encoding)
		})
		if err != nil {
			return t, err
		}
		t.write = func(w io.Writer) error {
			return export.WCNF(w, m, &formula.Formula, r.weights, r.entry.Tiling.PlacementName)
		}
	case "json":
		t.write = func(w io.Writer) error { return writeModel(w, r.entry.Tiling, m) }
	default:
		t.write = func(w io.Writer) error {
			return export.Write(w, r.Out.Format, m, r.entry.Tiling.PlacementName,
				r.weights...)
		}
	}
	var n byteCount
	err = t.write(await.Writer(ctx, &n))
	t.bytes = int64(n)
	return t, err
}

// clauses is text for the formats of clauses.
func (r *exportRun) clauses(ctx context.Context, m *cover.Model) (t modelText, err error) {
	write := func(w io.Writer, formula cnf.TextWriter) error {
		notes := export.Comments(m, r.entry.Tiling.PlacementName)
		if r.plain {
			notes.Show = nil
		}
		if r.encoding.BreakSymmetry {
			others := notes.Lines
			notes.Lines = func(yield func(string) bool) {
				if yield(lexLeaderComment(len(m.Sym))) {
					others(yield)
				}
			}
		}
		return formula.WriteDIMACS(w, notes)
	}
	if r.Out.Format == "icnf" {
		var cubes []cover.Shard
		if r.cubes > 1 {
			cubes = m.Shards(r.cubes)
		}
		write = func(w io.Writer, formula cnf.TextWriter) error {
			return export.ICNF(w, m, formula, cubes, r.entry.Tiling.PlacementName)
		}
	}
	stream := func(encoding encode.Encoding) (*cnf.Stream, error) {
		return await.Value(ctx, func() (*cnf.Stream, error) { return encode.Stream(m, encoding) })
	}
	formula, err := stream(r.encoding)
	if err != nil {
		return t, err
	}
	t.write = func(w io.Writer) error { return write(w, formula) }
	var besides byteCount // the length without the clauses
	if err := write(await.Writer(ctx, &besides), new(cnf.Formula)); err != nil {
		return t, err
	}
	t.bytes = formula.Bytes() + int64(besides)
	if usual, err := encode.Lookup(encode.Default); err == nil && t.bytes > r.warnAbove {
		usual.FreeAux, usual.BreakSymmetry = r.encoding.FreeAux, r.encoding.BreakSymmetry
		other, err := stream(usual)
		if err != nil {
			return t, err
		}
		t.smaller = other.Bytes() + int64(besides)
	}
	return t, nil
}

// lexLeaderComment is the comment in a formula about --break-symmetry.
func lexLeaderComment(symmetries int) string {
	if symmetries < 2 {
		return "no symmetry to break: the models are all solutions"
	}
	return fmt.Sprintf("symmetry is broken: of each orbit under %d symmetries one solution is "+
		"a model, so the models are the solutions up to symmetry", symmetries)
}

// byteCount is a writer that only counts.
type byteCount int64

func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}
