package checkpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// A piece is what a part counts: the given shard of a model, by a backend.
type piece struct {
	backend backends.Backend
	model   *cover.Model
	shard   cover.Shard
	// split returns the pieces of the piece, the same ones every time. Fewer than two mean
	// that it cannot be split; whole is set if that is known before it was tried.
	split func() []piece
	whole bool
	// path is the place of the piece in what it is a piece of.
	path []cover.Cut
	// like is the index of the first of these pieces with as many solutions: its own, or that
	// of one whose image it is under a symmetry.
	like int
}

// shard is a shard of a model, to be split into about n pieces.
func (r *Run) shard(m *cover.Model, shard cover.Shard, n int) piece {
	split := func() (pieces []piece) {
		for _, part := range splitShard(m, shard, n, r.numbers) {
			p := r.shard(m, shard.Join(part.shard), fan)
			p.path, p.like = part.shard.Path, part.like
			pieces = append(pieces, p)
		}
		return pieces
	}
	return piece{backend: r.job.Backend, model: m, shard: shard, split: split}
}

// unit is the unit at a path.
func (r *Run) unit(path []int) piece {
	b, n := r.job.Units(path)
	split := func() (pieces []piece) {
		for k := range n {
			p := r.unit(append(path[:len(path):len(path)], k))
			p.path, p.like = []cover.Cut{{Index: k, Of: n}}, k
			pieces = append(pieces, p)
		}
		return pieces
	}
	return piece{backend: b, model: r.job.Model, split: split, whole: n < 2}
}

// run does the rest of the job.
func (r *Run) run(ctx context.Context) error {
	root := r.state.Root
	switch {
	case r.job.Units != nil:
		return r.count(ctx, root, r.unit(nil))
	case !r.burnside:
		return r.count(ctx, root, r.shard(r.job.Model, r.job.Task.Shard, cmp.Or(r.parts, fan)))
	case root.Report != nil:
		return nil
	}
	k := 0
	orbits, err := backends.Burnside(r.job.Model, func(m *cover.Model) (*big.Int, error) {
		if k == len(root.Parts) {
			root.Parts = append(root.Parts, &part{})
		}
		p := root.Parts[k]
		k++
		if err := r.count(ctx, p, r.shard(m, cover.Shard{}, fan)); err != nil {
			return nil, err
		}
		return p.Report.Count, nil
	})
	if err != nil {
		return err
	}
	root.Report, root.Parts = orbitsReport(orbits, root.Parts[:k]), nil
	return nil
}

// count does the rest of part p, which is of that piece.
func (r *Run) count(ctx context.Context, p *part, of piece) error {
	if p.Report != nil {
		return nil
	}
	writes := r.parts > 0
	if len(p.Parts) == 0 && !(writes && p == r.state.Root) {
		if done, err := r.try(ctx, p, of, !writes && !of.whole); done || err != nil {
			return err
		}
	}
	// A large model takes seconds to split, and nothing stops that.
	split := make(chan []piece, 1)
	go func() { split <- of.split() }()
	var pieces []piece
	select {
	case pieces = <-split:
	case <-ctx.Done():
		return ctx.Err()
	}
	if len(pieces) < 2 && !writes {
		_, err := r.try(ctx, p, of, false)
		return err
	}
	if err := r.parted(p, len(pieces)); err != nil {
		return err
	}
	reports := make([]backends.Report, len(pieces))
	for k, q := range pieces {
		switch {
		case q.like == k:
			if err := r.count(ctx, p.Parts[k], q); err != nil {
				return err
			}
		case p.Parts[k].Report == nil:
			// Found by a symmetry, at no cost.
			image := *p.Parts[q.like].Report
			image.Elapsed, image.CPU, image.Stats = 0, 0, backends.Stats{}
			p.Parts[k].Report = &image
		}
		reports[k] = *p.Parts[k].Report
		reports[k].Shard = cover.Shard{Path: q.path}
	}
	whole, err := backends.Merge(reports...)
	if err != nil {
		return fmt.Errorf("checkpoint: internal error: %w", err)
	}
	p.Report, p.Partial, p.Parts = &whole, nil, nil
	return nil
}

// parted makes sure that p has n parts.
func (r *Run) parted(p *part, n int) error {
	if len(p.Parts) == 0 {
		for range n {
			p.Parts = append(p.Parts, &part{})
		}
	}
	if len(p.Parts) != n || n == 0 {
		return fmt.Errorf("checkpoint: %s: internal error: %d parts where there were %d",
			r.file.path, n, len(p.Parts))
	}
	return nil
}

// try counts a piece and reports whether it is done. If impatient is set it gives up after
// the allowance.
func (r *Run) try(ctx context.Context, p *part, of piece, impatient bool) (done bool, err error) {
	task := r.job.Task
	task.Shard = of.shard
	task.UpToSymmetry = task.UpToSymmetry && !r.burnside
	if found := task.Found; found != nil {
		task.Found = func(solution cover.Solution) {
			r.solutions++
			found(solution)
		}
	}
	limited := ctx
	if impatient {
		var cancel context.CancelFunc
		limited, cancel = giveUpAfter(ctx, r.allowance())
		defer cancel()
	}
	told := r.found()
	report, err := backends.Run(limited, of.backend, of.model, task)
	switch {
	case err == nil && report.Complete:
		report.Shard = cover.Shard{}
		p.Report, p.Partial = &report, nil
		r.finished(report.CPU)
		r.mark()
	case ctx.Err() != nil:
		r.gaveUp(p, report, r.found()-told)
		return false, ctx.Err()
	case err == nil:
		return false, fmt.Errorf("checkpoint: %s only estimates, and parts of an estimate add up to nothing",
			task.Backend)
	case limited.Err() == nil && !(impatient && errors.Is(err, context.DeadlineExceeded)):
		return false, err
	default:
		r.gaveUp(p, report, r.found()-told)
		r.failed()
	}
	r.tries++
	if r.job.often > 0 && r.tries%r.job.often == 0 || r.due() {
		if err := r.saveOrWarn(); err != nil {
			return false, err
		}
	}
	return p.Report != nil, nil
}

// gaveUp keeps the result of a try that was given up. If the backend does not list, it has
// reported solutions meanwhile: their number counts if it is greater.
func (r *Run) gaveUp(p *part, report backends.Report, told int64) {
	if r.output != nil {
		return // the output is cut back
	}
	if !r.lists && !report.UpToSymmetry && report.Count.Cmp(big.NewInt(told)) < 0 {
		report.Count.SetInt64(told)
	}
	p.gaveUp(report)
}

// found is how many solutions the backend has reported so far.
func (r *Run) found() int64 {
	if r.job.Found == nil {
		return 0
	}
	return r.job.Found()
}

// report is the result of the job so far.
func (r *Run) report() backends.Report {
	root, m := r.state.Root, r.job.Model
	whole := root.sum()
	if !whole.Complete && r.burnside {
		whole = orbitsSoFar(root.Parts, len(m.Sym))
	}
	whole.Puzzle, whole.Backend = r.job.Task.Puzzle, r.job.Task.Backend
	whole.UpToSymmetry, whole.Shard = r.job.Task.UpToSymmetry, r.job.Task.Shard
	whole.Fingerprint = m.Fingerprint()
	whole.Stats.Options, whole.Stats.Items = len(m.Options), len(m.Items)-m.Added
	return whole
}
