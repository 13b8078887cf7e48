package table

import (
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Searcher is a FastSearch or a wideSearch.
type Searcher interface {
	Base() *run.Search
	Scanner() *Scan
	// From makes the board the search's own: the window's less some cells.
	From(open []uint64)
	// Count and list search below a state; cell c must be empty.
	Count(st State)
	List(st State)
	// Step returns a random child of a state, and how many children there are.
	Step(st State, rnd *problem.Random) (child State, children int)
	NodeCost() float64
}

// An Engine searches a window by tables. A count may merge equal states every Spacing
// cells; it never does where that is 0 or less.
type Engine struct {
	Searcher
	new         func(wk run.Search) Searcher
	fast        *fastBoard // nil if the search is a wide one
	Label       string
	Order       *problem.Order
	Spacing     int
	MaxStates   int64 // no layer of merged states is to have more
	Start       State // with the root placed
	Components  *components
	checkpoints []checkpoint // those that a count below the current state will come to
}

// NewFast returns an engine with the tables of a fastBoard, or nil if w does not
// fit them.
func NewFast(s *run.Settings, w *Window, ord *problem.Order, wk run.Search) *Engine {
	b := newFastBoard(w)
	if b == nil {
		return nil
	}
	if s.Enclosed > 0 {
		b.sharpen(s.Enclosed)
	}
	return newEngine(s, w, &Engine{
		Label: "fast", Order: ord, fast: b, new: func(wk run.Search) Searcher { return newFastSearch(b, NewCompletions(s, w), wk) },
	}, wk)
}

// NewWide returns an engine with the tables of a wideBoard, or nil if those would
// take too much memory.
func NewWide(s *run.Settings, w *Window, ord *problem.Order, wk run.Search) *Engine {
	b := newWideBoard(w)
	if b == nil {
		return nil
	}
	return newEngine(s, w, &Engine{
		Label: "wide", Order: ord, new: func(wk run.Search) Searcher { return newWideSearch(b, wk) },
	}, wk)
}

// newEngine completes an engine that has its tables.
func newEngine(s *run.Settings, w *Window, e *Engine, wk run.Search) *Engine {
	e.Spacing, e.MaxStates = s.Spacing, math.MaxInt64
	if s.Components > 0 {
		if e.Components = NewComponents(w); e.Components != nil {
			e.Components.everywhere()
		}
	}
	e.Searcher = e.new(wk)
	return e
}

func (e *Engine) Clone(wk run.Search) run.Engine {
	c := *e
	c.Searcher = e.new(wk)
	return &c
}

// Sharpen takes the placements that leave an enclosed cell, in so many bytes of the
// window, out of the tables of a fastBoard. Clones made before keep the tables as they
// were.
func (e *Engine) Sharpen(bytes int) {
	if e.fast == nil {
		return
	}
	e.fast.sharpen(bytes)
	old := e.Base()
	e.Searcher = e.new(run.Search{Ctx: old.Ctx, MaxNodes: old.MaxNodes, PauseAt: 1, Rules: old.Rules.Again()})
}

func (e *Engine) Stats(nodes float64, did *run.Search) run.Stats {
	st := did.Stats(e.Label, nodes)
	st.Order, st.Merge = e.Order.Name, max(0, e.Spacing)
	return st
}

func (e *Engine) Place(r *problem.Root) {
	b := e.Scanner()
	open, k := b.Window.rooted(r, e.Order)
	e.From(open)
	e.Start = State{b.NextOpen(0), 0, k}
}

func (e *Engine) Unplace(*problem.Root) {}

func (e *Engine) Sweep() *big.Int {
	b := e.Scanner()
	before := b.Found
	switch {
	case e.Start.C == b.Window.N:
		b.Chosen = b.Chosen[:0]
		if b.Full(e.Start.K) && b.Visit != nil {
			b.Deliver(b.Chosen, 0)
		}
	case b.Visit != nil:
		e.List(e.Start)
	default:
		if b.Share == nil {
			e.checkpoints = e.checkpointsOf(-1, false)
		}
		b.Arrive = e.arrive
		e.pass(e.Start, e.checkpoints)
	}
	return new(big.Int).SetUint64(b.Found - before)
}

func (e *Engine) Split(limit int, listing bool) {
	e.Base().Limit = limit // which is what a listing goes by
	e.checkpoints = e.checkpointsOf(limit, listing)
}

func (e *Engine) Probe(rnd *problem.Random) (nodes, time float64) {
	nodes = e.guess(e.Start, rnd)
	return nodes, nodes * e.NodeCost()
}

// guess estimates the number of nodes from a state on.
func (e *Engine) guess(st State, rnd *problem.Random) float64 {
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
	open = append([]uint64(nil), w.Open...)
	for _, i := range w.p.Model.Options[r.Option] {
		if at := int(ord.Pos[i]); at >= 0 {
			for c := max(0, at-63); c <= at; c++ {
				open[c] &^= 1 << (at - c)
			}
		}
	}
	k = w.start
	for n, o := range w.p.Live {
		if o == r.Option {
			k -= w.kinds[w.kindOf[n]].unit
			break
		}
	}
	return open, k
}

// checkpointsOf returns the checkpoints of a search in the order of their cells; task is
// the cell at which tasks begin, -1 for none. A listing does not ask for components.
func (e *Engine) checkpointsOf(task int, listing bool) []checkpoint {
	var checkpoints []checkpoint
	if e.Components != nil && !listing {
		for _, c := range e.Components.stops {
			checkpoints = append(checkpoints, checkpoint{cell: c, components: true})
		}
	}
	if task >= 0 {
		checkpoints = append(checkpoints, checkpoint{cell: task, task: true})
	}
	slices.SortStableFunc(checkpoints, func(a, b checkpoint) int { return a.cell - b.cell })
	return checkpoints
}

// pass counts below a state; checkpoints are those that it has not come to yet.
func (e *Engine) pass(st State, checkpoints []checkpoint) {
	b := e.Scanner()
	limit := b.Limit
	passed := e.checkpoints
	e.checkpoints, b.Limit = checkpoints, b.Window.N
	if len(checkpoints) > 0 {
		b.Limit = checkpoints[0].cell
	}
	e.Count(st)
	e.checkpoints, b.Limit = passed, limit
}

// arrive takes a state through the checkpoints it has come to, all of them at once, so
// that what is asked of a state does not depend on where tasks begin.
func (e *Engine) arrive(st State) {
	checkpoints := e.checkpoints
	var here checkpoint
	for len(checkpoints) > 0 && checkpoints[0].cell <= st.C {
		here.components = here.components || checkpoints[0].components
		here.task = here.task || checkpoints[0].task
		checkpoints = checkpoints[1:]
	}
	b := e.Scanner()
	switch {
	case here.components && e.Components.hopeless(b.Open, st):
	case here.task:
		if b.Weigh {
			b.Weights = append(b.Weights, e.guess(st, &b.Rnd))
		}
		b.AsTask(func() { e.pass(st, checkpoints) })
	default:
		e.pass(st, checkpoints)
	}
}
