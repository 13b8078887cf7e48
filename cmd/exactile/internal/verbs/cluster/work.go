package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// workFlags are the flags of work, as they were given.
type workFlags struct {
	index   int
	workers int
	lease   time.Duration
	timeout time.Duration
	audit   string
}

// mostWorkers is more than any machine has cores.
const mostWorkers = 1024

// Work is the verb that does units.
func Work(c *console.Console) *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work FOLDER",
		Short: "Do units of a planned count",
		Long: `work does the units of a folder that nobody has done or is doing, until all are
done. Any number of them may run, on any machines that share the disk, and may
end in any way at any time: what one had begun another takes over, once it has
not been heard of for the time of --lease, or at once where its process on this
machine is gone. No unit counts twice. --index I begins with unit I, so that
the tasks of an array do not all reach for the same one: I is
"$SLURM_ARRAY_TASK_ID" there, and "$JOB_COMPLETION_INDEX" in a Kubernetes Job.

--audit 2% has so many of the units done again, by another engine, and compared:
their counts, and their digests where solutions are listed. Two different
answers end it with exit status 3 and both reports.`,
		Example: `  exactile work job -j 0
  exactile work job --index 17
  exactile work job --audit 2%`,
		Args: usage.Exactly("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(c, cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.index, "index", 0, "begin with unit `I`, from 0")
	flags.IntVarP(&f.workers, "workers", "j", 1, "`N` units side by side; 0: one a core")
	flags.DurationVar(&f.lease, "lease", time.Minute,
		"`TIME` after which a worker that is not heard of is taken for dead")
	flags.DurationVar(&f.timeout, "timeout", 0, "`TIME` after which this worker ends; 0: no limit")
	flags.StringVar(&f.audit, "audit", "0%", "`SHARE` of the units that are done again and compared")
	return cmd
}

func (f *workFlags) run(c *console.Console, cmd *cobra.Command, path string) error {
	switch {
	case f.workers < 0 || f.workers > mostWorkers:
		return usage.Errorf("-j %d: want 0 to %d", f.workers, mostWorkers)
	case f.lease < time.Second:
		return usage.Errorf("--lease %v: want a second or more", f.lease)
	case f.timeout < 0:
		return usage.Errorf("--timeout %v is below zero", f.timeout)
	case f.workers == 0:
		f.workers = runtime.GOMAXPROCS(0)
	}
	share, err := parseShare(f.audit)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	folder, p, tiling, err := open(ctx, path)
	if err != nil {
		return err
	}
	program, err := version.Program()
	if err != nil {
		return err
	}
	w := plan.Worker{Index: f.index, Workers: f.workers, Lease: f.lease, Audit: share, Done: func(r plan.Record, audit bool) {
		if c.Verbose {
			c.Note("%s", outcome(r, audit))
		}
	}}
	options := registry.Options{}
	if f.workers > 1 { // all of them together take what one would
		options.Memory = contain.MachineMemory() / 4 / int64(f.workers)
	}
	job, err := newJob(p, p.Backend, options, tiling, program)
	if err != nil {
		return err
	}
	if share > 0 {
		name, others := another(p)
		others.Memory = options.Memory
		if w.Auditor, err = newJob(p, name, others, tiling, program); err != nil {
			return err
		}
	}
	err = folder.Work(ctx, job, w)
	var two *plan.Contradiction
	switch {
	case errors.As(err, &two):
		return status.With(status.Disagree, fmt.Errorf("%w; %w", err, errAlarm))
	case status.IsStop(err):
		c.Note("%s: stopped; the same command goes on from here", path)
		return status.Exit(status.Stopped)
	}
	return err
}

func newJob(
	p *plan.Plan, name string, o registry.Options, t *puzzle.Tiling, program string,
) (*plan.Job, error) {
	b, err := registry.Lookup(name, o)
	if err != nil {
		return nil, err
	}
	j, err := plan.NewJob(p, b, t.Model, program)
	if err == nil && name == p.Backend && o.Native.Engine != "" {
		name += " by " + o.Native.Engine
	}
	if err == nil {
		j.Name = name
	}
	return j, err
}

// another returns a backend for an audit that is not the one of the plan.
func another(p *plan.Plan) (name string, o registry.Options) {
	if p.States == nil {
		if strings.HasPrefix(p.Backend, "gini") {
			return "gophersat", o
		}
		return "gini", o
	}
	if p.Backend != "native" {
		return "native", o
	}
	o.Native = native.Choice{Engine: "words"}
	if e := p.States.Engine; e == "words" || e == "links" {
		o.Native.Engine = "wide"
	}
	return "native", o
}

// parseShare reads a share such as 2% or 0.02.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, usage.Errorf("--audit %q: want a share such as 2%%", text)
	}
	return share, nil
}

// outcome says in words what came of a unit.
func outcome(r plan.Record, audit bool) string {
	said := fmt.Sprintf("unit %v", r.Unit)
	if audit {
		said += ", again"
	}
	if r.Report == nil {
		return fmt.Sprintf("%s: it takes long, and is split into %d", said, r.Split)
	}
	return fmt.Sprintf("%s: %v by %s in %.3f s", said, r.Report.Count, r.Report.Backend, r.Report.Elapsed.Seconds())
}
