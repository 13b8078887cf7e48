package run

import (
	"context"
	"math"
	"math/big"

	"github.com/exactile/exactile/native/internal/problem"
)

// A Search is the part of a depth-first search that does not depend on what is searched:
// what becomes of the solutions it finds, what its tasks are, and when to stop.
type Search struct {
	// Limit is where the search goes no further, and None a limit that it never reaches:
	// a cell for tables, a number of placements for the others.
	Limit, None int
	// Found counts the solutions. Visit, if not nil, gets the options of each.
	Found uint64
	Visit func(chosen []int32) bool

	Nodes    int64 // states expanded
	PauseAt  int64 // look at the context and the budget once Nodes gets here
	Every    int64 // how many nodes later to look again
	MaxNodes int64 // 0: no budget
	// Again, if not nil, is called once the search has AgainAt nodes. It returns the number
	// of nodes at which to call it next, or 0 to end the search there.
	Again   func() (next int64)
	AgainAt int64
	Ctx     context.Context
	Err     error
	Stopped bool
	Chosen  []int32 // scratch for Visit

	// Prune is the caller's rule, nil for none. Its arguments are scratch.
	Prune      func(chosen, covered []int) bool
	assigned   struct{ chosen, covered []int }
	rootOption int32 // the option of the root that is placed, -1 for none
	meter      metering
	Claim
}

// A search checks its context about every millisecond: after PauseEvery nodes
// if a node is a few look-ups, and otherwise after as many as make PauseWork
// steps at most.
const (
	PauseEvery = 1 << 16
	PauseWork  = 1 << 20
	// VisitNodes is how many nodes take as long as passing on a solution.
	VisitNodes = 1 << 8
)

// Pause decides at PauseAt whether the search goes on. Once it has stopped the search, it
// stops every later node, too, so that the recursion unwinds by itself.
func (s *Search) Pause() (stop bool) {
	if s.Stopped {
		return true
	}
	s.Record()
	if s.MaxNodes > 0 && s.Nodes > s.MaxNodes {
		s.Nodes = s.MaxNodes
		s.Stop(ErrBudget)
	} else if err := s.Ctx.Err(); err != nil {
		s.Stop(err)
	} else if s.continues() {
		s.PauseAt = s.Nodes + s.Every
		if s.MaxNodes > 0 {
			s.PauseAt = min(s.PauseAt, s.MaxNodes+1)
		}
	}
	return s.Stopped
}

// continues calls Again if it is due, and reports whether the search goes on.
func (s *Search) continues() bool {
	if s.Again != nil && s.Nodes >= s.AgainAt {
		if s.AgainAt = s.Again(); s.AgainAt == 0 {
			s.Stop(nil)
		}
	}
	return !s.Stopped
}

func (s *Search) Stop(err error) {
	if !s.Stopped {
		s.Stopped, s.Err, s.PauseAt = true, err, 0
	}
}

// Solution counts a solution. It reports false if another worker counts the
// solution. If it reports true and Visit is set, Deliver must follow.
func (s *Search) Solution() bool {
	if s.Stopped {
		return false
	}
	if s.Share != nil && !s.InTask {
		// It is above every task, so it is a task of its own.
		if !s.enter(s.Nodes) {
			return false
		}
		if s.Visit == nil {
			s.leave(s.Nodes, s.Stopped)
		} else {
			s.alone = true
		}
	}
	s.Found++
	return true
}

// Total is how many solutions were counted.
func (s *Search) Total() *big.Int {
	return new(big.Int).SetUint64(s.Found)
}

// Deliver visits the solution of the given options.
func (s *Search) Deliver(chosen []int32) {
	if !s.Visit(chosen) {
		s.Stop(nil)
	}
	s.PauseAt -= VisitNodes
	if s.alone {
		s.alone = false
		s.leave(s.Nodes, s.Stopped)
	}
}

// AsTask runs the search below a node at the limit as a task, with no limit below it.
func (s *Search) AsTask(run func()) {
	if s.Stopped || !s.enter(s.Nodes) {
		return
	}
	limit := s.Limit
	s.Limit = s.None
	run()
	s.Limit = limit
	s.leave(s.Nodes, s.Stopped)
}

// Skip reports whether the state after the next choice, with this number of
// placements, is a task of another worker, and counts it. Where choices take long
// this saves each worker from making those of the others.
func (s *Search) Skip(placements int) bool {
	if s.Limit < 0 || placements < s.Limit || s.InTask || s.task == s.Claimed {
		return false
	}
	s.task++
	return true
}

// Cut reports whether the caller's rule gives up the search below the chosen options,
// on top of the settled ones and of the root's.
func (s *Search) Cut(p *problem.Problem, chosen []int32) bool {
	part := &s.assigned
	if part.covered == nil {
		part.covered = make([]int, len(p.Model.Items))
	}
	for _, o := range part.chosen {
		for _, i := range p.Model.Options[o] {
			part.covered[i] = 0
		}
	}
	part.chosen = append(part.chosen[:0], p.Taken...)
	if s.rootOption >= 0 {
		part.chosen = append(part.chosen, int(s.rootOption))
	}
	for _, o := range chosen {
		part.chosen = append(part.chosen, int(o))
	}
	for _, o := range part.chosen {
		for _, i := range p.Model.Options[o] {
			part.covered[i]++
		}
	}
	return s.Prune(part.chosen, part.covered)
}

// Stats are those of a search by the name of its walker.
func (s *Search) Stats(engine string, nodes float64) Stats {
	return Stats{Engine: engine, Estimate: nodes, Nodes: s.tried(), Solutions: s.found()}
}

// found is how many solutions were counted, at most math.MaxInt64.
func (s *Search) found() int64 {
	return int64(min(s.Found, math.MaxInt64))
}

// tried is the number of nodes without those beyond a budget, which were only counted
// while the recursion unwound.
func (s *Search) tried() int64 {
	if s.MaxNodes > 0 {
		return min(s.Nodes, s.MaxNodes)
	}
	return s.Nodes
}

// ShowTo makes the search show its further work to a meter, given by its function add;
// nil for none.
func (s *Search) ShowTo(add func(nodes, solutions int64)) {
	s.meter = metering{add, s.meter.weight, s.Nodes, s.found()}
}

// ShowNodesTo is ShowTo without solutions: where states are merged, each solution found
// stands for as many as there are ways to its state.
func (s *Search) ShowNodesTo(add func(nodes, solutions int64)) {
	s.meter = metering{add, 0, s.Nodes, s.found()}
}

// Record shows the meter what the search did since the last call. It must be called
// before another root is placed, since a solution counts once for each image of its
// root.
func (s *Search) Record() { s.meter.show(s.tried(), s.found()) }
