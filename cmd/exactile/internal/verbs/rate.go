package verbs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/visible"
)

// rateVerb is the verb that measures how hard a puzzle is.
func rateVerb(c *cli.Console, cmd *cobra.Command) {
	var f rateFlags
	cmd.Args = cli.AtLeastOne("PUZZLE")
	cmd.RunE = cli.Running(c, &f.output, f.resolve)

	flags := cmd.Flags()
	flags.IntVar(&f.Orders, "orders", 100, "`N` random orders for the plain search")
	flags.Int64Var(&f.MaxNodes, "max-nodes", 100_000, "`N` nodes after which an order is cut")
	f.input.Add(flags)
	f.engine.Add(flags, "native")
	f.engine.AddSeed(flags)
	flags.Lookup("seed").Usage = "`N` that the random orders are made from"
	f.output.Add(flags, "text", "json")
}

// rateFlags are the flags of rate, as they were given.
type rateFlags struct {
	backends.RateOptions
	input  cli.InputFlags
	engine cli.EngineFlags
	output cli.OutputFlags
}

// mostOrders bounds --orders: each order costs a search and a stored number.
const mostOrders = 1_000_000

// A rateJob is a rating, resolved from its flags.
type rateJob struct {
	cli.Config
	backends.RateOptions
	backend backends.Backend
	entries []*cli.Entry
}

func (f *rateFlags) resolve(
	c *cli.Console, cmd *cobra.Command, _ cli.Target, args []string,
) (j *rateJob, err error) {
	j = &rateJob{RateOptions: f.RateOptions}
	switch {
	case f.Orders < 1 || f.Orders > mostOrders:
		return j, cli.Misusef("--orders %d: want from 1 to %d", f.Orders, mostOrders)
	case f.MaxNodes < 1:
		return j, cli.Misusef("--max-nodes %d: want at least one", f.MaxNodes)
	}
	ctx := cmd.Context()
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(false)); err != nil {
		return j, err
	}
	j.RateOptions.Seed, j.Workers = j.Config.Seed, j.Work.Workers
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	if backends.CountsOnly(j.backend) {
		return j, cli.Misusef("-b %s: %v, and dead ends are found in a list",
			j.Name, backends.ErrCountsOnly)
	}
	j.entries, err = f.input.Puzzles(ctx, c, j.Timeout, args...)
	return j, err
}

// Run prints the ratings.
func (j *rateJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	return cli.EachEntry(ctx, c, j.entries, func(n int, e *cli.Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		base, hints, err := withoutHints(e.Tiling)
		if err != nil {
			return err
		}
		limited, cancel := j.Limited(ctx, e.Spent)
		defer cancel()
		end := c.Progress.Begin(limited, e.Name)
		b := cli.AnnounceWinner(c, j.backend, e.Name, nil)
		r, err := backends.Rate(limited, b, base.Model, hints, j.RateOptions)
		end()
		if err != nil && !cli.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		cli.NoteMemory(c, e.Name, err)
		if err := j.print(w, e.Name, r, n > 0); err != nil {
			return err
		}
		switch {
		case err != nil:
			c.Note("%s: %s", e.Name, stoppedBy(ctx, &j.Config, err))
		case r.Solutions == nil:
			c.Note("%s: the solutions take more memory than they may: see --memory", e.Name)
		default:
			return nil
		}
		return cli.Exit(cli.Stopped)
	})
}

// stoppedBy is the text of what ended a run: the end of ctx, or a limit.
func stoppedBy(ctx context.Context, cfg *cli.Config, err error) string {
	if cause := context.Cause(ctx); cause != nil {
		return cause.Error()
	}
	return cfg.StoppedText(err)
}

