package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"math/big"

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
	// Partial is what a try that was given up had found: of what comes of the parts,
	// or of another try, this is the least.
	Partial *backends.Report `json:"partial,omitempty"`
	Parts   []*part          `json:"parts,omitempty"`
}

// fan is how many parts something is parted into that took too long.
const fan = 16

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
		switch {
		case split.like == k:
			if err := r.count(ctx, m, p.Parts[k], shard.Join(split.shard)); err != nil {
				return err
			}
		case p.Parts[k].Report == nil:
			// Found by a symmetry, at no cost.
			image := *p.Parts[split.like].Report
			image.Elapsed, image.CPU, image.Stats.Nodes = 0, 0, 0
			p.Parts[k].Report = &image
		}
		reports[k] = *p.Parts[k].Report
		reports[k].Shard = cover.Shard{Path: split.shard.Path}
	}
	whole, err := backends.Merge(reports...)
	if err != nil {
		return fmt.Errorf("checkpoint: internal error: %w", err)
	}
	p.Report, p.Partial, p.Parts = &whole, nil, nil
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
		limited, cancel = giveUpAfter(ctx, r.allowance())
		defer cancel()
	}
	found := r.job.found()
	report, err := backends.Run(limited, r.job.Backend, m, task)
	switch {
	case err == nil && report.Complete:
		report.Shard = cover.Shard{}
		p.Report, p.Partial = &report, nil
		r.finished(report.CPU)
		r.mark()
	case ctx.Err() != nil:
		r.gaveUp(p, report, r.job.found()-found)
		return false, ctx.Err()
	case err == nil:
		return false, fmt.Errorf("checkpoint: %s only estimates, and parts of an estimate add up to nothing", task.Backend)
	case !errors.Is(err, context.DeadlineExceeded) && limited.Err() == nil:
		return false, err
	default:
		r.gaveUp(p, report, r.job.found()-found)
		r.failed()
	}
	r.tries++
	if often := r.job.often; often > 0 && r.tries%often == 0 || r.due() {
		if err := r.saveOrWarn(); err != nil {
			return false, err
		}
	}
	return p.Report != nil, nil
}

// gaveUp keeps what a try had found when it was given up. told is what the backend
// has told of meanwhile where it does not list: it counts if it is more.
func (r *Run) gaveUp(p *part, report backends.Report, told int64) {
	if r.job.Output != nil {
		return // what was written of it is taken back
	}
	report.Shard, report.Error, report.Complete = cover.Shard{}, "", false
	if !r.lists() && !report.UpToSymmetry && report.Count.Cmp(big.NewInt(told)) < 0 {
		report.Count.SetInt64(told)
	}
	if p.Partial == nil || p.Partial.Count.Cmp(report.Count) < 0 {
		p.Partial = &report
	}
}

// sum is what the part came to so far: that of its parts, or of a try that was given
// up, whichever is more. It is complete if the part is done.
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
	if p.Partial != nil && p.Partial.Count.Cmp(sum.Count) > 0 {
		partial := *p.Partial
		partial.Count = new(big.Int).Set(partial.Count)
		return partial
	}
	return sum
}
