package verbs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// A rateRun is a run of rate.
type rateRun struct {
	*cli.Call
	design.RateOptions
}

// maxOrders bounds --orders: each order costs a search and a stored number.
const maxOrders = 1_000_000

// rateVerb is the verb that measures how hard a puzzle is.
func rateVerb(c *cli.Console, cmd *cobra.Command) {
	r := &rateRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	cli.NumberVar(r.Flags, &r.Orders, "orders", "", 100, 1, maxOrders,
		"run the plain search in `N` random orders")
	cli.NumberVar(r.Flags, &r.MaxNodes, "max-nodes", "", 100_000, 1, 0,
		"stop each order after `N` nodes")
	r.Input.Add(r.Flags)
	r.Engine.AddOwn(r.Flags, "native")
	r.Engine.AddSeed(r.Flags)
	r.Flags.Lookup("seed").Usage = "make the random orders from seed `N`"
	r.Print(r.run, "text", "json")
}

func (r *rateRun) run(ctx context.Context) error {
	err := r.Resolve(ctx, false)
	if err == nil {
		err = r.Load(ctx)
	}
	if err != nil {
		return err
	}
	r.RateOptions.Seed, r.Workers = r.Config.Seed, r.Work.Workers
	return r.Each(ctx, func(n int, e *cli.Entry) error {
		limited, cancel := r.Limited(ctx, e.Spent)
		defer cancel()
		manySearches := func() string { return "" } // how much one has done says nothing
		end := r.Progress.BeginWithStatus(limited, e.Name, manySearches)
		b := cli.Announcing(r.Console, r.Backend, e.Name)
		rating, err := rated(limited, b, e.Tiling, r.RateOptions)
		end()
		if err != nil && !cli.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		cli.NoteMemory(r.Console, e.Name, err)
		if err := r.print(e.Name, rating, n > 0); err != nil {
			return err
		}
		switch {
		case err != nil:
			r.Note("%s: %s", e.Name, r.StoppedText(err))
		case rating.Solutions == nil:
			r.Note("%s: the solutions exceed the memory limit: see --memory", e.Name)
		default:
			return nil
		}
		return cli.Exit(cli.Stopped)
	})
}

// rated rates a puzzle without its hints, which are placed in the puzzle's order, each once.
func rated(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling, o design.RateOptions,
) (none design.Rating, err error) {
	base, hints := t, []int(nil)
	if len(t.Puzzle.Place) > 0 {
		p := *t.Puzzle
		p.Place = nil
		if base, err = p.Compile(); err != nil {
			return none, err
		}
	}
	for _, h := range t.Puzzle.Place {
		option := base.Find(t.Puzzle.Piece(h.Piece), h.Cells)
		if option < 0 {
			return none, errors.New("internal error: a hint is no placement")
		}
		if !slices.Contains(hints, option) {
			hints = append(hints, option)
		}
	}
	return design.Rate(ctx, b, base.Model, hints, o)
}

