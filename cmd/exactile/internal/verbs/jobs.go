package verbs

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/internal/visible"
)

// jobsFlags are the flags of jobs, as they were given.
type jobsFlags struct {
	access         remote.Flags
	output         cli.OutputFlags
	cancel, remove bool
}

// jobsVerb is the verb that lists, watches, cancels and removes the counts on a NATS.
func jobsVerb(c *cli.Console, cmd *cobra.Command) {
	var f jobsFlags
	var n network.Network
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		const most = 2
		if len(args) < 1 || len(args) > most || !network.IsURL(args[0]) {
			return cli.Misusef("jobs takes an address such as nats://127.0.0.1:4222, and perhaps the name of a job")
		}
		return nil
	}
	cmd.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		if (f.cancel || f.remove) && len(args) == 1 {
			return cli.Misusef("--cancel and --remove take the name of a job")
		}
		n, err = f.output.Network(c)
		return err
	}
	cmd.RunE = cli.Printing(c, &f.output, func(w *cli.Writer, cmd *cobra.Command, args []string) error {
		return f.run(c, n, w, cmd, args)
	})

	flags := cmd.Flags()
	f.access.Add(flags)
	flags.BoolVar(&f.cancel, "cancel", false, "have nobody work at the job any more")
	flags.BoolVar(&f.remove, "remove", false, "cancel the job and remove all that is kept of it")
	f.output.Add(flags, "text", "json")
}

func (f *jobsFlags) run(
	c *cli.Console, n network.Network, w *cli.Writer, cmd *cobra.Command, args []string,
) error {
	ctx := cmd.Context()
	s, err := f.access.Open(ctx, n, args[0])
	if err != nil {
		return err
	}
	defer s.Close()
	switch {
	case len(args) == 1:
		return listJobs(ctx, s, w)
	case f.remove:
		return s.Remove(ctx, args[1])
	case f.cancel:
		return s.Cancel(ctx, args[1])
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	j, err := s.Take(ctx, args[1])
	if err != nil {
		return remote.Alarmed(err)
	}
	if j.Plan.Version != program {
		c.Note("%s was submitted by exactile %s, and this is exactile %s", j.Name, j.Plan.Version, program)
	}
	r, err := remote.Wait(ctx, c, s, j, j.Plan.Version, 0)
	if err != nil && !cli.IsStop(err) {
		return err
	}
	return printTotal(w, r)
}

// A jobRow is a job as JSON.
type jobRow struct {
	Job     string    `json:"job"`
	Puzzle  string    `json:"puzzle"`
	Backend string    `json:"backend"`
	State   string    `json:"state"`
	Records int       `json:"records"`
	Units   int       `json:"units"`
	Count   string    `json:"count,omitempty"`
	Version string    `json:"version"`
	Since   time.Time `json:"since"`
}

// listJobs prints all jobs.
func listJobs(ctx context.Context, s network.Store, w *cli.Writer) error {
	all, err := s.Jobs(ctx)
	if err != nil {
		return err
	}
	rows := make([]jobRow, len(all))
	for k, l := range all {
		rows[k] = jobRow{l.Name, l.Plan.Puzzle, l.Plan.Backend, l.State, l.Records, l.Plan.Units, l.Count, l.Plan.Version, l.Since}
	}
	if w.Format == "json" {
		return w.JSON(rows)
	}
	const gap = 2
	t := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	fmt.Fprintln(t, "JOB\tPUZZLE\tSTATE\tRECORDS\tUNITS\tCOUNT")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\n", r.Job, visible.Text(r.Puzzle), r.State, r.Records, r.Units, r.Count)
	}
	return t.Flush()
}
