package verbs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/contain"
)

// workFlags are the flags of work, as they were given.
type workFlags struct {
	index   int
	workers int
	lease   time.Duration
	timeout time.Duration
	audit   string
	idle    time.Duration
	access  remote.Flags
	// profiles is a file of outside programs that may be started.
	profiles string
	json     bool
}

// mostWorkers is more than the cores of any machine.
const mostWorkers = 1024

// workVerb is the verb that does units.
func workVerb(c *cli.Console, cmd *cobra.Command) {
	var f workFlags
	cmd.Args = cli.Exactly("FOLDER or address")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON = f.json
		return f.run(c, cmd, args[0])
	}

	flags := cmd.Flags()
	flags.BoolVar(&f.json, "json", false, "print each unit that was done as a line of JSON")
	flags.IntVar(&f.index, "index", 0, "begin with unit `I`, from 0")
	flags.IntVarP(&f.workers, "workers", "j", 1, "`N` units side by side; 0: one a core")
	flags.DurationVar(&f.lease, "lease", time.Minute,
		"`TIME` after which a worker that is not heard of is taken for dead")
	flags.DurationVar(&f.timeout, "timeout", 0, "`TIME` after which this worker ends; 0: no limit")
	flags.StringVar(&f.audit, "audit", "0%", "`SHARE` of the units that are done again and compared")
	flags.DurationVar(&f.idle, "idle", 0,
		"`TIME` without units after which a worker at an address ends; 0: never")
	flags.StringVar(&f.profiles, "solver-profile", "", cli.ProfileUsage)
	f.access.Add(flags)
}

// options returns the options of each worker: together the workers use as much as one would.
func (f *workFlags) options(ctx context.Context) (o registry.Options, err error) {
	if f.workers > 1 {
		o.Memory = contain.MachineMemory() / 4 / int64(f.workers)
	}
	if f.profiles != "" {
		profiles, err := cli.LoadProfiles(ctx, f.profiles)
		if err != nil {
			return o, err
		}
		o.Profiles = &profiles
	}
	return o, nil
}

func (f *workFlags) run(c *cli.Console, cmd *cobra.Command, path string) error {
	switch {
	case f.workers < 0 || f.workers > mostWorkers:
		return cli.Misusef("-j %d: want 0 to %d", f.workers, mostWorkers)
	case f.lease < time.Second:
		return cli.Misusef("--lease %v: want a second or more", f.lease)
	case f.timeout < 0:
		return cli.Misusef("--timeout %v is below zero", f.timeout)
	case f.idle < 0:
		return cli.Misusef("--idle %v is below zero", f.idle)
	case f.workers == 0:
		f.workers = runtime.GOMAXPROCS(0)
	}
	share, err := remote.ParseShare(f.audit)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	options, err := f.options(ctx)
	if err != nil {
		return err
	}
	if network.IsURL(path) {
		return f.runRemote(ctx, c, cmd.Flags().Changed, path, options)
	}
	if f.idle > 0 || f.access.Given() {
		return cli.Misusef("--idle, --token and --nats-... are for an address such as nats://127.0.0.1:4222")
	}
	folder, p, tiling, err := openFolder(ctx, path)
	if err != nil {
		return err
	}
	folder.Warn = func(err error) { c.Note("%v", err) }
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	w := plan.Worker{
		Index: f.index, Workers: f.workers, Lease: f.lease, Audit: share, Done: noteUnits(c, f.json),
	}
	job, err := remote.NewJob(p, false, options, tiling, program)
	if err == nil && share > 0 {
		w.Auditor, err = remote.NewJob(p, true, options, tiling, program)
	}
	if err != nil {
		return err
	}
	err = remote.Alarmed(plan.Work(ctx, folder, job, w))
	if cli.StatusOf(err) == cli.Stopped {
		c.Note("%s: stopped; the same command goes on from here", path)
		return cli.Exit(cli.Stopped)
	}
	return err
}

// runRemote does units of the jobs of a NATS.
func (f *workFlags) runRemote(
	ctx context.Context, c *cli.Console, given func(string) bool, url string, options registry.Options,
) error {
	for _, name := range []string{"index", "lease", "audit"} {
		if given(name) {
			return cli.Misusef("--%s is for folders; on a NATS, count --on says what is done again", name)
		}
	}
	n, err := c.Network()
	if err != nil {
		return err
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	s, err := f.access.Open(ctx, n, url)
	if err != nil {
		return err
	}
	defer s.Close()
	c.Note("waiting for units at %s", network.Redacted(url))
	err = s.Work(ctx, network.Worker{
		Version: program, Slots: f.workers, Idle: f.idle,
		Open: func(ctx context.Context, j *network.Job, audit bool, see *backends.Monitor) (*plan.Job, error) {
			t, err := remote.Restore(ctx, j.Plan.Puzzle, j.Puzzle)
			if err != nil {
				return nil, err
			}
			o := options
			o.Monitor = see
			return remote.NewJob(j.Plan, audit, o, t, program)
		},
		Done:    noteUnits(c, f.json),
		Trouble: func(err error) { c.Note("%v", err) },
	})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		c.Note("stopped; what was begun is given back")
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

// noteUnits returns a function that notes the outcome of each unit with -v, and prints it as JSON if
// that is wanted. That the output is gone does not end the work.
func noteUnits(c *cli.Console, asJSON bool) func(r plan.Record, audit bool) {
	return func(r plan.Record, audit bool) {
		if asJSON {
			_ = cli.WriteJSON(c.Stdout, unitDone{r.Plan, r.Unit.String(), audit, r.Split, r.Report})
		}
		if c.Verbose {
			c.Note("%s", outcome(r, audit))
		}
	}
}

// outcome is the text of the outcome of a unit.
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

// openFolder opens a folder and compiles its puzzle.
func openFolder(ctx context.Context, path string) (*plan.Folder, *plan.Plan, *puzzle.Tiling, error) {
	f, p, err := plan.OpenFolder(path)
	if err != nil {
		return nil, nil, nil, err
	}
	text, err := f.Puzzle()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: it has no puzzle: %w", path, err)
	}
	t, err := remote.Restore(ctx, path, text)
	return f, p, t, err
}
