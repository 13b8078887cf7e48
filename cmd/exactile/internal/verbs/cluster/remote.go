package cluster

import (
	"context"
	"errors"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/jetstream"
	"github.com/exactile/exactile/cmd/exactile/internal/remote"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
)

// runRemote does units of the jobs of a NATS.
func (f *workFlags) runRemote(
	ctx context.Context, c *console.Console, given func(string) bool, url string, options registry.Options,
) error {
	for _, name := range []string{"index", "lease", "audit"} {
		if given(name) {
			return usage.Errorf("--%s is for folders; on a NATS, count --on says what is done again", name)
		}
	}
	program, err := version.Program()
	if err != nil {
		return err
	}
	s, err := f.access.Open(ctx, url)
	if err != nil {
		return err
	}
	defer s.Close()
	c.Note("waiting for units at %s", jetstream.Redacted(url))
	err = s.Work(ctx, jetstream.Worker{
		Version: program, Lanes: f.workers, Idle: f.idle,
		Open: func(ctx context.Context, j *jetstream.Job, audit bool, see *backends.Monitor) (*plan.Job, error) {
			t, err := remote.Restore(ctx, j.Plan.Puzzle, j.Puzzle)
			if err != nil {
				return nil, err
			}
			name, o := j.Plan.Backend, options
			if audit {
				name, o.Native = remote.Another(j.Plan)
			}
			o.Monitor = see
			return remote.NewJob(j.Plan, name, o, t, program)
		},
		Done:    noteUnits(c),
		Trouble: func(err error) { c.Note("%v", err) },
	})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		c.Note("stopped; what was begun is given back")
		return status.Exit(status.Stopped)
	}
	return err
}
