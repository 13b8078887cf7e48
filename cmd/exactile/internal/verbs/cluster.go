package verbs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/pflag"
)

// addAccess defines the flags of the credentials for a NATS.
func addAccess(flags *pflag.FlagSet, a *network.Access) {
	flags.StringVar(&a.TokenFile, "token", "", "read the token of exactile serve from `FILE`")
	flags.StringVar(&a.CredsFile, "nats-creds", "",
		"read NATS credentials from `FILE`, as nsc writes them")
	flags.StringVar(&a.CAFile, "nats-ca", "",
		"trust the CAs in `FILE`")
}

// checkStartable returns an error for a backend that is a program without a profile. The author of
// a plan chooses what is counted, but must not choose which programs run on other machines.
func checkStartable(name string, o registry.Options) error {
	program, outside := registry.Program(name)
	known := o.Known()
	if !outside || program == "" || slices.Contains(known.Names(), program) {
		return nil
	}
	short := filepath.Base(program)
	if slices.Contains(known.Names(), short) {
		return fmt.Errorf("backend %q: workers find programs by their names: want process:%s", name,
			short)
	}
	return fmt.Errorf("backend %q: of the programs that a plan names, workers start those that "+
		"they know: "+
		"describe %q by its name alone in a file of --solver-profile, here and for exactile work",
		name, short)
}

// newJob returns the job that runs the units of a plan, or audits them by another backend.
func newJob(
	p *plan.Plan, audit bool, o registry.Options, t *puzzle.Tiling, program string,
) (*plan.Job, error) {
	name, search := p.Backend, ""
	var err error
	if audit {
		name, search = auditBackend(p)
		o.Native, err = o.Native.Forced(search)
	}
	if err == nil {
		err = checkStartable(name, o)
	}
	if err != nil {
		return nil, err
	}
	b, err := registry.Lookup(name, o)
	if err != nil {
		return nil, err
	}
	j, err := p.Job(b, t.Model, program)
	if name == p.Backend && search != "" {
		name += " by " + search
	}
	if err == nil {
		j.Name = name
	}
	return j, err
}

// auditBackend returns a backend for audits other than the plan's. If both are native, it names a
// search of native's other than the plan's, too.
func auditBackend(p *plan.Plan) (name, search string) {
	switch {
	case p.States == nil && strings.HasPrefix(p.Backend, "gini"):
		return "gophersat", ""
	case p.States == nil:
		return "gini", ""
	case p.Backend != "native":
		return "native", ""
	case p.States.Engine == "words" || p.States.Engine == "links":
		return "native", "wide"
	}
	return "native", "words"
}

// parseShare reads a share such as 2% or 0.02.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, cli.Misusef("--audit %q: want a share such as 2%%", text)
	}
	return share, nil
}

// waitFor waits for a job and shows its progress. The report is valid even with an error.
func waitFor(
	ctx context.Context, c *cli.Console, s network.Store, j *network.Job, program string,
	audit float64,
) (backends.Report, error) {
	var now atomic.Pointer[network.Progress]
	defer c.Progress.BeginWithStatus(ctx, j.Plan.Puzzle,
		func() string { return progressText(now.Load()) })()
	alone := true
	total, err := s.Wait(ctx, j, network.Count{
		Version: program, Audit: audit,
		OnProgress: func(p network.Progress) {
			if now.Store(&p); p.Others > 0 && p.Workers == 0 && alone {
				alone = false
				c.Note("all workers run another version of exactile; start workers of this one: %s",
					program)
			}
		},
		OnError: func(err error) { c.Note("%v", err) },
	})
	switch {
	case errors.Is(err, network.ErrCancelled):
		c.Note("%s: job %s: %v", j.Plan.Puzzle, j.Name, err)
		err = context.Canceled
	case cli.IsStop(err) && ctx.Err() != nil:
		c.Note("%s: the workers continue job %s; the same command waits for it again",
			j.Plan.Puzzle, j.Name)
	}
	return total.Report, withContradictionStatus(err)
}

// withContradictionStatus adds the exit status and advice to an error of two answers for one unit.
func withContradictionStatus(err error) error {
	var two *plan.Contradiction
	if errors.As(err, &two) {
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%w; one of them is wrong, so there is "+
			"no sum: find the machine or program, and remove its records", err))
	}
	return err
}

// progressText is the progress of a job as text.
func progressText(p *network.Progress) string {
	if p == nil {
		return ""
	}
	left := len(p.Left)
	parts := []string{fmt.Sprintf("%d of %s", p.Done, text.Plural(p.Done+left, "unit"))}
	if p.Audits > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d again", p.Audits-len(p.Again), p.Audits))
	}
	parts = append(parts, fmt.Sprintf("%d running", p.Running))
	if p.PerSecond > 0 {
		parts = append(parts, fmt.Sprintf("%.3g units/s", p.PerSecond))
		if left > 0 {
			rest := time.Duration(float64(left) / p.PerSecond * float64(time.Second))
			parts = append(parts, "about "+cli.Clock(rest)+" left")
		}
	}
	workers := text.Plural(p.Workers, "worker")
	if p.Others > 0 {
		workers += fmt.Sprintf(" (and %d of another exactile)", p.Others)
	}
	return strings.Join(append(parts, workers), ", ")
}