// print prints a rating.
func (r *rateRun) print(name string, of design.Rating, later bool) error {
	if r.Out.Format == "json" {
		return r.printJSON(name, of)
	}
	out := tabwriter.NewWriter(r.Out, 0, 0, 2, ' ', 0)
	if later {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%s\n", text.Visible(name))
	if of.Solutions == nil {
		fmt.Fprintln(out, "solutions\tunknown")
	} else {
		fmt.Fprintf(out, "solutions\t%v\n", of.Solutions)
	}
	if of.Orders == 0 {
		fmt.Fprintln(out, "nodes\tunknown")
	} else {
		q := of.Nodes
		fmt.Fprintf(out, "nodes\t%d in the median of %d orders\n", q.Median, of.Orders)
		fmt.Fprintf(out, "\t%d and %d are the quartiles, %d and %d the extremes\n",
			q.Lower, q.Upper, q.Least, q.Most)
		if of.Cut > 0 {
			fmt.Fprintf(out, "\tcut in %d orders, after %d\n", of.Cut, of.MaxNodes)
		}
	}
	label, when := "forced", "at the start"
	for _, forced := range of.Forced {
		fmt.Fprintf(out, "%s\t%s %s\n", label, forcedText(forced), when)
		label, when = "", fmt.Sprintf("after hint %d", forced.Hints+1)
	}
	if of.DeadEnds < 0 {
		fmt.Fprintf(out, "dead ends\tunknown, of %d first moves\n", of.FirstMoves)
	} else {
		fmt.Fprintf(out, "dead ends\t%d of %d first moves\n", of.DeadEnds, of.FirstMoves)
	}
	return out.Flush()
}

// forcedText is how many placements are forced.
func forcedText(f design.Forced) string {
	if f.Contradiction {
		return "no solution is left, as can be seen without a guess,"
	}
	return fmt.Sprintf("%d (looking ahead %d)", f.Single, f.Ahead)
}

// printJSON prints a rating as an object, null for what is not known.
func (r *rateRun) printJSON(name string, of design.Rating) error {
	type nodes struct {
		Orders   int    `json:"orders"`
		Seed     uint64 `json:"seed"`
		MaxNodes int64  `json:"max_nodes"`
		Cut      int    `json:"cut"`
		design.Quartiles
	}
	report := struct {
		Puzzle     string          `json:"puzzle"`
		Backend    string          `json:"backend"`
		Solutions  *string         `json:"solutions"`
		Nodes      *nodes          `json:"nodes"`
		Forced     []design.Forced `json:"forced"`
		FirstMoves int             `json:"first_moves"`
		DeadEnds   *int            `json:"dead_ends"`
	}{Puzzle: name, Backend: r.Name, Forced: of.Forced, FirstMoves: of.FirstMoves}
	if of.Orders > 0 {
		report.Nodes = &nodes{of.Orders, r.RateOptions.Seed, of.MaxNodes, of.Cut, of.Nodes}
	}
	if of.Solutions != nil {
		solutions := of.Solutions.String()
		report.Solutions, report.DeadEnds = &solutions, &of.DeadEnds
	}
	return r.Out.JSON(report)
}

// A rateRange is a range for one number of a rating.
type rateRange struct {
	name        string
	least, most int64
}

// rateNames are the numbers of a rating that --rate can bound, the default first.
var rateNames = []string{"nodes", "forced", "ahead", "dead-ends"}

// parseRate reads NAME=MIN..MAX; the name and either number may be missing. "" gives nil.
func parseRate(text string) (*rateRange, error) {
	if text == "" {
		return nil, nil
	}
	r := &rateRange{name: rateNames[0], most: math.MaxInt64}
	bounds := text
	if name, rest, named := strings.Cut(text, "="); named {
		r.name, bounds = name, rest
		if err := cli.OneOf("--rate: no number is called %q", name, rateNames); err != nil {
			return nil, err
		}
	}
	low, high, ok := strings.Cut(bounds, "..")
	var err error
	if low != "" {
		r.least, err = strconv.ParseInt(low, 10, 64)
	}
	if high != "" && err == nil {
		r.most, err = strconv.ParseInt(high, 10, 64)
	}
	if !ok || err != nil || r.least < 0 || r.most < r.least {
		return nil,
			cli.Misusef("--rate %q: want a range such as 100..1000, nodes=100.. or forced=..2",
				text)
	}
	return r, nil
}

// measure returns the number for a puzzle with all its hints placed.
func (r *rateRange) measure(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling, workers int,
) (int64, error) {
	rating, err := rated(ctx, b, t, design.RateOptions{Workers: workers})
	if err != nil {
		return 0, err
	}
	last := rating.Forced[len(rating.Forced)-1]
	switch r.name {
	case "forced":
		return int64(last.Single), nil
	case "ahead":
		return int64(last.Ahead), nil
	case "dead-ends":
		return int64(rating.DeadEnds), nil
	}
	return rating.Nodes.Median, nil
}

// holds reports whether a number is in the range.
func (r *rateRange) holds(n int64) bool { return r.least <= n && n <= r.most }

// distance is how far a number is from the range, 0 in it.
func (r *rateRange) distance(n int64) int64 { return max(r.least-n, n-r.most, 0) }

// outside describes the numbers outside the range.
func (r *rateRange) outside(rated []int64) string {
	return fmt.Sprintf("%s with %s from %d to %d", text.Plural(len(rated), "other puzzle"),
		r.name, slices.Min(rated), slices.Max(rated))
}
