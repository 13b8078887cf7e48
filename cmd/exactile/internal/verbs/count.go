package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
)

// countVerb is the verb that prints the number of solutions.
func countVerb(c *cli.Console, cmd *cobra.Command) {
	var f countFlags
	cmd.Args = cli.AtLeastOne("PUZZLE")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		err = f.remote.check(cmd.Flags(), f.groups.asked())
		if err == nil && f.remote.on != "" {
			f.remote.network, err = f.output.Network(c)
		}
		return err
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.groups.asked() {
			return cli.Running(c, &f.output, f.resolveGroups)(cmd, args)
		}
		return cli.Running(c, &f.output, f.resolve)(cmd, args)
	}

	f.add(cmd.Flags())
}

// countFlags are the flags of count, as they were given.
type countFlags struct {
	input  cli.InputFlags
	engine cli.EngineFlags
	output cli.OutputFlags
	save   cli.CheckpointFlags
	task   backends.Task
	shard  string
	groups groupFlags
	remote remoteFlags
}

func (f *countFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.task.UpToSymmetry, "up-to-symmetry", false,
		"count solutions that are symmetric to each other once")
	flags.BoolVar(&f.task.List, "list", false, "list, check and digest the solutions")
	flags.Int64Var(&f.task.Limit, "limit", 0, "stop after `N` solutions; 0: no limit")
	flags.StringVar(&f.shard, "shard", "", "count part `I/N` only, I from 1")
	f.save.Add(flags)
	f.input.Add(flags)
	f.engine.Add(flags, "native")
	f.engine.AddSeed(flags)
	f.groups.add(flags)
	f.remote.add(flags)
	f.output.Add(flags, "text", "json", "csv", "svg", "html")
}

func (f *countFlags) resolve(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *countJob, err error) {
	ctx, saved := cmd.Context(), cmd.Flags().Changed("checkpoint")
	j = &countJob{}
	if t.Format != "text" && t.Format != "json" {
		return j, cli.Misusef("-f %s is for groups: see --by, --by-use and --cells", t.Format)
	}
	if err := cli.CheckUses(cmd, t.Format, cli.UsedBy("theme")); err != nil {
		return j, err
	}
	j.task, j.shard, j.remote = f.task, f.shard, &f.remote
	j.task.Unnamed = t.Format == "text" && !saved && f.shard == "" && f.remote.on == ""
	j.named = f.engine.Named(cmd.Flags())
	if f.task.Limit < 0 {
		return j, cli.Misusef("--limit %d is below zero", f.task.Limit)
	}
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(f.task.Limit == 0)); err != nil {
		return j, err
	}
	if f.remote.on != "" {
		if err = remote.Portable(cmd.Flags().Changed, j.Name, j.Work); err != nil {
			return j, err
		}
	}
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	within := j.Timeout
	if saved {
		// The time limit starts after the puzzle is read, so that every run advances.
		within, j.save = 0, &f.save
	}
	if j.entries, err = f.input.Puzzles(ctx, c, within, args...); err != nil {
		return j, err
	}
	if saved {
		return j, f.save.Check(j.entries, j.Seed, "--limit", f.task.Limit > 0)
	}
	if f.shard != "" && j.Seed != 0 {
		return j, cli.Misusef(
			"--shard does not go with --seed: the parts of one whole must be of one order")
	}
	return j, nil
}

// resolveGroups returns the job for the flags of count if solutions are grouped.
func (f *countFlags) resolveGroups(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *groupJob, err error) {
	j = &groupJob{groupFlags: f.groups, task: f.task}
	if err := errors.Join(cli.CheckUses(cmd, t.Format, cli.UsedBy("theme", "svg")), cli.CheckTheme(f.groups.theme)); err != nil {
		return j, err
	}
	kinds := 0
	for _, asked := range []bool{len(f.groups.by) > 0, f.groups.byUse, f.groups.cells} {
		if asked {
			kinds++
		}
	}
	switch {
	case kinds == 0:
		return j, cli.Misusef("--all-groups goes with --by or --by-use")
	case kinds > 1:
		return j, cli.Misusef("--by, --by-use and --cells ask for different things")
	case f.groups.byUse && (t.Format == "svg" || t.Format == "html"):
		return j, cli.Misusef("how often pieces are used has no picture: want -f text, csv or json")
	case f.groups.cells && f.groups.all:
		return j, cli.Misusef("--cells prints all pieces and cells: --all-groups adds nothing")
	}
	for _, flag := range []string{"limit", "shard", "checkpoint"} {
		if cmd.Flags().Changed(flag) {
			return j, cli.Misusef("--%s does not go with groups of solutions", flag)
		}
	}
	ctx := cmd.Context()
	j.named = f.engine.Named(cmd.Flags())
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(true)); err != nil {
		return j, err
	}
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	if backends.CountsOnly(j.backend) {
		return j, cli.Misusef("-b %s: %v, and groups are made of a list", j.Name, backends.ErrCountsOnly)
	}
	entries, err := f.input.Puzzles(ctx, c, j.Timeout, args...)
	if err != nil {
		return j, err
	}
	if len(entries) != 1 {
		return j, cli.Misusef("groups are of one puzzle, not of %d", len(entries))
	}
	j.entry = entries[0]
	return j, nil
}

