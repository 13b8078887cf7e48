package checkpoint

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// byBurnside reports whether orbits are counted by Burnside's lemma, as
// backends.CountOrbits does: where the backend can count, and they are to be counted
// only, of the whole model. Otherwise solutions are listed, part by part, and those
// that are the least of their images count.
func (r *Run) byBurnside() bool {
	_, counts := r.job.Backend.(backends.Counter)
	task, shard := r.job.Task, r.job.Task.Shard
	whole := len(shard.Path)+len(shard.Take)+len(shard.Drop) == 0
	return counts && whole && task.UpToSymmetry && !task.List && task.Found == nil && len(r.job.Model.Sym) > 0
}

// fixed yields the models of which the numbers of solutions add up to that of the
// orbits times the order of the group: the model itself first, for the identity.
func (r *Run) fixed() iter.Seq[*cover.Model] {
	return func(yield func(*cover.Model) bool) {
		m := r.job.Model
		if !yield(m) {
			return
		}
		for _, g := range m.Sym[1:] {
			for fixed := range m.Fixed(g) {
				if !yield(fixed) {
					return
				}
			}
		}
	}
}

// orbits does what is left of a count of orbits, each model a part of the root.
func (r *Run) orbits(ctx context.Context) error {
	root := r.state.Root
	if root.Report != nil {
		return nil
	}
	whole := backends.Report{Count: new(big.Int), Complete: true, UpToSymmetry: true}
	var parts []backends.Report
	k := 0
	for m := range r.fixed() {
		if k == len(root.Parts) {
			root.Parts = append(root.Parts, &part{})
		}
		p := root.Parts[k]
		if err := r.count(ctx, m, p, cover.Shard{}); err != nil {
			return err
		}
		whole.Count.Add(whole.Count, p.Report.Count)
		whole.Elapsed += p.Report.Elapsed
		whole.CPU += p.Report.CPU
		whole.Stats.Nodes += p.Report.Stats.Nodes
		parts = append(parts, *p.Report)
		k++
	}
	whole.Completeness = backends.Weakest(parts...)
	order := big.NewInt(int64(len(r.job.Model.Sym)))
	rest := new(big.Int)
	if whole.Count.QuoRem(whole.Count, order, rest); rest.Sign() != 0 {
		return fmt.Errorf("checkpoint: internal error: the solutions that %v symmetries fix leave a rest of %v", order, rest)
	}
	root.Report, root.Parts = &whole, nil
	return nil
}

// orbitsSoFar is a lower bound: no orbit has more solutions than there are
// symmetries.
func (r *Run) orbitsSoFar() backends.Report {
	so := backends.Report{Count: new(big.Int)}
	if parts := r.state.Root.Parts; len(parts) > 0 {
		so = parts[0].sum()
	}
	order := big.NewInt(int64(len(r.job.Model.Sym)))
	so.Count = new(big.Int).Add(so.Count, new(big.Int).Sub(order, big.NewInt(1)))
	so.Count.Quo(so.Count, order)
	so.Complete = false
	return so
}
