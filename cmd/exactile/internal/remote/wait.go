package remote

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/words"
)

// Wait waits for a job and shows its progress. The report is valid even with an error.
func Wait(
	ctx context.Context, c *cli.Console, s network.Store, j *network.Job, program string, audit float64,
) (backends.Report, error) {
	var now atomic.Pointer[network.Progress]
	defer c.Progress.Say(ctx, j.Plan.Puzzle, func() string { return said(now.Load()) })()
	alone := true
	total, err := s.Wait(ctx, j, network.Count{
		Version: program, Audit: audit,
		Told: func(p network.Progress) {
			if now.Store(&p); p.Others > 0 && p.Workers == 0 && alone {
				alone = false
				c.Note("all workers there are of another exactile, whose units could be others: they cannot help")
			}
		},
		Trouble: func(err error) { c.Note("%v", err) },
	})
	switch {
	case errors.Is(err, network.ErrCancelled):
		c.Note("%s: job %s: %v", j.Plan.Puzzle, j.Name, err)
		err = context.Canceled
	case cli.IsStop(err) && ctx.Err() != nil:
		c.Note("%s: the workers go on with job %s; the same command waits for it again", j.Plan.Puzzle, j.Name)
	}
	return total.Report, Alarmed(err)
}

// Alarmed adds the exit status and advice to an error of two answers for one unit.
func Alarmed(err error) error {
	var two *plan.Contradiction
	if errors.As(err, &two) {
		return cli.WithStatus(cli.Disagree, fmt.Errorf("%w; one of them is wrong, and no sum is "+
			"made: find out which machine or program it was, and remove what it left", err))
	}
	return err
}

// said is the progress of a job as text.
func said(p *network.Progress) string {
	if p == nil {
		return ""
	}
	left := len(p.Left)
	parts := []string{fmt.Sprintf("%d of %s", p.Done, words.Plural(p.Done+left, "unit"))}
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
	workers := words.Plural(p.Workers, "worker")
	if p.Others > 0 {
		workers += fmt.Sprintf(" (and %d of another exactile)", p.Others)
	}
	return strings.Join(append(parts, workers), ", ")
}
