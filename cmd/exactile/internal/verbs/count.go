package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
	"github.com/spf13/cobra"
)

// A countRun is a run of count.
type countRun struct {
	*cli.Call
	task   backends.Task
	shard  string
	save   cli.CheckpointFlags
	groups groupFlags
	remote remoteFlags
}

// countVerb is the verb that prints the number of solutions.
func countVerb(c *cli.Console, cmd *cobra.Command) {
	r := &countRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	flags := r.Flags
	flags.BoolVar(&r.task.UpToSymmetry, "up-to-symmetry", false,
		"count orbits: symmetric solutions once")
	flags.BoolVar(&r.task.List, "list", false, "list, check and digest the solutions")
	cli.NumberVar(flags, &r.task.Limit, "limit", "", 0, 0, 0,
		"stop after `N` solutions; 0: no limit")
	flags.StringVar(&r.shard, "shard", "", "count part `I/N` only, I from 1")
	r.save.Add(flags)
	r.Input.Add(flags)
	r.Input.AddSymmetry(flags)
	r.Input.AddMending(flags)
	r.Engine.Add(flags, "native")
	cli.DescribeUnset(flags, "backend", "count with `BACKEND`, such as gini/sequential; "+
		"see exactile list (default: auto, arguments, a formula and native)")
	r.Engine.AddListing(flags)
	r.Engine.AddNoReduce(flags)
	r.Engine.AddSeed(flags)
	r.groups.add(flags)
	r.remote.add(flags)
	r.Print(r.run, "text", "json", "csv", "svg", "png", "html")
	cmd.PreRunE = func(*cobra.Command, []string) (err error) {
		if err = r.remote.check(); err == nil && r.remote.url != "" {
			r.remote.network, err = r.Output.Network(c)
		}
		return err
	}
	cli.SetRules(cmd, append(groupRules,
		cli.Excludes("shard", "seed").Because("the parts of one whole must be of one order"),
		cli.Excludes("on", "shard", "checkpoint", "limit", "seed", "by", "by-use", "cells",
			"all-groups"),
		cli.Excludes("on", "enumerate", "isolate", "proof",
			"trust").Because("workers do as they do without"),
		cli.Needs("units", "on"), cli.Needs("audit", "on"), cli.Needs("token", "on"),
		cli.Needs("nats-creds", "on"), cli.Needs("nats-ca", "on"))...)
}

// run prints the counts, or the groups.
func (r *countRun) run(ctx context.Context) error {
	if r.groups.given() {
		return (&groupRun{r.Call, r.groups, r.task}).run(ctx)
	}
	if r.Out.Format != "text" && r.Out.Format != "json" {
		return cli.Misusef("-f %s is for --by, --by-use and --cells", r.Out.Format)
	}
	if err := cli.CheckUses(r.Flags, r.Out.Format, cli.UsedBy("theme")); err != nil {
		return err
	}
	saved, away := r.Given("checkpoint"), r.remote.url != ""
	r.task.Unnamed = r.Out.Format == "text" && !saved && r.shard == "" && !away
	err := r.Resolve(ctx, r.task.Limit == 0, func() error {
		if !away {
			return nil
		}
		return checkStartable(r.Name, r.Work)
	})
	if err != nil {
		return err
	}
	if saved {
		return r.runSaved(ctx)
	}
	if err := r.Load(ctx); err != nil {
		return err
	}
	if away {
		if r.remote.store, err = r.remote.access.Open(ctx, r.remote.network,
			r.remote.url); err != nil {
			return err
		}
		defer r.remote.store.Close()
	}
	named := len(r.Entries) > 1
	return cli.EachEntry(ctx, r.Console, r.Entries, func(_ int, e *cli.Entry) error {
		if err := e.Open(ctx); err != nil {
			if !cli.IsLoadTimeout(err) {
				return err
			}
			r.Note("%v", err)
			report := emptyReport(r.taskOf(e))
			report.Memory = contain.Peak()
			if err := r.Out.Count(report, named); err != nil {
				return err
			}
			return cli.Exit(cli.Stopped)
		}
		e.NoteCongruent(r.Console)
		e.Tiling = e.Tiling.Shuffled(r.Seed)
		report, err := r.count(ctx, e)
		if err != nil && !cli.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if err := r.Out.Count(report, named); err != nil {
			return err
		}
		if !report.Complete && !report.Approximate {
			return cli.Exit(cli.Stopped)
		}
		return nil
	})
}

// taskOf is the task for one puzzle.
func (r *countRun) taskOf(e *cli.Entry) backends.Task {
	task := r.task
	task.Puzzle, task.Backend = e.Name, r.Name
	return task
}

// count counts one puzzle. The report is valid even with an error.
func (r *countRun) count(ctx context.Context, e *cli.Entry) (backends.Report, error) {
	task := r.taskOf(e)
	ctx, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	if r.remote.url != "" && (r.Named || e.Reason == "") {
		return r.remote.count(ctx, r.Console, r.Backend, e, task)
	}
	defer r.Progress.Begin(ctx, e.Name)()
	var report backends.Report
	var err error
	if r.shard != "" {
		report, err = r.part(ctx, r.Backend, e, task)
	} else {
		report, err = backends.Run(ctx, r.For(e, nil), e.Tiling.Model, task)
		e.NoteReason(r.Console, report.Argument)
	}
	cut := !report.Complete && !task.UpToSymmetry && task.Limit == 0
	if n := r.Progress.Found(); cut && report.Count.Cmp(big.NewInt(n)) < 0 {
		report.Count.SetInt64(n) // found so far by a stopped count that lists nothing
	}
	if cli.OutOfMemory(err) {
		report.Error = err.Error()
	}
	addMemory(r.Console, &report, err)
	if r.Verbose {
		r.Note("%s: %v by %s in %.3f s%s",
			report.Puzzle, report.Count, report.Backend, report.Elapsed.Seconds(),
			cli.Effort(report.Stats))
	}
	return report, err
}

