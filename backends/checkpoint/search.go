package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// A method is how a job is done. It follows from the task and the backend.
type method struct {
	// lists: every solution is listed and checked.
	lists bool
	// burnside: orbits are counted by Burnside's lemma, as backends.CountOrbits does. This
	// needs a backend that counts, and a task for only the number of orbits of the whole
	// model. Otherwise solutions are listed, part by part, and those that are the least of
	// their images count.
	burnside bool
	// numbers: only numbers of solutions are needed, so that one part may stand for another
	// with as many.
	numbers bool
	// parts is into how many parts a job with an output is split beforehand; 0: no output.
	parts int
}

func (j *Job) method(parts int) method {
	task, sh := j.Task, j.Task.Shard
	whole := j.Units == nil && len(sh.Path)+len(sh.Take)+len(sh.Drop) == 0
	lists := backends.AbilitiesOf(j.Backend).Count == nil || task.List || task.Found != nil
	burnside := !lists && task.UpToSymmetry && whole && len(j.Model.Sym) > 0
	return method{lists, burnside, !lists && (!task.UpToSymmetry || burnside), parts}
}

// A search goes through the unfinished parts of a job.
type search struct {
	progress
	method
	job   Job
	tries int
}

// run does the rest of the job.
func (s *search) run(ctx context.Context) error {
	root := s.state.Root
	if s.job.Units != nil {
		return s.countUnits(ctx, root, nil)
	}
	if !s.burnside {
		return s.count(ctx, s.job.Model, root, s.job.Task.Shard)
	}
	if root.Report != nil {
		return nil
	}
	k := 0
	for m := range fixed(s.job.Model) {
		if k == len(root.Parts) {
			root.Parts = append(root.Parts, &part{})
		}
		if err := s.count(ctx, m, root.Parts[k], cover.Shard{}); err != nil {
			return err
		}
		k++
	}
	report, err := burnside(root.Parts[:k], len(s.job.Model.Sym))
	if err != nil {
		return err
	}
	root.Report, root.Parts = report, nil
	return nil
}

// count does the rest of part p, which is the given shard of m.
func (s *search) count(ctx context.Context, m *cover.Model, p *part, shard cover.Shard) error {
	if p.Report != nil {
		return nil
	}
	writes, n := s.parts > 0, fan
	if writes && p == s.state.Root {
		n = s.parts
	} else if len(p.Parts) == 0 {
		if done, err := s.try(ctx, s.job.Backend, m, p, shard, !writes); done || err != nil {
			return err
		}
	}
	splits := splitShard(m, shard, n, s.numbers)
	if len(splits) == 1 && !writes {
		_, err := s.try(ctx, s.job.Backend, m, p, shard, false)
		return err
	}
	if err := s.parted(p, len(splits)); err != nil {
		return err
	}
	reports := make([]backends.Report, len(splits))
	for k, split := range splits {
		switch {
		case split.like == k:
			if err := s.count(ctx, m, p.Parts[k], shard.Join(split.shard)); err != nil {
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

// countUnits does the rest of part p, which is a unit.
func (s *search) countUnits(ctx context.Context, p *part, path []int) error {
	if p.Report != nil {
		return nil
	}
	b, n := s.job.Units(path)
	if len(p.Parts) == 0 {
		if done, err := s.try(ctx, b, s.job.Model, p, cover.Shard{}, n > 1); done || err != nil {
			return err
		}
	}
	if err := s.parted(p, n); err != nil {
		return err
	}
	reports := make([]backends.Report, n)
	for k, q := range p.Parts {
		if err := s.countUnits(ctx, q, append(path[:len(path):len(path)], k)); err != nil {
			return err
		}
		reports[k] = *q.Report
	}
	whole := backends.Sum(reports...)
	p.Report, p.Partial, p.Parts = &whole, nil, nil
	return nil
}

// parted makes sure that p has n parts.
func (s *search) parted(p *part, n int) error {
	if len(p.Parts) == 0 {
		for range n {
			p.Parts = append(p.Parts, &part{})
		}
	}
	if len(p.Parts) != n || n == 0 {
		return fmt.Errorf("checkpoint: %s: internal error: %d parts where there were %d",
			s.file.path, n, len(p.Parts))
	}
	return nil
}

// try counts a shard by a backend and reports whether it is done. If impatient is set it
// gives up after the allowance.
func (s *search) try(
	ctx context.Context, b backends.Backend, m *cover.Model, p *part, shard cover.Shard, impatient bool,
) (done bool, err error) {
	task := s.job.Task
	task.Shard = shard
	task.UpToSymmetry = task.UpToSymmetry && !s.burnside
	if found := task.Found; found != nil {
		task.Found = func(solution cover.Solution) {
			s.solutions++
			found(solution)
		}
	}
	limited := ctx
	if impatient {
		var cancel context.CancelFunc
		limited, cancel = giveUpAfter(ctx, s.allowance())
		defer cancel()
	}
	told := s.found()
	report, err := backends.Run(limited, b, m, task)
	switch {
	case err == nil && report.Complete:
		report.Shard = cover.Shard{}
		p.Report, p.Partial = &report, nil
		s.finished(report.CPU)
		s.mark()
	case ctx.Err() != nil:
		s.gaveUp(p, report, s.found()-told)
		return false, ctx.Err()
	case err == nil:
		return false, fmt.Errorf("checkpoint: %s only estimates, and parts of an estimate add up to nothing",
			task.Backend)
	case !errors.Is(err, context.DeadlineExceeded) && limited.Err() == nil:
		return false, err
	default:
		s.gaveUp(p, report, s.found()-told)
		s.failed()
	}
	s.tries++
	if s.job.often > 0 && s.tries%s.job.often == 0 || s.due() {
		if err := s.saveOrWarn(); err != nil {
			return false, err
		}
	}
	return p.Report != nil, nil
}

// gaveUp keeps the result of a try that was given up. If the backend does not list, it has
// reported solutions meanwhile: their number counts if it is greater.
func (s *search) gaveUp(p *part, report backends.Report, told int64) {
	if s.output != nil {
		return // the output is cut back
	}
	if !s.lists && !report.UpToSymmetry && report.Count.Cmp(big.NewInt(told)) < 0 {
		report.Count.SetInt64(told)
	}
	p.gaveUp(report)
}

// found is how many solutions the backend has reported so far.
func (s *search) found() int64 {
	if s.job.Found == nil {
		return 0
	}
	return s.job.Found()
}

// report is the result of the job so far.
func (s *search) report() backends.Report {
	root, m := s.state.Root, s.job.Model
	whole := root.sum()
	if !whole.Complete && s.burnside {
		whole = orbitsSoFar(root.Parts, len(m.Sym))
	}
	whole.Puzzle, whole.Backend = s.job.Task.Puzzle, s.job.Task.Backend
	whole.UpToSymmetry, whole.Shard = s.job.Task.UpToSymmetry, s.job.Task.Shard
	whole.Fingerprint = m.Fingerprint()
	whole.Stats.Options, whole.Stats.Items = len(m.Options), len(m.Items)-m.Added
	return whole
}
