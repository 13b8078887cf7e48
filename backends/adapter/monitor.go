package adapter

import (
	"math"
	"sync/atomic"

	"github.com/exactile/exactile/native"
)

// A Monitor shows how far the searches of a backend have come while they run: a
// backend that got it by its Options adds to it. It may be read at any time. The
// zero Monitor is ready for use.
type Monitor struct {
	// Fraction makes searchers report Done, too. For that they must split their work
	// into parts, which costs some per cent if solutions are listed.
	Fraction bool
	// Search is for the searchers of package native.
	Search native.Meter

	done      atomic.Uint64 // the bits of a float64
	solutions atomic.Int64  // of SAT engines
	conflicts atomic.Int64
}

// Done is the part of the present search that is done, from 0 to 1, as far as it
// can be estimated; 0 if it cannot. It falls when another search begins.
func (m *Monitor) Done() float64 { return math.Float64frombits(m.done.Load()) }

// Solutions is how many solutions were found one by one, by all searches so far.
func (m *Monitor) Solutions() int64 { return m.Search.Solutions() + m.solutions.Load() }

// Nodes is how many choices searchers have tried.
func (m *Monitor) Nodes() int64 { return m.Search.Nodes() }

// Add adds to the solutions that were found one by one, and to the conflicts.
func (m *Monitor) Add(solutions, conflicts int64) {
	m.solutions.Add(solutions)
	m.conflicts.Add(conflicts)
}

// Conflicts is how many conflicts SAT engines have met, as far as they report them.
func (m *Monitor) Conflicts() int64 { return m.conflicts.Load() }

// SetDone sets the part of the present search that is done.
func (m *Monitor) SetDone(part float64) { m.done.Store(math.Float64bits(part)) }

// AddDone adds to the part that is done; several workers may call it at once.
func (m *Monitor) AddDone(part float64) {
	for {
		old := m.done.Load()
		if m.done.CompareAndSwap(old, math.Float64bits(min(1, math.Float64frombits(old)+part))) {
			return
		}
	}
}