// part counts the unit that --shard names. The same puzzle and flags give the same plan on
// every machine.
func (r *countRun) part(
	ctx context.Context, b backends.Backend, e *cli.Entry, task backends.Task,
) (backends.Report, error) {
	u, err := r.unit(ctx, b, e.Tiling.Model, &task)
	if err != nil {
		return emptyReport(task), err
	}
	report, err := backends.Run(ctx, u.Part(u.unit), e.Tiling.Model, task)
	u.setUnit(&report)
	return report, err
}

// A countedUnit is one unit of a plan.
type countedUnit struct {
	*plan.Job
	unit plan.Unit
}

// setUnit sets the plan and the unit of a report.
func (u *countedUnit) setUnit(r *backends.Report) {
	r.Plan, r.Unit = u.Plan.Digest(),
		u.unit.String()
}

// unit plans a count and returns the unit that --shard names.
func (r *countRun) unit(
	ctx context.Context, b backends.Backend, m *cover.Model, task *backends.Task,
) (*countedUnit, error) {
	i, n, err := cli.ParseShard(r.shard)
	if err != nil {
		return nil, err
	}
	// Counts of orbits add up over the parts only if the representatives are listed.
	if task.UpToSymmetry && !task.List && len(m.Sym) > 1 {
		task.List = true
		r.Note("%s: --shard with --up-to-symmetry lists all solutions, which can be slow; "+
			"exactile plan does not",
			task.Puzzle)
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return nil, err
	}
	p, advice, err := plan.New(ctx, b, m, plan.Request{
		Version: program, Task: *task, Units: n, Budget: -1,
	})
	if err != nil {
		return nil, err
	}
	if advice.Factor > costlyFactor {
		r.Note("%s: all %d parts take about %.1f times as long as the whole", task.Puzzle, n,
			advice.Factor)
	}
	job, err := p.Job(b, m, program)
	if err != nil {
		return nil, err
	}
	return &countedUnit{job, p.All()[i]}, nil
}

// runSaved counts with a checkpoint. It prints the count, and then marks the job complete.
func (r *countRun) runSaved(ctx context.Context) (err error) {
	// The time limit starts after the puzzle is read, so that every run advances.
	if r.Entries, err = r.Input.Puzzles(ctx, r.Console, 0, r.Args...); err != nil {
		return err
	}
	if err = r.save.Check(r.Entries, r.Seed, "--limit", r.task.Limit > 0); err != nil {
		return err
	}
	e := r.Entries[0]
	if backends.Approximate(r.Backend) {
		return cli.Misusef("--checkpoint is for exact counts, and %s estimates", r.Name)
	}
	ctx, cancel := r.Limited(ctx, 0)
	defer cancel()
	shard := checkpoint.Fact{Name: "--shard", Value: cmp.Or(r.shard, "none")}
	job, err := r.save.Job(r.Console, e, &r.Config, r.Backend, r.task, shard)
	if err != nil {
		return err
	}
	argued := e.Reason != "" && !r.Named && r.shard == ""
	if argued {
		job.Backend, job.Parts = r.For(e, nil), 1
	}
	var of *countedUnit
	if r.shard != "" {
		if of, err = r.unit(ctx, r.Backend, job.Model, &job.Task); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		job.Plan, job.Unit, job.Task.List = of.Plan, of.unit, of.Plan.List
	}
	job.Found = r.Work.Monitor.Solutions
	run, _, err := cli.StartCheckpoint(r.Console, job)
	if err != nil {
		return err
	}
	defer run.Close()
	defer r.Progress.Begin(ctx, e.Name)()
	report, err := run.Count(ctx)
	var unsaved *checkpoint.SavingError
	if err != nil && !cli.IsStop(err) && !errors.As(err, &unsaved) {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	addMemory(r.Console, &report, err)
	if argued && report.Complete { // also where the checkpoint has the count already
		report.Completeness, report.Argument = backends.ByArgument, e.Reason
	}
	if of != nil {
		of.setUnit(&report)
	}
	if err := errors.Join(r.Out.Count(report, false), r.Out.Flush()); err != nil {
		return err
	}
	switch {
	case unsaved != nil:
		return unsaved // the count itself is right
	case !report.Complete:
		r.Note("%s: the same command resumes it", r.save.File)
		return cli.Exit(cli.Stopped)
	}
	return run.Finish(nil)
}

// addMemory adds the peak memory to a report, and prints notes about an end by --memory and
// about a count that rests on an outside program's word.
func addMemory(c *cli.Console, r *backends.Report, err error) {
	cli.NoteMemory(c, r.Puzzle, err)
	r.Memory = max(contain.Peak(), r.Stats.ChildPeak)
	cli.NoteTrust(c, *r)
}
