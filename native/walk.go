package native

import (
	"context"

	"github.com/exactile/exactile/encode/cover"
)

// A walk is the part of a depth-first search that does not depend on what is searched:
// what becomes of the solutions it finds, what its tasks are, and when to stop.
type walk struct {
	// limit is where the walk goes no further, and none a limit that it never comes to:
	// a cell for tables, a number of placements for the others.
	limit, none int
	// found counts the solutions, and visit, if not nil, is given the options of each.
	found uint64
	visit func(chosen []int32, same int) bool
	// visitAll, if not nil, visits the solutions that contain what is chosen and end
	// in one of several ways, each given as a set of options. It returns how many it
	// visited before the visitor had enough.
	visitAll func(chosen []int32, ends []uint64) (visited int, more bool)

	nodes    int64 // states expanded
	pauseAt  int64 // look at the context and the budget once nodes gets here
	every    int64 // how many nodes later to look again
	maxNodes int64 // 0: no budget
	ctx      context.Context
	err      error
	stopped  bool
	chosen   []int32 // scratch for visit

	rules      rules
	rootOption int32 // the option of the root that is placed, -1 for none

	meter   *Meter // nil: nobody looks
	weight  int64  // how many solutions one below the present root stands for
	metered struct {
		nodes int64
		found uint64
	}

	share     *tasks // nil: the whole search is one task
	task      int    // how many tasks the walk has come by
	claimed   int    // the task it will do next, or does
	inTask    bool
	alone     bool    // the task is one solution, which is yet to be delivered
	entered   int64   // nodes when it began
	taskNodes int64   // nodes within tasks
	out       *stream // of the task
	batch     []cover.Solution
	weigh     bool // write down the likely nodes of each task in weights
	weights   []float64
	rnd       random
}

// A search looks at its context about every millisecond: after pauseEvery nodes
// where a node is a few look-ups, and otherwise after so many that they make
// pauseWork steps at most.
const (
	pauseEvery = 1 << 16
	pauseWork  = 1 << 20
	// visitNodes is how many nodes' time it takes to hand on a solution.
	visitNodes = 1 << 8
)

// pause decides at pauseAt whether the walk goes on. Once it has said no, every
// later node says no too, so that the recursion unwinds by itself.
func (s *walk) pause() (stop bool) {
	if s.stopped {
		return true
	}
	s.record()
	if s.maxNodes > 0 && s.nodes > s.maxNodes {
		s.nodes = s.maxNodes
		s.stop(ErrBudget)
	} else if err := s.ctx.Err(); err != nil {
		s.stop(err)
	} else {
		s.pauseAt = s.nodes + s.every
		if s.maxNodes > 0 {
			s.pauseAt = min(s.pauseAt, s.maxNodes+1)
		}
	}
	return s.stopped
}

func (s *walk) stop(err error) {
	if !s.stopped {
		s.stopped, s.err, s.pauseAt = true, err, 0
	}
}

// solution counts a solution. It reports false for one that is not this walk's
// to count. If there is a visit to pay, deliver must follow.
func (s *walk) solution() bool {
	if s.stopped {
		return false
	}
	if s.share != nil && !s.inTask {
		// It hangs above every task, so it is a task of its own.
		if !s.enter() {
			return false
		}
		if s.visit == nil {
			s.leave()
		} else {
			s.alone = true
		}
	}
	s.found++
	return true
}

// deliver visits the solution of the given options, of which the first few are the
// same as in the solution before: as many or more.
func (s *walk) deliver(chosen []int32, same int) {
	if !s.visit(chosen, same) {
		s.stop(nil)
	}
	s.pauseAt -= visitNodes
	if s.alone {
		s.alone = false
		s.leave()
	}
}

// deliverAll counts and visits solutions, none of them a task of its own, given as
// visitAll takes them with so many words to a set. It may pause between them.
func (s *walk) deliverAll(chosen []int32, ends []uint64, words int) {
	for len(ends) > 0 && !(s.nodes >= s.pauseAt && s.pause()) {
		some := min(len(ends), 64*words)
		n, more := s.visitAll(chosen, ends[:some])
		ends = ends[some:]
		s.found += uint64(n)
		if !more {
			s.stop(nil)
		}
		s.pauseAt -= int64(n) * visitNodes
	}
}
