package verbs

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/contain"
	"github.com/spf13/cobra"
)

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
		if err = r.remote.check(); err == nil && r.away() {
			r.remote.network, err = r.Output.Network(c)
		}
		return err
	}
	cli.SetRules(cmd, append(groupRules,
		cli.Excludes("shard", "seed").Because("all parts need the same order"),
		cli.Excludes("checkpoint", "limit", "seed"),
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
		return r.runGroups(ctx)
	}
	if r.Out.Format != "text" && r.Out.Format != "json" {
		return cli.Misusef("-f %s is for --by, --by-use and --cells", r.Out.Format)
	}
	saved, away := r.saved(), r.away()
	r.Input.Goals = !saved && !away && r.shard == ""
	r.task.Unnamed = r.Out.Format == "text" && !saved && r.shard == "" && !away
	err := r.Resolve(ctx, r.task.Limit == 0, func() (err error) {
		if r.shard != "" {
			r.part, r.parts, err = cli.ParseShard(r.shard)
		}
		if away {
			err = checkStartable(r.Name, r.Work)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case saved && backends.Approximate(r.Backend):
		return cli.Misusef("--checkpoint is for exact counts, and %s estimates", r.Name)
	case saved:
		err = r.save.Load(ctx, r.Call)
	default:
		err = r.Load(ctx)
	}
	if err == nil && away {
		if r.remote.store, err = r.remote.network.Open(ctx, r.remote.access); err == nil {
			defer r.remote.store.Close()
		}
	}
	if err != nil {
		return err
	}
	return cli.EachEntry(ctx, r.Console, r.Entries, func(_ int, e *cli.Entry) error {
		if err := e.Open(ctx); err != nil {
			if !cli.IsLoadTimeout(err) {
				return err
			}
			r.Note("%v", err)
			report := emptyReport(r.taskOf(e))
			report.Memory = contain.Peak()
			return r.Out.Count(report, len(r.Entries) > 1)
		}
		e.NoteCongruent(r.Console)
		e.Tiling = e.Tiling.Shuffled(r.Seed)
		return r.count(ctx, e)
	})
}

// count counts one puzzle by its store, and prints the count.
func (r *countRun) count(ctx context.Context, e *cli.Entry) error {
	task := r.taskOf(e)
	if task.List && !r.task.List {
		r.Note("%s: --shard with --up-to-symmetry lists all solutions, which can be slow; "+
			"exactile plan does not", task.Puzzle)
	}
	ctx, cancel := r.Limited(ctx, e.Spent)
	defer cancel()
	s, err := r.open(e, task)
	if err != nil {
		return err
	}
	defer s.Close()
	if !r.away() {
		defer r.Progress.Begin(ctx, e.Name)()
	}
	report, err := s.Count(ctx)
	if err != nil && !cli.IsStop(err) {
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	if report.Count == nil {
		report = emptyReport(task)
	}
	if cli.OutOfMemory(err) {
		report.Error = err.Error()
	}
	if r.saved() && r.shard == "" {
		report.Plan, report.Unit = "", ""
	}
	if r.argued(e) && report.Complete { // also where a checkpoint has the count already
		report.Completeness, report.Argument = backends.ByArgument, e.Reason
	}
	e.NoteReason(r.Console, report.Argument)
	cli.NoteMemory(r.Console, e.Name, err)
	if r.Out.Format == "json" { // a look at the peak takes a tenth of a millisecond
		report.Memory = max(report.Memory, contain.Peak(), report.Stats.ChildPeak)
	}
	cli.NoteTrust(r.Console, report)
	if r.Verbose {
		r.Note("%s: %v by %s in %.3f s%s",
			report.Puzzle, report.Count, report.Backend, report.Elapsed.Seconds(),
			cli.Effort(report.Stats))
	}
	printed := r.Out.Count(report, len(r.Entries) > 1)
	if printed != nil && !cli.IsSilent(printed) {
		return printed
	}
	if err := s.Finish(nil); err != nil {
		return err // the count itself is right
	}
	if r.saved() && !report.Complete {
		r.Note("%s: the same command resumes it", r.save.File)
	}
	return printed
}
