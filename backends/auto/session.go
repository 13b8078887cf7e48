package auto

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A task is what is asked for; a step names all the tasks that it is for.
type task uint8

const (
	one       task = 1 << iota // solution
	several                    // solutions
	all                        // solutions
	number                     // of all solutions
	solutions = one | several | all
	every     = solutions | number
)

// A budget ends a step without an answer.
type budget struct {
	nodes int64         // at most; 0: no limit
	lists time.Duration // at most so many nodes as a search by lists has in this time; 0: no limit
}

// An answer is what a step has found out.
type answer struct {
	name     string           // in place of the step's
	count    *big.Int         // of a count
	solution cover.Solution   // the first; nil: there is none
	lister   backends.Backend // lists all solutions, if more than one is requested
	yielded  bool             // the solutions have been yielded
}

// The names of what has an answer, but for the members of a race.
const (
	argumentName = "argument" // an argument is no search, but ends one
	formulaName  = "formula"
	nativeName   = "native"
	hunterName   = "native/hunter"
	beamName     = "native/beam"
)

// A session is one answer to one task.
type session struct {
	Backend
	model *cover.Model
	task  task
	most  int64                     // solutions; 0: all
	yield func(cover.Solution) bool // where native lists to the end
	cost  backends.Stats            // of the last step
	// What steps have shown, and what weigh has set.
	noTables     bool          // native searches without tables
	listCost     time.Duration // of a node by lists, about
	copies       int           // of a piece, at most
	beamFirst    bool          // the beam comes before the long searches, and not after them
	beamAlone    bool          // and it begins before all other searches
	hunter, beam *turnTaker    // nil: not begun

	race     *portfolio.Race // nil if there is none
	searched bool            // native searched to the end, without a race
	winner   string          // "" until there is one
}

func (b Backend) session(m *cover.Model, t task) *session {
	if b.observer == nil {
		b.observer = func(backends.Stats) {}
	}
	if b.Native.Progress != nil {
		b.Native.Progress(0) // it may have seen another search
	}
	return &session{Backend: b, model: m, task: t}
}

// isAlone reports whether native searches to the end, without a race.
func isAlone(s *session) bool {
	if s.task == number {
		return !s.RaceCounts
	}
	return s.Alone
}

// win records the winner.
func (s *session) win(name string) {
	s.winner = name
	if s.Won != nil {
		s.Won(name)
	}
}

// report reports the cost of the winner's search, with its name where it was one of many.
func (s *session) report() {
	cost := s.cost
	if s.race != nil {
		cost = s.race.Cost()
	}
	switch how := cost.Engine; {
	case s.winner == "", s.searched && how != "":
	case how == "":
		cost.Engine = s.winner
	default:
		cost.Engine = s.winner + ", " + how
	}
	s.observer(cost)
}

// wrapped returns the error of ctx if it has ended, else err.
func (s *session) wrapped(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.searched:
		return err
	}
	return fmt.Errorf("portfolio: %w", err)
}

// nodes is how many nodes a budget has.
func (s *session) nodes(b budget) int64 {
	if b.lists == 0 {
		return b.nodes
	}
	lists := max(1<<6, int64(b.lists/s.listCost))
	if b.nodes == 0 {
		return lists
	}
	return min(b.nodes, lists)
}

// searcher returns native's search to the end, which sets cost.
func (s *session) searcher() native.Searcher {
	n := s.Native
	n.Stats = s.note
	return n
}

// within returns native's search with a budget of nodes, 0 for none.
func (s *session) within(nodes int64) native.Searcher {
	n := s.searcher()
	n.MaxNodes = nodes
	return n
}

func (s *session) note(st native.Stats) {
	s.cost = backends.Stats{}
	s.cost.AddSearch(st)
}

// tables reports whether the last search used tables, or merged states along them.
func (s *session) tables() bool {
	switch s.cost.Engine {
	case "fast", "wide", "layers":
		return true
	}
	return false
}
