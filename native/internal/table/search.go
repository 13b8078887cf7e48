package table

import (
	"math/big"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Searcher is a FastSearch or a wideSearch.
type Searcher interface {
	Base() *run.Search
	Scanner() *Scan
	// From sets the board to search: that of the window less some cells.
	From(open []uint64)
	// Count and list search below a state; cell c must be empty.
	Count(st State)
	List(st State)
	// Step returns a random child of a state, and how many children there are.
	Step(st State, rnd *problem.Random) (child State, children int)
	NodeCost() float64
}

// A Search searches a window by tables.
type Search struct {
	Searcher
	new        func(wk run.Search) Searcher
	fast       *fastBoard // nil if the search is a wide one
	Label      string
	Order      *problem.Order
	Start      State // with the root placed
	tests      []stateTest
	listing    bool        // the tasks are those of a listing
	Slowed     string      // the caller's hook that rules out the faster tables
	classTests *ClassTests // nil: all states pass
}

// NewFast returns a search with the tables of a fastBoard, or nil if w does not
// fit them.
func NewFast(s *run.Settings, w *Window, ord *problem.Order, wk run.Search) *Search {
	b := newFastBoard(w, demandsOf)
	if b == nil {
		return nil
	}
	return newSearch(s, w, &Search{
		Label: "fast", Order: ord, fast: b,
		new: func(wk run.Search) Searcher { return newFastSearch(b, wk) },
	}, wk)
}

// NewWide returns a search with the tables of a wideBoard, or nil if those would
// take too much memory.
func NewWide(s *run.Settings, w *Window, ord *problem.Order, wk run.Search) *Search {
	b := newWideBoard(w, demandsOf)
	if b == nil {
		return nil
	}
	return newSearch(s, w, &Search{
		Label: "wide", Order: ord,
		new: func(wk run.Search) Searcher { return newWideSearch(b, wk) },
	}, wk)
}

// newSearch completes a search that has its tables.
func newSearch(s *run.Settings, w *Window, e *Search, wk run.Search) *Search {
	e.prune(w, func(r *Rule) int { return r.chosen(s.Levels) })
	e.Searcher = e.new(wk)
	return e
}

// Restrict restricts the search to states that pass class tests.
func (e *Search) Restrict(g *ClassTests) { e.classTests = g }

// Tune adds the rules that pay in a search of the expected length. Clones made before do
// not get them.
func (e *Search) Tune(s *run.Settings, expected Expected) {
	w := e.Scanner().Window
	expected.Options = len(w.p.Live)
	if e.prune(w, func(r *Rule) int { return r.expected(s.Levels, expected) }) {
		old := e.Base()
		e.Searcher = e.new(run.Search{
			Ctx: old.Ctx, MaxNodes: old.MaxNodes, PauseAt: 1, Prune: old.Prune,
		})
	}
}

// prune adds the rules whose level is not 0, and reports whether there are any.
func (e *Search) prune(w *Window, level func(r *Rule) int) (some bool) {
	for n := range Rules {
		r := &Rules[n]
		level := level(r)
		if level == 0 {
			continue
		}
		some = true
		if r.tune != nil && e.fast != nil {
			r.tune(e.fast, level)
		}
		if r.newTest != nil {
			if a := r.newTest(w); a != nil {
				e.tests = append(e.tests, a)
			}
		}
	}
	return some
}

func (e *Search) Clone(wk run.Search) run.Walker {
	c := *e
	c.Searcher = e.new(wk)
	return &c
}

func (e *Search) Stats(nodes float64, did *run.Search) run.Stats {
	st := did.Stats(e.Label, nodes)
	st.Order, st.Slowed = e.Order.Name, e.Slowed
	return st
}

func (e *Search) Place(r *problem.Root) {
	b := e.Scanner()
	open, k := b.Window.rooted(r, e.Order)
	if e.classTests != nil {
		b.classTests = e.classTests.rooted(b.Window, r, e.Order, b.Window.start-k)
		b.setTests(nil)
	}
	e.From(open)
	e.Start = State{b.NextOpen(0), 0, k}
}

func (e *Search) Unplace(*problem.Root) {}

func (e *Search) Sweep() *big.Int {
	b := e.Scanner()
	before := b.Found
	switch {
	case b.classTests != nil && !b.classTests.pass(-1, e.Start):
	case e.Start.C == b.Window.N:
		b.Chosen = b.Chosen[:0]
		if b.Full(e.Start.K) && b.Visit != nil {
			b.Deliver(b.Chosen)
		}
	case b.Visit != nil:
		e.List(e.Start)
	default:
		b.Emit = e.visit
		if !e.listing {
			b.setTests(e.tests)
		}
		e.Count(e.Start)
		b.setTests(nil)
	}
	return new(big.Int).SetUint64(b.Found - before)
}

func (e *Search) Split(limit int, listing bool) {
	e.Base().Limit = limit
	e.listing = listing
}

func (e *Search) Probe(rnd *problem.Random) (nodes, time float64) {
	nodes = e.guess(e.Start, rnd)
	return nodes, nodes * e.NodeCost()
}

// guess estimates the number of nodes from a state on.
func (e *Search) guess(st State, rnd *problem.Random) float64 {
	b := e.Scanner()
	nodes, width := 0.0, 1.0
	for st.C < b.Window.N {
		b.Nodes++
		nodes += width
		child, children := e.Step(st, rnd)
		if children == 0 {
			break
		}
		width *= float64(children)
		st = child
	}
	return nodes
}

// rooted returns the board and the packed counts once the root is placed.
func (w *Window) rooted(r *problem.Root, ord *problem.Order) (open []uint64, k uint64) {
	if r.Option < 0 {
		return w.Open, w.start
	}
	open = slices.Clone(w.Open)
	for _, i := range w.p.Model.Options[r.Option] {
		if at := int(ord.Pos[i]); at >= 0 {
			for c := max(0, at-63); c <= at; c++ {
				open[c] &^= 1 << (at - c)
			}
		}
	}
	n, _ := slices.BinarySearch(w.p.Live, r.Option) // roots are of live options
	return open, w.start - w.kinds[w.kindOf[n]].unit
}

// visit makes a task of a state at the limit.
func (e *Search) visit(st State) {
	b := e.Scanner()
	if b.Weigh {
		b.Weights = append(b.Weights, e.guess(st, &b.Rnd))
	}
	b.AsTask(func() { e.Count(st) })
}
