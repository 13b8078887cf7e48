package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/saving"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
)

// A countJob is a count, resolved from its flags.
type countJob struct {
	engine.Config
	named   bool // a backend is to do the work, whatever is known without it
	backend backends.Backend
	entries []*load.Entry
	task    backends.Task
	shard   string
	save    *saving.Flags // nil: there is no checkpoint
	remote  *remoteFlags
}

// Run prints the counts.
func (j *countJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
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
	return load.Each(ctx, c, j.entries, func(_ int, e *load.Entry) error {
		if err := e.Open(ctx); err != nil {
			if !load.IsLate(err) {
				return err
			}
			c.Note("%v", err)
			r := noneOf(j.taskOf(e))
			r.Memory = contain.Peak()
			if err := w.Count(r, named); err != nil {
				return err
			}
			return status.Exit(status.Stopped)
		}
		e.NoteCongruent(c)
		e.Tiling = e.Tiling.Shuffled(j.Seed)
		report, err := j.count(ctx, c, e)
		if err != nil && !status.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if err := w.Count(report, named); err != nil {
			return err
		}
		if !report.Complete && !report.Approximate {
			return status.Exit(status.Stopped)
		}
		return nil
	})
}

// taskOf is the task for one puzzle.
func (j *countJob) taskOf(e *load.Entry) backends.Task {
	task := j.task
	task.Puzzle, task.Backend = e.Name, j.Name
	return task
}

// count counts one puzzle. The report is valid even with an error.
func (j *countJob) count(
	ctx context.Context, c *console.Console, e *load.Entry,
) (backends.Report, error) {
	task := j.taskOf(e)
	ctx, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	argues := !j.named && j.shard == ""
	if j.remote.on != "" && (!argues || e.Argument == nil) {
		return j.remote.count(ctx, c, j.backend, e, task)
	}
	defer c.Progress.Begin(ctx, e.Name)()
	b := engine.Announced(c, j.backend, e.Name, nil)
	var r backends.Report
	var err error
	run := func(ctx context.Context) { r, err = backends.Run(ctx, b, e.Tiling.Model, task) }
	why := e.Argument
	switch {
	case j.shard != "":
		r, err = j.part(ctx, c, b, e, task)
	case argues && why == nil:
		if why = engine.Arguing(ctx, e.Tiling, run); err == nil {
			why = nil // the search was over first
		} else if why != nil {
			c.Note("%s: no solution: %s", e.Name, why.Text)
		}
	case !argues:
		run(ctx)
	}
	if argues && why != nil {
		// A list is as good as a count, and needs no model for each motion.
		b, task.List = engine.Argued{Argument: why}, task.List || task.UpToSymmetry
		run(ctx)
	}
	cut := !r.Complete && !task.UpToSymmetry && task.Limit == 0
	if n := c.Progress.Found(); cut && r.Count.Cmp(big.NewInt(n)) < 0 {
		r.Count.SetInt64(n) // found so far by a stopped count that lists nothing
	}
	if status.OutOfMemory(err) {
		r.Error = err.Error()
	}
	account(c, &r, err)
	if c.Verbose {
		c.Note("%s: %v by %s in %.3f s%s",
			r.Puzzle, r.Count, r.Backend, r.Elapsed.Seconds(), engine.Effort(r.Stats))
	}
	return r, err
}

// part counts the unit that --shard names. The same puzzle and flags give the same plan on
// every machine.
func (j *countJob) part(
	ctx context.Context, c *console.Console, b backends.Backend, e *load.Entry, task backends.Task,
) (backends.Report, error) {
	u, err := j.unit(ctx, c, b, e.Tiling.Model, &task)
	if err != nil {
		return noneOf(task), err
	}
	r, err := backends.Run(ctx, u.Part(u.unit), e.Tiling.Model, task)
	u.sign(&r)
	return r, err
}

// A unit is one unit of a plan.
type unit struct {
	*plan.Job
	unit plan.Unit
}

// sign sets the plan and the unit of a report.
func (u *unit) sign(r *backends.Report) { r.Plan, r.Unit = u.Plan.Digest(), u.unit.String() }

// unit plans a count and returns the unit that --shard names.
func (j *countJob) unit(
	ctx context.Context, c *console.Console, b backends.Backend, m *cover.Model, task *backends.Task,
) (*unit, error) {
	i, n, err := engine.ParseShard(j.shard)
	if err != nil {
		return nil, err
	}
	// Counts of orbits add up over the parts only if the representatives are listed.
	if task.UpToSymmetry && !task.List && len(m.Sym) > 1 {
		task.List = true
		c.Note("%s: a part up to symmetry is listed, which may take long; exactile plan counts, and divides in the end",
			task.Puzzle)
	}
	program, err := version.Program()
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
	return &unit{job, p.All()[i]}, nil
}

// runSaved counts with a checkpoint. It prints the count, and then marks the job complete.
func (j *countJob) runSaved(ctx context.Context, c *console.Console, w *output.Writer) error {
	e := j.entries[0]
	if backends.Approximate(j.backend) {
		return usage.Errorf("--checkpoint is for counts, and %s estimates", j.Name)
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
		job.Backend, job.Parts = engine.Argued{Argument: e.Argument}, 1
	}
	var of *unit
	if j.shard != "" {
		if of, err = j.unit(ctx, c, j.backend, job.Model, &job.Task); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		job.Plan, job.Unit, job.Task.List = of.Plan, of.unit, of.Plan.List
	}
	job.Found = j.Work.Monitor.Solutions
	run, _, err := saving.Start(c, job)
	if err != nil {
		return err
	}
	defer run.Close()
	defer c.Progress.Begin(ctx, e.Name)()
	report, err := run.Count(ctx)
	var unsaved *checkpoint.SavingError
	if err != nil && !status.IsStop(err) && !errors.As(err, &unsaved) {
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
		return status.Exit(status.Stopped)
	}
	return run.Finish(nil)
}

// account adds the peak memory to a report, and prints notes about an end by --memory and
// about a count that rests on an outside program's word.
func account(c *console.Console, r *backends.Report, err error) {
	engine.NoteMemory(c, r.Puzzle, err)
	r.Memory = max(contain.Peak(), r.Stats.ChildPeak)
	engine.NoteTrust(c, *r)
}
