package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// A part is a part of the job, a node of a tree: done if it has a report, parted
// if it has parts, otherwise still to be tried. Once all of its parts are done it
// is, and they go.
type part struct {
	// Report is of the part alone; its shard has only the path within the part that
	// this one is a part of.
	Report *backends.Report `json:"report,omitempty"`
	Parts  []*part          `json:"parts,omitempty"`
}

const (
	// fan is how many parts something is parted into that took too long.
	fan = 16
	// maxFailures is how many parts in a row may be given up: more than it takes to
	// get from anything down to what takes a moment. From there on it is the setting
	// up of a part that takes too long, and parting it further would never end.
	maxFailures = 6
)

// count does what is left of part p, which is the given shard of m.
func (r *Run) count(ctx context.Context, m *cover.Model, p *part, shard cover.Shard) error {
	if p.Report != nil {
		return nil
	}
	if len(p.Parts) == 0 && (r.job.Output == nil || p != r.state.Root) {
		if done, err := r.try(ctx, m, p, shard, r.job.Output == nil); done || err != nil {
			return err
		}
	}
	splits := r.split(m, shard, p == r.state.Root)
	if len(splits) == 1 && r.job.Output == nil {
		_, err := r.try(ctx, m, p, shard, false)
		return err
	}
	if len(p.Parts) == 0 {
		p.Parts = make([]*part, len(splits))
		for k := range p.Parts {
			p.Parts[k] = &part{}
		}
	}
	if len(p.Parts) != len(splits) {
		return fmt.Errorf("checkpoint: %s: internal error: %d parts where there were %d", r.job.File, len(splits), len(p.Parts))
	}
	reports := make([]backends.Report, len(splits))
	for k, split := range splits {
		if split.like == k {
			if err := r.count(ctx, m, p.Parts[k], shard.Join(split.shard)); err != nil {
				return err
			}
		}
		reports[k] = *p.Parts[split.like].Report
		reports[k].Shard = cover.Shard{Path: split.shard.Path}
		if split.like != k {
			// Found by a symmetry, at no cost.
			reports[k].Elapsed, reports[k].CPU, reports[k].Stats.Nodes = 0, 0, 0
		}
	}
	whole, err := backends.Merge(reports...)
	if err != nil {
		return fmt.Errorf("checkpoint: internal error: %w", err)
	}
	p.Report, p.Parts = &whole, nil
	return nil
}

// try counts a part and reports whether it is done. If impatient it gives up what
// takes too long.
func (r *Run) try(ctx context.Context, m *cover.Model, p *part, shard cover.Shard, impatient bool) (done bool, err error) {
	task := r.job.Task
	task.Shard = shard
	task.UpToSymmetry = task.UpToSymmetry && !r.byBurnside()
	if found := task.Found; found != nil {
		task.Found = func(s cover.Solution) {
			r.solutions++
			found(s)
		}
	}
	limited := ctx
	if impatient {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.job.every()/2*r.patience)
		defer cancel()
	}
	report, err := backends.Run(limited, r.job.Backend, m, task)
	switch {
	case err == nil && report.Complete:
		report.Shard = cover.Shard{}
		p.Report = &report
		r.failures = 0
		r.mark()
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err == nil:
		return false, fmt.Errorf("checkpoint: %s only estimates, and parts of an estimate add up to nothing", task.Backend)
	case !errors.Is(err, context.DeadlineExceeded):
		return false, err
	default:
		if r.failures++; r.failures > maxFailures {
			r.patience *= 2
		}
	}
	// Half of the interval is for parts that are done, and half for the one at work.
	r.tries++
	if often := r.job.often; often > 0 && r.tries%often == 0 || time.Since(r.saved) >= r.job.every()/2 {
		if err := r.save(); err != nil {
			return false, err
		}
	}
	return p.Report != nil, nil
}

// sum is what the part came to so far. It is complete if the part is done.
func (p *part) sum() backends.Report {
	if p.Report != nil {
		return *p.Report
	}
	sum := backends.Report{Count: new(big.Int)}
	for _, q := range p.Parts {
		s := q.sum()
		sum.Count.Add(sum.Count, s.Count)
		sum.Checked += s.Checked
		sum.Elapsed += s.Elapsed
		sum.CPU += s.CPU
		sum.Stats = s.Stats
		if s.Digest == nil {
			continue
		}
		if sum.Digest == nil {
			sum.Digest = new(cover.Digest)
		}
		digest := sum.Digest.Add(*s.Digest)
		sum.Digest = &digest
	}
	return sum
}
