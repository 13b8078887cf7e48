package run

import (
	"context"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// A Search is the part of a depth-first search that does not depend on what is searched:
// what becomes of the solutions it finds, what its tasks are, and when to stop.
type Search struct {
	// Limit is where the walk goes no further, and none a limit that it never comes to:
	// a cell for tables, a number of placements for the others.
	Limit, None int
	// Found counts the solutions, and visit, if not nil, is given the options of each.
	Found uint64
	Visit func(chosen []int32, same int) bool
	// VisitAll, if not nil, visits the solutions that contain what is chosen and end
	// in one of several ways, each given as a set of options. It returns how many it
	// visited before the visitor had enough.
	VisitAll func(chosen []int32, ends []uint64) (visited int, more bool)

	Nodes    int64 // states expanded
	PauseAt  int64 // look at the context and the budget once nodes gets here
	Every    int64 // how many nodes later to look again
	MaxNodes int64 // 0: no budget
	Ctx      context.Context
	Err      error
	Stopped  bool
	Chosen   []int32 // scratch for visit

	Rules      Rules
	rootOption int32 // the option of the root that is placed, -1 for none

	Meter   func(nodes, solutions int64) // adds to a meter; nil: nobody looks
	weight  int64                        // how many solutions one below the present root stands for
	metered sighting

	Share     *Tasks // nil: the whole search is one task
	task      int    // how many tasks the walk has come by
	Claimed   int    // the task it will do next, or does
	InTask    bool
	alone     bool    // the task is one solution, which is yet to be delivered
	entered   int64   // nodes when it began
	taskNodes int64   // nodes within tasks
	out       *stream // of the task
	batch     []cover.Solution
	Weigh     bool // write down the likely nodes of each task in weights
	Weights   []float64
	Rnd       problem.Random
}

// A search looks at its context about every millisecond: after PauseEvery nodes
// where a node is a few look-ups, and otherwise after so many that they make
// pauseWork steps at most.
const (
	PauseEvery = 1 << 16
	PauseWork  = 1 << 20
	// VisitNodes is how many nodes' time it takes to hand on a solution.
	VisitNodes = 1 << 8
)

// Pause decides at pauseAt whether the walk goes on. Once it has said no, every
// later node says no too, so that the recursion unwinds by itself.
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
	} else {
		s.PauseAt = s.Nodes + s.Every
		if s.MaxNodes > 0 {
			s.PauseAt = min(s.PauseAt, s.MaxNodes+1)
		}
	}
	return s.Stopped
}

func (s *Search) Stop(err error) {
	if !s.Stopped {
		s.Stopped, s.Err, s.PauseAt = true, err, 0
	}
}

// Solution counts a solution. It reports false for one that is not this walk's
// to count. If there is a visit to pay, deliver must follow.
func (s *Search) Solution() bool {
	if s.Stopped {
		return false
	}
	if s.Share != nil && !s.InTask {
		// It hangs above every task, so it is a task of its own.
		if !s.enter() {
			return false
		}
		if s.Visit == nil {
			s.leave()
		} else {
			s.alone = true
		}
	}
	s.Found++
	return true
}

// Deliver visits the solution of the given options, of which the first few are the
// same as in the solution before: as many or more.
func (s *Search) Deliver(chosen []int32, same int) {
	if !s.Visit(chosen, same) {
		s.Stop(nil)
	}
	s.PauseAt -= VisitNodes
	if s.alone {
		s.alone = false
		s.leave()
	}
}

// DeliverAll counts and visits solutions, none of them a task of its own, given as
// visitAll takes them with so many words to a set. It may pause between them.
func (s *Search) DeliverAll(chosen []int32, ends []uint64, words int) {
	for len(ends) > 0 && !(s.Nodes >= s.PauseAt && s.Pause()) {
		some := min(len(ends), 64*words)
		n, more := s.VisitAll(chosen, ends[:some])
		ends = ends[some:]
		s.Found += uint64(n)
		if !more {
			s.Stop(nil)
		}
		s.PauseAt -= int64(n) * VisitNodes
	}
}
