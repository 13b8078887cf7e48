package verbs

import (
	"cmp"
	"context"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/spf13/pflag"
)

// remoteFlags are the flags of a count by remote workers.
type remoteFlags struct {
	access network.Access
	units  int
	audit  string

	share   float64
	network network.Network
	store   network.Store
}

func (f *remoteFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.access.URL, "on", "", "count on the workers of a NATS server at `ADDRESS`")
	addAccess(flags, &f.access)
	cli.NumberVar(flags, &f.units, "units", "", 0, 0, 0,
		"divide the count of --on into `N` units; 0: automatic")
	flags.StringVar(&f.audit, "audit", "0%", "repeat and compare this `SHARE` of the units of --on")
}

// check checks the values of the flags.
func (f *remoteFlags) check() (err error) {
	url := f.access.URL
	if f.share, err = parseShare(f.audit); err == nil && url != "" && !network.IsURL(url) {
		err = cli.Misusef("--on %q: want an address such as nats://127.0.0.1:4222", url)
	}
	return err
}

// groupFlags are the flags that group solutions, as they were given.
type groupFlags struct {
	by    []string
	byUse bool
	cells bool
	all   bool
	theme string
}

func (f *groupFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.by, "by", nil,
		"count solutions for each placement of `PIECE[,PIECE...]`")
	flags.BoolVar(&f.byUse, "by-use", false,
		"count solutions for each combination of piece counts")
	flags.BoolVar(&f.cells, "cells", false,
		"count, for each piece and cell, solutions with that piece on that cell")
	flags.BoolVar(&f.all, "all-groups", false,
		"with --by, --by-use: also groups without a solution")
	printer.AddTheme(flags, &f.theme)
	cli.UsedBy(flags, "theme", "svg", "png")
}

// given reports whether any of them is set.
func (f *groupFlags) given() bool { return len(f.by) > 0 || f.byUse || f.cells || f.all }

// A countRun is a run of count.
type countRun struct {
	*cli.Call
	task   backends.Task
	shard  string
	save   cli.CheckpointFlags
	groups groupFlags
	remote remoteFlags

	part, parts int // of --shard, from 0; no parts: the whole
}

// saved reports whether there is a checkpoint.
func (r *countRun) saved() bool { return r.Given("checkpoint") }

// away reports whether workers of a server count.
func (r *countRun) away() bool { return r.remote.access.URL != "" }

// taskOf is the task for one puzzle.
func (r *countRun) taskOf(e *cli.Entry) backends.Task {
	task := r.task
	task.Puzzle, task.Backend = e.Name, r.Name
	// Counts of orbits add up over parts only if the representatives are listed.
	if e.Tiling != nil && r.shard != "" && task.UpToSymmetry && len(e.Tiling.Sym) > 1 {
		task.List = true
	}
	return task
}

// A store keeps the units of a count and their results: a checkpoint, the job of a server, or
// nothing at all if the count is one run.
type store interface {
	// Count does what is left and returns the sum. With an error the report is what was found so
	// far; its Count may be nil.
	Count(context.Context) (backends.Report, error)
	// Finish ends a count whose report is printed; end writes what follows its solutions.
	Finish(end func() error) error
	Close() error
}

// A countFunc is a store that keeps nothing in this process.
type countFunc func(context.Context) (backends.Report, error)

func (f countFunc) Count(ctx context.Context) (backends.Report, error) { return f(ctx) }
func (countFunc) Finish(func() error) error                            { return nil }
func (countFunc) Close() error                                         { return nil }

// open returns the store of a count.
func (r *countRun) open(e *cli.Entry, task backends.Task) (store, error) {
	switch {
	case r.saved():
		b := r.Backend
		if r.argued(e) {
			b = r.For(e, nil)
		}
		return r.save.Start(r.Call, e, checkpoint.Job{
			Backend: b, Task: task,
			Plan: func(ctx context.Context) (*plan.Plan, plan.Unit, error) {
				return r.plan(ctx, b, e.Tiling.Model, task)
			},
		}, checkpoint.Fact{Name: "--shard", Value: cmp.Or(r.shard, "none")})
	case r.away() && !r.argued(e):
		return countFunc(func(ctx context.Context) (backends.Report, error) {
			return r.countAway(ctx, e, task)
		}), nil
	}
	return countFunc(func(ctx context.Context) (backends.Report, error) {
		return r.countHere(ctx, e, task)
	}), nil
}

