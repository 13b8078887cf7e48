package verbs

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// A jobsRun is a run of jobs.
type jobsRun struct {
	*cli.Call
	network        network.Network
	access         network.Access
	cancel, remove bool
}

// jobsVerb is the verb that lists, watches, cancels and removes the counts on a NATS.
func jobsVerb(c *cli.Console, cmd *cobra.Command) {
	r := &jobsRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		const most = 2
		if len(args) < 1 || len(args) > most || !network.IsURL(args[0]) {
			return cli.Misusef(
				"jobs takes an address such as nats://127.0.0.1:4222, " +
					"and perhaps the name of a job",
			)
		}
		return nil
	}
	addAccess(r.Flags, &r.access)
	r.Flags.BoolVar(&r.cancel, "cancel", false, "stop all work on the job")
	r.Flags.BoolVar(&r.remove, "remove", false, "cancel the job and delete its data")
	r.Print(r.run, "text", "json")
	cmd.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		if (r.cancel || r.remove) && len(args) == 1 {
			return cli.Misusef("--cancel and --remove take the name of a job")
		}
		r.network, err = r.Output.Network(c)
		return err
	}
}

func (r *jobsRun) run(ctx context.Context) error {
	r.access.URL = r.Args[0]
	s, err := r.network.Open(ctx, r.access)
	if err != nil {
		return err
	}
	defer s.Close()
	switch {
	case len(r.Args) == 1:
		return listJobs(ctx, s, r.Out)
	case r.remove:
		return s.Remove(ctx, r.Args[1])
	case r.cancel:
		return s.Cancel(ctx, r.Args[1])
	}
	program, err := cli.ProgramVersion()
	if err != nil {
		return err
	}
	j, err := s.Take(ctx, r.Args[1])
	if err != nil {
		return withContradictionStatus(err)
	}
	if j.Plan.Version != program {
		r.Note("%s was submitted by exactile %s; this is exactile %s", j.Name, j.Plan.Version,
			program)
	}
	report, err := waitFor(ctx, r.Console, s, j, j.Plan.Version, 0)
	if err != nil && !cli.IsStop(err) {
		return err
	}
	return r.Out.Count(report, false)
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
		rows[k] = jobRow{
			l.Name, l.Plan.Puzzle, l.Plan.Backend, l.State, l.Records, l.Plan.Units, l.Count,
			l.Plan.Version, l.Since,
		}
	}
	if w.Format == "json" {
		return w.JSON(rows)
	}
	const gap = 2
	t := tabwriter.NewWriter(w, 0, 0, gap, ' ', 0)
	fmt.Fprintln(t, "JOB\tPUZZLE\tSTATE\tRECORDS\tUNITS\tCOUNT")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%s\n", r.Job, text.Visible(r.Puzzle), r.State,
			r.Records, r.Units, r.Count)
	}
	return t.Flush()
}
