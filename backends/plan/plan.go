package plan

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/native"
)

// form is the version of the JSON of plans and records.
const form = 1

// A Plan defines what is counted and how it is divided into units.
type Plan struct {
	Form int `json:"exactile_plan"`
	// Version names the program that made the plan. Another version may make other units.
	Version string `json:"version"`
	Puzzle  string `json:"puzzle"`
	// Model is the digest of the model to its last index.
	Model string `json:"model"`
	// Backend is the name of the backend that counts, as in reports.
	Backend      string `json:"backend"`
	List         bool   `json:"list,omitempty"`
	UpToSymmetry bool   `json:"up_to_symmetry,omitempty"`
	// Symmetries, if not 0, is the order of the group by which the sum of all units is
	// divided in the end.
	Symmetries int `json:"symmetries,omitempty"`
	// Units is how many units there are before any is split. Fan is the number of parts
	// into which a unit is split that takes more nodes than Budget; 0 is no limit.
	Units  int   `json:"units"`
	Fan    int   `json:"fan"`
	Budget int64 `json:"budget,omitempty"`
	// States defines units by states. If it is nil, units are restrictions of the model, and
	// Restricts is the number of units that were requested.
	States    *native.Partition `json:"states,omitempty"`
	Restricts int               `json:"restricts,omitempty"`
}

// A Request is what to plan.
type Request struct {
	Version string // names this program
	// Task is what to find out; it has no limit, no shard and no Found.
	Task backends.Task
	// Units is the number of units to make; 0 is as many as are worth while.
	Units int
	// Budget is the number of nodes after which a unit is split, 0 for the default, and -1
	// for no limit.
	Budget int64
	// Restricts makes every unit a restriction of the model, as it is for a backend that
	// cannot search classes of states. The solutions of a unit then do not depend
	// on how the backend searches, and the listings of all units, in order, are one listing.
	Restricts bool
}

const (
	fan      = 8
	maxUnits = maxOf
	// maxFan bounds how many units a few records of a plan from outside can make.
	maxFan = 1 << 8
	// satUnits are the units of a SAT engine if no number is given: how long a unit takes
	// cannot be estimated.
	satUnits  = 16
	satBudget = 1 << 20
	// A unit is split once it has taken meanFactor times its share of the expected
	// nodes, but not before leastNodes.
	meanFactor = 16
	leastNodes = 1 << 28
)

// New plans a count of m by b. The plan depends on the model, the request and the kind of the
// backend, but not on the machine.
func New(
	ctx context.Context, b backends.Backend, m *cover.Model, r Request,
) (*Plan, native.Advice, error) {
	p := &Plan{
		Form: form, Version: r.Version, Puzzle: r.Task.Puzzle, Model: digestOf(m),
		Backend: r.Task.Backend, List: r.Task.List, UpToSymmetry: r.Task.UpToSymmetry,
		Units: r.Units, Fan: fan, Budget: r.Budget,
	}
	if r.Units < 0 || r.Units > maxUnits {
		return nil, native.Advice{}, fmt.Errorf("plan: %d units: want 1 to %d", r.Units, maxUnits)
	}
	_, counts := b.(backends.Counter)
	divider := adapter.DividerOf(b)
	p.List = p.List || !counts
	p.Symmetries = symmetries(p, m)
	if r.Restricts || divider == nil {
		if _, limits := b.(limiter); limits {
			p.Units, p.Budget = cmp.Or(p.Units, satUnits), cmp.Or(p.Budget, satBudget)
		}
		p.Restricts = max(1, p.Units)
		parts, err := await.Value(ctx, func() ([]cover.Shard, error) {
			return newShards(m, p.Restricts, fan).split(cover.Shard{}, p.Restricts), nil
		})
		p.Units = len(parts)
		return p.bounded(), native.Advice{Parts: p.Units, Factor: 1}, err
	}
	states, advice, err := divider.Partition(ctx, m, p.List, r.Units)
	if err != nil {
		return nil, advice, err
	}
	p.States = states
	if p.Units == 0 {
		p.Units = advice.Parts
	}
	if p.Budget == 0 && !advice.Merges && p.Units > 1 {
		p.Budget = int64(min(max(leastNodes, meanFactor*states.Nodes/float64(p.Units)),
			math.MaxInt64/4))
	}
	return p.bounded(), advice, nil
}

// symmetries is the number by which the sum of all units of m is divided, 0 for none.
func symmetries(p *Plan, m *cover.Model) int {
	if p.UpToSymmetry && !p.List && len(m.Sym) > 1 {
		return len(m.Sym)
	}
	return 0
}

// bounded removes a budget below 0 from the plan and returns the plan.
func (p *Plan) bounded() *Plan {
	p.Budget = max(0, p.Budget)
	return p
}

// All are the units before any is split.
func (p *Plan) All() []Unit {
	if p.Units <= 1 {
		return []Unit{{}}
	}
	return Unit{}.Split(p.Units)
}

// Splits reports whether the plan has a cut that splits a unit.
func (p *Plan) Splits(u Unit) bool {
	if p.States == nil {
		return len(u) < maxDepth
	}
	return len(u) < len(p.States.Cuts)
}

// Digest names the plan by everything in it.
func (p *Plan) Digest() string { return digestOf(p) }

// digestOf names a value by all of it. For a model, cover.Model.Fingerprint is not enough:
// it does not depend on the numbers of options, and units do.
func digestOf(v any) string {
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(v); err != nil {
		panic(err) // strings and numbers always marshal
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// ErrOther is wrapped by the errors for a plan of another program version or another model.
var ErrOther = errors.New("the plan is of another count")

// Parse reads a plan.
func Parse(text []byte) (*Plan, error) {
	var p Plan
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("plan: this is not a plan: %w", err)
	}
	if err := p.Sound(); err != nil {
		return nil, err
	}
	return &p, nil
}

// Sound returns an error for a plan from outside that New cannot have made.
func (p *Plan) Sound() error {
	switch {
	case p.Form == 0:
		return errors.New("plan: this is not a plan")
	case p.Form != form:
		return fmt.Errorf("plan: %w: its format is %d; this program reads %d", ErrOther, p.Form,
			form)
	case p.Units < 1 || p.Units > maxUnits || p.Fan < 2 || p.Fan > maxFan || p.Budget < 0 ||
		p.Symmetries < 0 ||
		p.Symmetries > 0 && (p.List || !p.UpToSymmetry) || (p.Restricts > 0) == (p.States != nil) ||
		p.Restricts < 0 || p.States != nil && len(p.States.Cuts) == 0:
		return errors.New("plan: it is damaged")
	}
	return nil
}

// Fits returns an error unless the program of this version made the plan for m.
func (p *Plan) Fits(m *cover.Model, version string) error {
	switch {
	case p.Version != version:
		return fmt.Errorf("plan: %w: exactile %s made it, and this is exactile %s; all workers "+
			"of a plan must have one version",
			ErrOther, p.Version, version)
	case p.Model != digestOf(m):
		return fmt.Errorf("plan: %w: %s has another model", ErrOther, p.Puzzle)
	case p.Symmetries != symmetries(p, m):
		return fmt.Errorf("plan: %w: %s has %d symmetries, not %d", ErrOther, p.Puzzle,
			symmetries(p, m), p.Symmetries)
	}
	return nil
}