// A countJob is a count, resolved from its flags.
type countJob struct {
	cli.Config
	named   bool // a backend is to do the work, whatever is known without it
	backend backends.Backend
	entries []*cli.Entry
	task    backends.Task
	shard   string
	save    *cli.CheckpointFlags // nil: there is no checkpoint
	remote  *remoteFlags
}

// Run prints the counts.
func (j *countJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	if j.save != nil {
		return j.runSaved(ctx, c, w)
	}
	if j.remote.on != "" {
		var err error
		if j.remote.store, err = j.remote.access.Open(ctx, j.remote.network, j.remote.on); err != nil {
			return err
		}
		defer j.remote.store.Close()
	}
	named := len(j.entries) > 1
	return cli.EachEntry(ctx, c, j.entries, func(_ int, e *cli.Entry) error {
		if err := e.Open(ctx); err != nil {
			if !cli.IsLate(err) {
				return err
			}
			c.Note("%v", err)
			r := noneOf(j.taskOf(e))
			r.Memory = contain.Peak()
			if err := w.Count(r, named); err != nil {
				return err
			}
			return cli.Exit(cli.Stopped)
		}
		e.NoteCongruent(c)
		e.Tiling = e.Tiling.Shuffled(j.Seed)
		report, err := j.count(ctx, c, e)
		if err != nil && !cli.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if err := w.Count(report, named); err != nil {
			return err
		}
		if !report.Complete && !report.Approximate {
			return cli.Exit(cli.Stopped)
		}
		return nil
	})
}

// taskOf is the task for one puzzle.
func (j *countJob) taskOf(e *cli.Entry) backends.Task {
	task := j.task
	task.Puzzle, task.Backend = e.Name, j.Name
	return task
}

// count counts one puzzle. The report is valid even with an error.
func (j *countJob) count(
	ctx context.Context, c *cli.Console, e *cli.Entry,
) (backends.Report, error) {
	task := j.taskOf(e)
	ctx, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	argues := !j.named && j.shard == ""
	if j.remote.on != "" && (!argues || e.Argument == nil) {
		return j.remote.count(ctx, c, j.backend, e, task)
	}
	defer c.Progress.Begin(ctx, e.Name)()
	b := cli.AnnounceWinner(c, j.backend, e.Name, nil)
	var r backends.Report
	var err error
	run := func(ctx context.Context) { r, err = backends.Run(ctx, b, e.Tiling.Model, task) }
	why := e.Argument
	switch {
	case j.shard != "":
		r, err = j.part(ctx, c, b, e, task)
	case argues && why == nil:
		if why = cli.SearchWithArgument(ctx, e.Tiling, run); err == nil {
			why = nil // the search was over first
		} else if why != nil {
			c.Note("%s: no solution: %s", e.Name, why.Text)
		}
	case !argues:
		run(ctx)
	}
	if argues && why != nil {
		// A list is as good as a count, and needs no model for each motion.
		b, task.List = cli.Argued{Argument: why}, task.List || task.UpToSymmetry
		run(ctx)
	}
	cut := !r.Complete && !task.UpToSymmetry && task.Limit == 0
	if n := c.Progress.Found(); cut && r.Count.Cmp(big.NewInt(n)) < 0 {
		r.Count.SetInt64(n) // found so far by a stopped count that lists nothing
	}
	if cli.OutOfMemory(err) {
		r.Error = err.Error()
	}
	account(c, &r, err)
	if c.Verbose {
		c.Note("%s: %v by %s in %.3f s%s",
			r.Puzzle, r.Count, r.Backend, r.Elapsed.Seconds(), cli.Effort(r.Stats))
	}
	return r, err
}

