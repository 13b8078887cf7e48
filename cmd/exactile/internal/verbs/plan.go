package verbs

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/native"
	"github.com/spf13/cobra"
)

// A planRun is a run of plan.
type planRun struct {
	*cli.Call
	request plan.Request
	folder  string
}

// planVerb is the verb that splits a count into units.
func planVerb(c *cli.Console, cmd *cobra.Command) {
	r := &planRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.Exactly("PUZZLE")
	flags, q := r.Flags, &r.request
	cli.NumberVar(flags, &q.Units, "units", "", 0, 0, 0,
		"divide the count into `N` units; 0: automatic")
	cli.AddSingle(flags, &r.folder, "output", "o", "-",
		"write the units to `DIR`; -: only describe the plan", "")
	flags.BoolVar(&q.Task.UpToSymmetry, "up-to-symmetry", false,
		"count orbits: symmetric solutions once")
	flags.BoolVar(&q.Task.List, "list", false, "list, check and digest the solutions")
	cli.NumberVar(flags, &q.Budget, "budget", "", 0, -1, 0,
		"split a unit after `N` nodes; 0: automatic, -1: never")
	r.Input.Add(flags)
	r.Input.AddSymmetry(flags)
	r.Engine.Add(flags, "native")
	r.Plain(r.run, "print JSON: with -o what was made, else the plan")
}

func (r *planRun) run(ctx context.Context) error {
	err := r.Resolve(ctx, false, func() error { return checkStartable(r.Name, r.Work) })
	if err != nil {
		return err
	}
	e, err := r.One(ctx, r.Args[0])
	if err != nil {
		return err
	}
	q := r.request
	if q.Version, err = cli.ProgramVersion(); err != nil {
		return err
	}
	q.Task.Puzzle, q.Task.Backend = e.Name, r.Name
	limited, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	p, advice, err := plan.New(limited, r.Backend, e.Tiling.Model, q)
	if err != nil {
		return err
	}
	noteUnitCost(r.Console, p, advice)
	if r.folder == "-" || r.folder == "" {
		if r.JSON {
			return cli.WriteJSON(r.Stdout, p)
		}
		return describePlan(r.Stdout, p)
	}
	s, err := e.Stored()
	if err != nil {
		return err
	}
	again, err := cli.CompileStored(limited, e.Name, s)
	if err == nil {
		err = p.Fits(again.Model, q.Version)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written to a folder: %w", e.Name, err)
	}
	if _, err := plan.CreateFolder(r.folder, p, s); err != nil {
		return err
	}
	if r.JSON {
		return cli.WriteJSON(r.Stdout, planned{r.folder, e.Name, p.Digest(), len(p.All())})
	}
	_, err = fmt.Fprintf(r.Stdout, "%s: %s\n", r.folder, text.Plural(len(p.All()), "unit"))
	return err
}

// describePlan prints what a plan counts, and its units.
func describePlan(w io.Writer, p *plan.Plan) error {
	counts := "solutions"
	if p.UpToSymmetry {
		counts = "orbits of solutions"
	}
	if p.List {
		counts += ", which are listed"
	}
	units := strconv.Itoa(len(p.All()))
	if p.Budget > 0 {
		units += fmt.Sprintf("; one that takes more than %d nodes is split into %d", p.Budget,
			p.Fan)
	}
	_, err := fmt.Fprintf(w, "puzzle:  %s\nbackend: %s\ncounts:  %s\nunits:   %s\nplan:    %s\n",
		text.Visible(p.Puzzle), p.Backend, counts, units, p.Digest())
	return err
}

// planned is a plan in a folder as JSON.
type planned struct {
	Folder string `json:"folder"`
	Puzzle string `json:"puzzle"`
	Plan   string `json:"plan"`
	Units  int    `json:"units"`
}

// noteUnitCost notes the cost of the units if it is high, or a better way if there is one.
func noteUnitCost(c *cli.Console, p *plan.Plan, advice native.Advice) {
	const dear = 1.15
	switch {
	case p.Units > 1 && advice.Merges:
		c.Note("%s is counted by merging equal states, which units hardly share: %d units take "+
			"about %.0f times as long as one",
			p.Puzzle, p.Units, advice.Factor)
	case advice.Factor > dear:
		c.Note("%d units take about %.1f times as long as one; without --units there are %d",
			p.Units, advice.Factor, advice.Parts)
	case p.Units == 1 && advice.Seconds > 0 && c.Verbose:
		c.Note("%s: one unit; it takes about %.2g s", p.Puzzle, advice.Seconds)
	}
}