// withoutHints returns a puzzle without its hints, and the hints as options, each once, in the
// puzzle's order.
func withoutHints(t *puzzle.Tiling) (base *puzzle.Tiling, hints []int, err error) {
	if len(t.Puzzle.Place) == 0 {
		return t, nil, nil
	}
	p := *t.Puzzle
	p.Place = nil
	if base, err = p.Compile(); err != nil {
		return nil, nil, err
	}
	for _, h := range t.Puzzle.Place {
		o := base.Find(p.Piece(h.Piece), h.Cells)
		if o < 0 {
			return nil, nil, errors.New("internal error: a hint is no placement")
		}
		if !slices.Contains(hints, o) {
			hints = append(hints, o)
		}
	}
	return base, hints, nil
}

// print prints a rating in the format of w.
func (j *rateJob) print(
	w *cli.Writer, name string, r backends.Rating, later bool,
) error {
	if w.Format == "json" {
		return j.printJSON(w, name, r)
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if later {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%s\n", visible.Text(name))
	if r.Solutions == nil {
		fmt.Fprintln(out, "solutions\tunknown")
	} else {
		fmt.Fprintf(out, "solutions\t%v\n", r.Solutions)
	}
	if r.Orders == 0 {
		fmt.Fprintln(out, "nodes\tunknown")
	} else {
		q := r.Nodes
		fmt.Fprintf(out, "nodes\t%d in the median of %d orders\n", q.Median, r.Orders)
		fmt.Fprintf(out, "\t%d and %d are the quartiles, %d and %d the extremes\n",
			q.Lower, q.Upper, q.Least, q.Most)
		if r.Cut > 0 {
			fmt.Fprintf(out, "\tcut in %d orders, after %d\n", r.Cut, r.MaxNodes)
		}
	}
	label, when := "forced", "at the start"
	for _, forced := range r.Forced {
		fmt.Fprintf(out, "%s\t%s %s\n", label, forcedText(forced), when)
		label, when = "", fmt.Sprintf("after hint %d", forced.Hints+1)
	}
	if r.DeadEnds < 0 {
		fmt.Fprintf(out, "dead ends\tunknown, of %d first moves\n", r.FirstMoves)
	} else {
		fmt.Fprintf(out, "dead ends\t%d of %d first moves\n", r.DeadEnds, r.FirstMoves)
	}
	return out.Flush()
}

// forcedText is how many placements are forced.
func forcedText(f backends.Forced) string {
	if f.Contradiction {
		return "no solution is left, as can be seen without a guess,"
	}
	return fmt.Sprintf("%d (looking ahead %d)", f.Single, f.Ahead)
}

// printJSON prints a rating as an object, null for what is not known.
func (j *rateJob) printJSON(w *cli.Writer, name string, r backends.Rating) error {
	type nodes struct {
		Orders   int    `json:"orders"`
		Seed     uint64 `json:"seed"`
		MaxNodes int64  `json:"max_nodes"`
		Cut      int    `json:"cut"`
		backends.Quartiles
	}
	type forced struct {
		Hints         int  `json:"hints"`
		Single        int  `json:"single"`
		Ahead         int  `json:"ahead"`
		Contradiction bool `json:"contradiction"`
	}
	report := struct {
		Puzzle     string   `json:"puzzle"`
		Backend    string   `json:"backend"`
		Solutions  *string  `json:"solutions"`
		Nodes      *nodes   `json:"nodes"`
		Forced     []forced `json:"forced"`
		FirstMoves int      `json:"first_moves"`
		DeadEnds   *int     `json:"dead_ends"`
	}{Puzzle: name, Backend: j.Name, FirstMoves: r.FirstMoves}
	if r.Orders > 0 {
		report.Nodes = &nodes{r.Orders, j.RateOptions.Seed, r.MaxNodes, r.Cut, r.Nodes}
	}
	if r.Solutions != nil {
		solutions := r.Solutions.String()
		report.Solutions, report.DeadEnds = &solutions, &r.DeadEnds
	}
	for _, f := range r.Forced {
		report.Forced = append(report.Forced, forced(f))
	}
	return w.JSON(report)
}