// argued reports whether the count of a puzzle is known to be 0 by an argument.
func (r *countRun) argued(e *cli.Entry) bool {
	return e.Reason != "" && !r.Named && r.shard == ""
}

// countBest counts the best solutions of a puzzle with a goal.
func (r *countRun) countBest(
	ctx context.Context, e *cli.Entry, task backends.Task,
) (backends.Report, error) {
	one := *e
	found, err := r.Best(ctx, &one)
	e.NoteBest(r.Console, found)
	return found.Count(ctx, task, err, func(t *puzzle.Tiling) backends.Backend {
		one.Tiling = t
		return r.For(&one, nil)
	})
}

// countHere counts a puzzle, or the unit that --shard names, in one run.
func (r *countRun) countHere(
	ctx context.Context, e *cli.Entry, task backends.Task,
) (report backends.Report, err error) {
	if e.Tiling.Puzzle.Goal.Of != "" {
		return r.countBest(ctx, e, task)
	}
	m, b, at := e.Tiling.Model, r.For(e, nil), backends.Report{}
	if r.shard != "" {
		p, u, err := r.plan(ctx, r.Backend, m, task)
		if err != nil {
			return report, err
		}
		j, err := p.Job(r.Backend, m, p.Version)
		if err != nil {
			return report, err
		}
		b, at.Plan, at.Unit = j.Part(u), p.Digest(), u.Name()
	}
	report, err = backends.Run(ctx, b, m, task)
	report.Plan, report.Unit = at.Plan, at.Unit
	cut := !report.Complete && !task.UpToSymmetry && task.Limit == 0
	if n := r.Progress.Found(); cut && report.Count.Cmp(big.NewInt(n)) < 0 {
		report.Count.SetInt64(n) // found so far by a stopped count that lists nothing
	}
	return report, err
}

// countAway counts a puzzle by the workers of a server.
func (r *countRun) countAway(
	ctx context.Context, e *cli.Entry, task backends.Task,
) (none backends.Report, err error) {
	text, err := e.Stored()
	if err != nil {
		return none, err
	}
	again, err := cli.CompileStored(ctx, e.Name, text)
	if err != nil {
		return none, err
	}
	end := r.Progress.Begin(ctx, e.Name)
	p, _, err := r.plan(ctx, r.Backend, again.Model, task)
	end()
	if err != nil {
		return none, err
	}
	job, err := r.remote.store.Submit(ctx, p, text)
	if err != nil {
		return none, withContradictionStatus(err)
	}
	if r.Verbose {
		r.Note("%s: job %s, %d units", e.Name, job.Name, p.Units)
	}
	return waitFor(ctx, r.Console, r.remote.store, job, p.Version, r.remote.share)
}

// plan plans a count, and returns the unit that --shard names: without, the whole. The same puzzle
// and flags give the same plan on every machine.
func (r *countRun) plan(
	ctx context.Context, b backends.Backend, m *cover.Model, task backends.Task,
) (*plan.Plan, plan.Unit, error) {
	const costlyFactor = 1.3 // of extra work by units, from which on it is noted
	q := plan.Request{Task: task, Units: max(1, r.parts), Budget: -1}
	if r.away() {
		q.Units, q.Budget = r.remote.units, 0
	}
	var err error
	if q.Version, err = cli.ProgramVersion(); err != nil {
		return nil, nil, err
	}
	p, advice, err := plan.New(ctx, b, m, q)
	if err != nil {
		return nil, nil, err
	}
	if p.Units > 1 && advice.Factor > costlyFactor {
		r.Note("%s: %d units take about %.1f times as long as the whole", task.Puzzle, p.Units,
			advice.Factor)
	}
	return p, p.All()[r.part], nil
}

// emptyReport is the report of a count that found nothing.
func emptyReport(task backends.Task) backends.Report {
	return backends.Report{
		Puzzle: task.Puzzle, Backend: task.Backend, Count: new(big.Int),
		UpToSymmetry: task.UpToSymmetry,
	}
}