// part counts the unit that --shard names. The same puzzle and flags give the same plan on
// every machine.
func (j *countJob) part(
	ctx context.Context, c *cli.Console, b backends.Backend, e *cli.Entry, task backends.Task,
) (backends.Report, error) {
	u, err := j.unit(ctx, c, b, e.Tiling.Model, &task)
	if err != nil {
		return noneOf(task), err
	}
	r, err := backends.Run(ctx, u.Part(u.unit), e.Tiling.Model, task)
	u.sign(&r)
	return r, err
}

// A countedUnit is one unit of a plan.
type countedUnit struct {
	*plan.Job
	unit plan.Unit
}

// sign sets the plan and the unit of a report.
func (u *countedUnit) sign(r *backends.Report) { r.Plan, r.Unit = u.Plan.Digest(), u.unit.String() }

// unit plans a count and returns the unit that --shard names.
func (j *countJob) unit(
	ctx context.Context, c *cli.Console, b backends.Backend, m *cover.Model, task *backends.Task,
) (*countedUnit, error) {
	i, n, err := cli.ParseShard(j.shard)
	if err != nil {
		return nil, err
	}
	// Counts of orbits add up over the parts only if the representatives are listed.
	if task.UpToSymmetry && !task.List && len(m.Sym) > 1 {
		task.List = true
		c.Note("%s: a part up to symmetry is listed, which may take long; exactile plan counts, and divides in the end",
			task.Puzzle)
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return nil, err
	}
	p, advice, err := plan.New(ctx, b, m, plan.Request{Version: program, Task: *task, Units: n, Budget: -1})
	if err != nil {
		return nil, err
	}
	if advice.Factor > dearFactor {
		c.Note("%s: all %d parts take about %.1f times as long as the whole", task.Puzzle, n, advice.Factor)
	}
	job, err := plan.NewJob(p, b, m, program)
	if err != nil {
		return nil, err
	}
	return &countedUnit{job, p.All()[i]}, nil
}

// runSaved counts with a checkpoint. It prints the count, and then marks the job complete.
func (j *countJob) runSaved(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	e := j.entries[0]
	if backends.Approximate(j.backend) {
		return cli.Misusef("--checkpoint is for counts, and %s estimates", j.Name)
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	shard := checkpoint.Fact{Name: "--shard", Value: cmp.Or(j.shard, "none")}
	job, err := j.save.Job(c, e, &j.Config, j.backend, j.task, shard)
	if err != nil {
		return err
	}
	argued := e.Argument != nil && !j.named && j.shard == ""
	if argued {
		job.Backend, job.Parts = cli.Argued{Argument: e.Argument}, 1
	}
	var of *countedUnit
	if j.shard != "" {
		if of, err = j.unit(ctx, c, j.backend, job.Model, &job.Task); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		job.Plan, job.Unit, job.Task.List = of.Plan, of.unit, of.Plan.List
	}
	job.Found = j.Work.Monitor.Solutions
	run, _, err := cli.StartCheckpoint(c, job)
	if err != nil {
		return err
	}
	defer run.Close()
	defer c.Progress.Begin(ctx, e.Name)()
	report, err := run.Count(ctx)
	var unsaved *checkpoint.SavingError
	if err != nil && !cli.IsStop(err) && !errors.As(err, &unsaved) {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	account(c, &report, err)
	if argued && report.Complete { // also where the checkpoint has the count already
		report.Completeness, report.Argument = backends.ByArgument, e.Argument.Text
	}
	if of != nil {
		of.sign(&report)
	}
	if err := errors.Join(w.Count(report, false), w.Flush()); err != nil {
		return err
	}
	switch {
	case unsaved != nil:
		return unsaved // the count itself is right
	case !report.Complete:
		c.Note("%s: the same command goes on from here", j.save.File)
		return cli.Exit(cli.Stopped)
	}
	return run.Finish(nil)
}

// account adds the peak memory to a report, and prints notes about an end by --memory and
// about a count that rests on an outside program's word.
func account(c *cli.Console, r *backends.Report, err error) {
	cli.NoteMemory(c, r.Puzzle, err)
	r.Memory = max(contain.Peak(), r.Stats.ChildPeak)
	cli.NoteTrust(c, *r)
}
