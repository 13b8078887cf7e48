package verbs

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/internal/words"
	"github.com/exactile/exactile/native"
)

// planFlags are the flags of plan, as they were given.
type planFlags struct {
	input   cli.InputFlags
	engine  cli.EngineFlags
	request plan.Request
	folder  string
	json    bool
}

// planVerb is the verb that splits a count into units.
func planVerb(c *cli.Console, cmd *cobra.Command) {
	var f planFlags
	cmd.Args = cli.Exactly("PUZZLE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON = f.json
		return f.run(c, cmd, args[0])
	}

	flags, r := cmd.Flags(), &f.request
	flags.IntVarP(&r.Units, "units", "n", 0, "`N` units; 0: as many as are worth while")
	cli.AddSingle(flags, &f.folder, "output", "o", "-",
		"`DIR` to write the units to; -: only print the plan", "")
	flags.BoolVar(&r.Task.UpToSymmetry, "up-to-symmetry", false,
		"count solutions that are symmetric to each other once")
	flags.BoolVar(&r.Task.List, "list", false, "list, check and digest the solutions")
	flags.Int64Var(&r.Budget, "budget", 0,
		"`N` nodes after which a unit is split; 0: as is right, -1: never")
	flags.BoolVar(&f.json, "json", false, "with -o: print what was made as JSON")
	f.input.Add(flags)
	f.engine.Add(flags, "native")
}

func (f *planFlags) run(c *cli.Console, cmd *cobra.Command, arg string) error {
	ctx := cmd.Context()
	cfg, err := f.engine.Resolve(ctx, nil)
	if err != nil {
		return err
	}
	r := f.request
	if r.Units < 0 {
		return cli.Misusef("-n %d is below zero", r.Units)
	}
	if r.Budget < -1 {
		return cli.Misusef("--budget %d: want a number of nodes, 0 or -1", r.Budget)
	}
	if err := remote.Portable(cmd.Flags().Changed, cfg.Name, cfg.Work); err != nil {
		return err
	}
	b, err := cfg.Lookup()
	if err != nil {
		return err
	}
	e, err := f.input.One(ctx, c, cfg.Timeout, arg)
	if err != nil {
		return err
	}
	if r.Version, err = cli.ProgramVersion(); err != nil {
		return err
	}
	r.Task.Puzzle, r.Task.Backend = e.Name, cfg.Name
	ctx, cancel := cfg.Limited(ctx, e.Spent)
	defer cancel()
	p, advice, err := plan.New(ctx, b, e.Tiling.Model, r)
	if err != nil {
		return err
	}
	advise(c, p, advice)
	if f.folder == "-" || f.folder == "" {
		return cli.WriteJSON(c.Stdout, p)
	}
	text, err := remote.Store(e)
	if err != nil {
		return err
	}
	again, err := remote.Restore(ctx, e.Name, text)
	if err == nil {
		err = p.Fits(again.Model, r.Version)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written to a folder: %w", e.Name, err)
	}
	if _, err := plan.CreateFolder(f.folder, p, text); err != nil {
		return err
	}
	if f.json {
		return cli.WriteJSON(c.Stdout, planned{f.folder, e.Name, p.Digest(), len(p.All())})
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s\n", f.folder, words.Plural(len(p.All()), "unit"))
	return err
}

// planned is a plan in a folder as JSON.
type planned struct {
	Folder string `json:"folder"`
	Puzzle string `json:"puzzle"`
	Plan   string `json:"plan"`
	Units  int    `json:"units"`
}

// advise notes the cost of the units if it is high, or a better way if there is one.
func advise(c *cli.Console, p *plan.Plan, advice native.Advice) {
	const dear = 1.15
	switch {
	case p.Units > 1 && advice.Merges:
		c.Note("%s is counted by merging equal states, which units hardly share: %d of them take about %.0f times as long as the whole",
			p.Puzzle, p.Units, advice.Factor)
	case advice.Factor > dear:
		c.Note("%d units take about %.1f times as long as the whole; %d are worth while",
			p.Units, advice.Factor, advice.Parts)
	case p.Units == 1 && advice.Seconds > 0 && c.Verbose:
		c.Note("%s: one unit; it takes about %.2g s", p.Puzzle, advice.Seconds)
	}
}
