package plan

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/native"
)

// A Job runs the units of one plan, which share one setup: of its fields only Name may
// change. Several goroutines may use it at once if they may use its backend at once.
type Job struct {
	Plan    *Plan
	Model   *cover.Model
	Backend backends.Backend
	// Name is the name of the backend, for reports.
	Name string
	// Found, if not nil, is called for each solution that counts, after it was checked. It
	// must be set before the first unit, and only if the plan lists.
	Found  func(cover.Solution)
	digest string
	// fingerprint and digester are the model's, computed once.
	fingerprint func() string
	digester    func() *cover.Digester
	classifier  *native.Classifier // nil: units are restrictions of the model
	// states makes the backends of units defined by states; nil: the backend has none.
	states func(nodes int64, in ...native.Class) backends.Backend
	shards *shards // of units that restrict the model
}

// Job returns a new job of the plan, which the program of this version made for m. The
// backend may differ from that of the plan, as for an audit; Name must then be set.
func (p *Plan) Job(b backends.Backend, m *cover.Model, version string) (*Job, error) {
	if err := p.Fits(m, version); err != nil {
		return nil, err
	}
	j := &Job{Plan: p, Model: m, Backend: b, Name: p.Backend, digest: p.Digest(),
		fingerprint: sync.OnceValue(m.Fingerprint),
		digester:    sync.OnceValue(func() *cover.Digester { return m.Digester() }),
		shards:      newShards(m, p.Restricts, p.Fan)}
	if p.States == nil {
		return j, nil
	}
	var err error
	if j.classifier, err = p.States.Classifier(m); err != nil {
		return nil, fmt.Errorf("plan: %w: %w", ErrOther, err)
	}
	if d := adapter.DividerOf(b); d != nil {
		j.states = d.States(p.States)
	}
	return j, nil
}

// Run counts a unit and returns its record: a report, or a split if the unit took more
// nodes than the plan allows and there is a cut left. With an error the report of the record
// is what was found so far: a lower bound.
func (j *Job) Run(ctx context.Context, u Unit) (Record, error) {
	budget := j.Plan.Budget
	if !j.Plan.Splits(u) {
		budget = 0
	}
	r, err := j.report(ctx, u, budget)
	if budget > 0 && errors.Is(err, native.ErrBudget) {
		part, ok, err := j.Split(ctx, u)
		if ok || err != nil {
			return part, err
		}
		return j.Again(ctx, u)
	}
	if err == nil && !r.Complete {
		err = fmt.Errorf("plan: %s estimates, and estimates of parts cannot be added", r.Backend)
	}
	return Record{Plan: j.digest, Unit: u, Report: &r}, err
}

// split is the record of a unit that is split into n parts.
func (j *Job) split(u Unit, n int) Record { return Record{Plan: j.digest, Unit: u, Split: n} }

// Split returns the record of a unit that is split, and whether it can be split.
func (j *Job) Split(ctx context.Context, u Unit) (r Record, ok bool, err error) {
	switch {
	case !j.splits(u):
		return r, false, nil
	case j.Plan.States != nil:
		return j.split(u, j.Plan.Fan), true, nil
	}
	parts, err := await.Value(ctx, func() ([]cover.Shard, error) { return j.shards.parts(u) })
	return j.split(u, len(parts)), len(parts) > 1, err
}

// splits reports whether there may be a cut that splits a unit, and is worth while.
func (j *Job) splits(u Unit) bool { return j.Plan.Splits(u) && j.Searches() }

// Again counts a unit again, without a budget: its record has a report.
func (j *Job) Again(ctx context.Context, u Unit) (Record, error) {
	r, err := j.report(ctx, u, 0)
	return Record{Plan: j.digest, Unit: u, Report: &r}, err
}

// report counts a unit.
func (j *Job) report(ctx context.Context, u Unit, budget int64) (backends.Report, error) {
	p := j.Plan
	task := backends.Task{
		Puzzle: p.Puzzle, Backend: j.Name, List: p.List, UpToSymmetry: p.UpToSymmetry && p.List,
		Fingerprint: j.fingerprint, Digester: j.digester,
		Found: j.Found,
	}
	r, err := backends.Run(ctx, j.part(u, budget), j.Model, task)
	if err == nil && p.Symmetries > 0 && u.first() {
		err = j.fixed(ctx, &r)
	}
	r.Plan, r.Unit = j.digest, u.Name()
	return r, err
}

// fixed adds the solutions that symmetries other than the identity, which comes first, map
// to themselves.
func (j *Job) fixed(ctx context.Context, to *backends.Report) error {
	r, err := backends.Run(ctx, j.Backend, j.Model, backends.Task{Fixed: true, Unnamed: true})
	if err != nil {
		to.Complete = false
		return err
	}
	to.Count = new(big.Int).Add(to.Count, r.Count)
	to.Elapsed, to.CPU = to.Elapsed+r.Elapsed, to.CPU+r.CPU
	to.Stats.Nodes += r.Stats.Nodes
	to.RestOn(*to, r)
	return nil
}

// Searches reports whether the backend can search a single unit. Otherwise it lists all
// solutions for each unit.
func (j *Job) Searches() bool {
	return j.states != nil || j.Plan.States == nil
}

// Part returns the backend that lists or counts the solutions of a unit.
func (j *Job) Part(u Unit) backends.Backend { return j.part(u, 0) }

// part is Part with a budget of nodes, 0 for none: a backend that searches only the unit if
// the job's backend can, or else one that filters all solutions by the unit.
func (j *Job) part(u Unit, budget int64) backends.Backend {
	b := j.Backend
	switch {
	case len(u) == 0 && budget == 0:
		return b
	case j.states != nil:
		return j.states(budget, u.classes()...)
	case j.Plan.States == nil:
		if l, ok := b.(limiter); ok && budget > 0 {
			b = l.Within(budget)
		}
		return restrict(b, j.shards, u)
	}
	return filtered{j.Backend, func(s cover.Solution) bool { return j.Holds(u, s) }}
}

// Holds reports whether a solution of the model is in a unit. Units with more parts than
// the plan has cuts are empty.
func (j *Job) Holds(u Unit, s cover.Solution) bool {
	switch {
	case j.Plan.States == nil:
		return j.shards.holds(u, s)
	case len(u) > len(j.Plan.States.Cuts):
		return false
	default:
		return j.classifier.In(s, u.classes())
	}
}

// A filtered backend lists the solutions of another for which keep reports true.
type filtered struct {
	backends.Backend
	keep func(cover.Solution) bool
}

// Observed implements [adapter.Observable].
func (s filtered) Observed(report func(backends.Stats)) backends.Backend {
	return filtered{backends.Observed(s.Backend, report), s.keep}
}

func (s filtered) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for solution, err := range s.Backend.Solutions(ctx, m) {
			if (err != nil || s.keep(solution)) && !yield(solution, err) {
				return
			}
		}
	}
}
