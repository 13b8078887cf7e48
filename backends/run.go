package backends

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/cputime"
)

// A Task is what Run has to find out about a model, and the names for the report.
type Task struct {
	// Puzzle and Backend are names for the report.
	Puzzle, Backend string
	// UpToSymmetry requests the number of orbits under the model's Sym.
	UpToSymmetry bool
	// List requires that every solution is listed and checked, also by a backend
	// that can count without.
	List bool
	// Limit ends the run when that many solutions (orbits, if UpToSymmetry) have
	// been listed; 0 is no limit. A limit implies List.
	Limit int64
	// Found, if not nil, is called for each listed solution that counts, after it
	// was checked.
	Found func(cover.Solution)
	// Fixed counts, instead of the solutions, those that each symmetry other than the identity
	// fixes, all together.
	Fixed bool
	// Fingerprint and Digester, if not nil, return the model's fingerprint and a digester of its
	// solutions. Many tasks on one model share them, since both take time to compute.
	Fingerprint func() string
	Digester    func() *cover.Digester
	// Unnamed leaves the fingerprint out of the report: it takes as long as a short count.
	Unnamed bool
}

// Run counts the solutions of m by b and reports what it found. Solutions that
// are listed are checked and enter the report's digest one by one, so that memory
// does not depend on their number.
//
// Orbits are counted by Burnside's lemma, unless they are to be listed: then each solution
// is listed, and those that are the least of their images count.
//
// A backend that only counts is an error if solutions must be listed. The count of
// a backend that estimates is marked as Approximate; it cannot count orbits.
//
// The report is valid even if err is not nil: it then holds what was found so
// far, and is not Complete. A run ended by ctx returns ctx.Err(); one ended by
// its limit returns no error.
func Run(ctx context.Context, b Backend, m *cover.Model, t Task) (Report, error) {
	r := &runner{
		task:  t,
		model: m,
		report: Report{
			Puzzle: t.Puzzle, Backend: t.Backend, Count: new(big.Int), UpToSymmetry: t.UpToSymmetry,
		},
	}
	if r.task.Fingerprint == nil {
		r.task.Fingerprint = m.Fingerprint
	}
	if r.task.Digester == nil {
		r.task.Digester = func() *cover.Digester { return m.Digester() }
	}
	r.report.Stats.Options, r.report.Stats.Items = len(m.Options), len(m.Items)-m.AddedItems
	r.backend = Observed(b, r.report.Stats.Add)
	if err := r.prepare(ctx); err != nil {
		return r.report, err
	}
	r.start = time.Now()
	cpu := cputime.Used()
	complete, err := r.run(ctx)
	r.report.Elapsed, r.report.CPU = time.Since(r.start), cputime.Used()-cpu
	r.report.Complete = complete && err == nil && !r.report.Approximate
	if r.report.Complete {
		r.report.Completeness = r.report.Stats.Completeness()
		switch r.report.Completeness {
		case ByEngine:
			r.report.Unproved = r.report.Stats.Unproved
		case ByArgument:
			r.report.Argument = r.report.Stats.Argument
		}
	}
	if err != nil && ctx.Err() == nil {
		r.report.Error = err.Error()
	}
	return r.report, err
}

// runner is one call of Run.
type runner struct {
	task    Task
	backend Backend
	model   *cover.Model
	report  Report
	start   time.Time
}

// prepare computes the fingerprint. Large models take seconds; if ctx
// ends, prepare does not wait for that.
func (r *runner) prepare(ctx context.Context) (err error) {
	if !r.task.Unnamed {
		r.report.Fingerprint, err = await.Value(ctx, func() (string, error) {
			return r.task.Fingerprint(), nil
		})
	}
	return err
}

func (r *runner) run(ctx context.Context) (complete bool, err error) {
	list := r.task.List || r.task.Limit > 0 || r.task.Found != nil
	r.report.Approximate = Approximate(r.backend) && !list
	switch {
	case r.task.Fixed:
		fixed, err := countAllFixed(ctx, r.backend, r.model)
		if err == nil {
			r.report.Count = fixed
		}
		return err == nil, err
	case r.report.Approximate && r.task.UpToSymmetry:
		// Burnside's sum of estimates would not even be divisible.
		return false, fmt.Errorf("%s: estimates cannot be counted up to symmetry", r.task.Backend)
	case r.task.UpToSymmetry && list:
		return r.list(ctx, true)
	case r.task.UpToSymmetry:
		return true, r.orbits(ctx)
	}
	if b, ok := r.backend.(Counter); ok && !list {
		n, err := b.Count(ctx, r.model)
		if err == nil {
			r.report.Count = n
		}
		return true, err
	}
	return r.list(ctx, false)
}

// list lists, checks and digests the solutions and counts them, or only those
// that represent their orbits. It reports whether it finished before the limit.
func (r *runner) list(ctx context.Context, representatives bool) (complete bool, err error) {
	n := int64(0)
	defer func() { r.report.Count.SetInt64(n) }()
	for s, err := range r.checked(ctx) {
		if err != nil {
			return false, err
		}
		if representatives && !s.Least(r.model.Sym) {
			continue
		}
		n++
		if r.task.Found != nil {
			r.task.Found(s)
		}
		if n == r.task.Limit {
			return false, nil
		}
	}
	return true, nil
}

// most returns how many solutions are needed at most, 0 for all. Even the first
// orbit may need them all.
func (r *runner) most() int64 {
	if r.task.UpToSymmetry {
		return 0
	}
	return r.task.Limit
}

// checked yields the solutions of the model, and takes each into the report.
func (r *runner) checked(ctx context.Context) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		var digester *cover.Digester // made at the first solution, since it takes time
		var digest cover.Digest
		r.report.Digest = &digest
		for s, err := range Verified(r.model, AtMostN(ctx, r.backend, r.model, r.most())) {
			if err == nil && digester == nil {
				r.report.First = max(time.Since(r.start), time.Microsecond) // 0: there is none
				digester, err = await.Value(ctx, func() (*cover.Digester, error) {
					return r.task.Digester().Clone(), nil
				})
			}
			if err == nil {
				r.report.Checked++
				digest = digest.Add(digester.Solution(s))
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// orbits counts the orbits of the solutions. If the backend cannot count, it lists the
// solutions of the model, which are checked and digested; the solutions that a symmetry
// other than the identity fixes are those of other models.
func (r *runner) orbits(ctx context.Context) error {
	n, err := r.burnside(ctx)
	if err != nil {
		// Each orbit has at most as many solutions as there are symmetries.
		size := int64(max(len(r.model.Sym), 1))
		r.report.Count.SetInt64((r.report.Checked + size - 1) / size)
		return err
	}
	r.report.Count = n
	return nil
}

func (r *runner) burnside(ctx context.Context) (*big.Int, error) {
	if _, ok := r.backend.(Counter); ok {
		return CountOrbits(ctx, r.backend, r.model)
	}
	for _, err := range r.checked(ctx) {
		if err != nil {
			return nil, err
		}
	}
	fixed, err := countAllFixed(ctx, r.backend, r.model)
	if err != nil {
		return nil, err
	}
	return burnside(r.model, big.NewInt(r.report.Checked), fixed)
}
