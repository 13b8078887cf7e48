package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/contain"
	"github.com/spf13/cobra"
)

// A workRun is a run of work.
type workRun struct {
	*cli.Call
	first   int
	workers int
	lease   time.Duration
	audit   string
	idle    time.Duration
	access  network.Access
	// profiles is a file of outside programs that may be started.
	profiles string
}

// workVerb is the verb that does units.
func workVerb(c *cli.Console, cmd *cobra.Command) {
	r := &workRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.Exactly("FOLDER or address")
	r.Plain(r.run, "print each unit that was done as a line of JSON")
	flags := r.Flags
	flags.IntVar(&r.first, "first-unit", 0, "begin with unit `I`, from 0")
	cli.NumberVar(flags, &r.workers, "workers", "j", 1, 0, cli.MaxWorkers,
		"do `N` units at once; 0: one for each core")
	cli.NumberVar(flags, &r.lease, "lease", "", time.Minute, time.Second, 0,
		"release a unit if its worker is silent for `TIME`")
	cli.NumberVar(flags, &r.Timeout, "timeout", "", 0, 0, 0,
		"stop this worker after `TIME`; 0: no limit")
	flags.StringVar(&r.audit, "audit", "0%", "repeat and compare this `SHARE` of the units")
	cli.NumberVar(flags, &r.idle, "idle", "", 0, 0, 0,
		"stop a worker at an address after `TIME` without units; 0: never")
	flags.StringVar(&r.profiles, "solver-profile", "", cli.ProfileUsage)
	addAccess(flags, &r.access)
}

// options returns the options of each worker: together the workers use as much as one would.
func (r *workRun) options(ctx context.Context) (o registry.Options, err error) {
	if r.workers > 1 {
		o.Memory = contain.MachineMemory() / 4 / int64(r.workers)
	}
	return o, cli.LoadProfiles(ctx, r.profiles, &o)
}

func (r *workRun) run(ctx context.Context) error {
	path := r.Args[0]
	r.workers = cmp.Or(r.workers, runtime.GOMAXPROCS(0))
	share, err := parseShare(r.audit)
	if err != nil {
		return err
	}
	ctx, cancel := r.Limited(ctx, 0)
	defer cancel()
	options, err := r.options(ctx)
	if err != nil {
		return err
	}
	if network.IsURL(path) {
		return r.runRemote(ctx, path, options)
	}
	if r.idle > 0 || r.access != (network.Access{}) {
		return cli.Misusef(
			"--idle, --token and --nats-... are for an address such as nats://127.0.0.1:4222",
		)
	}
	folder, p, tiling, err := openFolder(ctx, path)
	if err != nil {
		return err
	}
	folder.Warn = func(err error) { r.Note("%v", err) }
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	w := plan.Worker{
		Index: r.first, Workers: r.workers, Lease: r.lease, Audit: share,
		Done: r.noteUnit,
	}
	job, err := newJob(p, false, options, tiling, program)
	if err == nil && share > 0 {
		w.Auditor, err = newJob(p, true, options, tiling, program)
	}
	if err != nil {
		return err
	}
	err = withContradictionStatus(plan.Work(ctx, folder, job, w))
	if cli.StatusOf(err) == cli.Stopped {
		r.Note("%s: stopped; the same command resumes it", path)
		return cli.Exit(cli.Stopped)
	}
	return err
}

// runRemote does units of the jobs of a NATS.
func (r *workRun) runRemote(ctx context.Context, url string, options registry.Options) error {
	for _, name := range []string{"first-unit", "lease", "audit"} {
		if r.Given(name) {
			return cli.Misusef("--%s is for folders; with an address, use --audit of count --on",
				name)
		}
	}
	n, err := r.Network()
	if err != nil {
		return err
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	r.access.URL = url
	s, err := n.Open(ctx, r.access)
	if err != nil {
		return err
	}
	defer s.Close()
	r.Note("waiting for units at %s", network.Redacted(url))
	err = s.Work(ctx, network.Worker{
		Version: program, Slots: r.workers, Idle: r.idle,
		Open: func(
			ctx context.Context, j *network.Job, audit bool, see *adapter.Monitor,
		) (*plan.Job, error) {
			t, err := cli.CompileStored(ctx, j.Plan.Puzzle, j.Puzzle)
			if err != nil {
				return nil, err
			}
			o := options
			o.Monitor = see
			return newJob(j.Plan, audit, o, t, program)
		},
		Done:    r.noteUnit,
		OnError: func(err error) { r.Note("%v", err) },
	})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		r.Note("stopped; unfinished units were released")
		return cli.Exit(cli.Stopped)
	}
	return err
}

// unitDone is a unit that was done as JSON: its report, or into how many it was split.
type unitDone struct {
	Plan   string           `json:"plan"`
	Unit   string           `json:"unit"`
	Audit  bool             `json:"audit"`
	Split  int              `json:"split,omitempty"`
	Report *backends.Report `json:"report,omitempty"`
}

// noteUnit notes the outcome of a unit with -v, and prints it as JSON if that is wanted. That the
// output is gone does not end the work.
func (r *workRun) noteUnit(u plan.Record, audit bool) {
	if r.JSON {
		_ = cli.WriteJSON(r.Stdout, unitDone{u.Plan, u.Unit.Name(), audit, u.Split, u.Report})
	}
	if r.Verbose {
		r.Note("%s", unitText(u, audit))
	}
}

// unitText is the text of the outcome of a unit.
func unitText(r plan.Record, audit bool) string {
	said := fmt.Sprintf("unit %v", r.Unit)
	if audit {
		said += ", again"
	}
	if r.Report == nil {
		return fmt.Sprintf("%s: it takes long and is split into %d", said, r.Split)
	}
	return fmt.Sprintf("%s: %v by %s in %.3f s", said, r.Report.Count, r.Report.Backend,
		r.Report.Elapsed.Seconds())
}

// openFolder opens a folder and compiles its puzzle.
func openFolder(
	ctx context.Context, path string,
) (*plan.Folder, *plan.Plan, *puzzle.Tiling, error) {
	f, p, err := plan.OpenFolder(path)
	if err != nil {
		return nil, nil, nil, err
	}
	text, err := f.Puzzle()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: it holds no puzzle: %w", path, err)
	}
	t, err := cli.CompileStored(ctx, path, text)
	return f, p, t, err
}
