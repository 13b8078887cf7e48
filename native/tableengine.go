package native

import (
	"math"
	"math/big"
)

// A tableSearch is a fastSearch or a wideSearch.
type tableSearch interface {
	base() *walk
	scanner() *scan
	// from makes the board the search's own: the window's less some cells.
	from(open []uint64)
	// count and list search below a state; cell c must be empty.
	count(st state)
	list(st state)
	// step returns a random child of a state, and how many children there are.
	step(st state, rnd *random) (child state, children int)
	nodeCost() float64
}

// A tableEngine searches a window by tables. A count may merge states every
// spacing cells, unless that is not positive.
type tableEngine struct {
	tableSearch
	new       func(wk walk) tableSearch
	fast      *fastBoard // nil if the search is a wide one
	label     string
	order     *order
	spacing   int
	maxStates int64 // no layer of merged states is to have more
	start     state // with the root placed
	islands   *islands
	gates     []gate // those that a count below the current state will come to
}

// newFastEngine returns an engine with the tables of a fastBoard, or nil if w does not
// fit them.
func newFastEngine(s *settings, w *window, ord *order, wk walk) *tableEngine {
	b := newFastBoard(w)
	if b == nil {
		return nil
	}
	if s.pockets > 0 {
		b.sharpen(s.pockets)
	}
	return newTableEngine(s, w, &tableEngine{
		label: "fast", order: ord, fast: b, new: func(wk walk) tableSearch { return newFastSearch(b, newEndings(s, w), wk) },
	}, wk)
}

// newWideEngine returns an engine with the tables of a wideBoard, or nil if those would
// take too much memory.
func newWideEngine(s *settings, w *window, ord *order, wk walk) *tableEngine {
	b := newWideBoard(w)
	if b == nil {
		return nil
	}
	return newTableEngine(s, w, &tableEngine{
		label: "wide", order: ord, new: func(wk walk) tableSearch { return newWideSearch(b, wk) },
	}, wk)
}

// newTableEngine completes an engine that has its tables.
func newTableEngine(s *settings, w *window, e *tableEngine, wk walk) *tableEngine {
	e.spacing, e.maxStates = s.spacing, math.MaxInt64
	if s.islands > 0 {
		if e.islands = newIslands(w); e.islands != nil {
			e.islands.everywhere()
		}
	}
	e.tableSearch = e.new(wk)
	return e
}

func (e *tableEngine) clone(wk walk) engine {
	c := *e
	c.tableSearch = e.new(wk)
	return &c
}

// sharpen puts the pockets of so many bytes into the tables, if it can. Clones made
// before know nothing of them.
func (e *tableEngine) sharpen(bytes int) {
	if e.fast == nil {
		return
	}
	e.fast.sharpen(bytes)
	old := e.base()
	e.tableSearch = e.new(walk{ctx: old.ctx, maxNodes: old.maxNodes, pauseAt: 1, rules: old.rules.again()})
}

func (e *tableEngine) stats(nodes float64, did *walk) Stats {
	st := did.stats(e.label, nodes)
	st.Order, st.Merge = e.order.name, max(0, e.spacing)
	return st
}

func (e *tableEngine) place(r *root) {
	b := e.scanner()
	open, k := b.w.rooted(r, e.order)
	e.from(open)
	e.start = state{b.nextOpen(0), 0, k}
}

func (e *tableEngine) unplace(*root) {}

func (e *tableEngine) sweep() *big.Int {
	b := e.scanner()
	before := b.found
	switch {
	case e.start.c == b.w.n:
		b.chosen = b.chosen[:0]
		if b.full(e.start.k) && b.visit != nil {
			b.deliver(b.chosen, 0)
		}
	case b.visit != nil:
		e.list(e.start)
	default:
		if b.share == nil {
			e.gates = e.gatesOf(-1, false)
		}
		b.arrive = e.arrive
		e.pass(e.start, e.gates)
	}
	return new(big.Int).SetUint64(b.found - before)
}

func (e *tableEngine) split(limit int, listing bool) {
	e.base().limit = limit // which is what a listing goes by
	e.gates = e.gatesOf(limit, listing)
}

func (e *tableEngine) probe(rnd *random) (nodes, time float64) {
	nodes = e.guess(e.start, rnd)
	return nodes, nodes * e.nodeCost()
}

// guess estimates the number of nodes from a state on.
func (e *tableEngine) guess(st state, rnd *random) float64 {
	b := e.scanner()
	nodes, width := 0.0, 1.0
	for st.c < b.w.n {
		b.nodes++
		nodes += width
		child, children := e.step(st, rnd)
		if children == 0 {
			break
		}
		width *= float64(children)
		st = child
	}
	return nodes
}

// rooted returns the board and the packed counts once the root is placed.
func (w *window) rooted(r *root, ord *order) (open []uint64, k uint64) {
	if r.option < 0 {
		return w.open, w.start
	}
	open = append([]uint64(nil), w.open...)
	for _, i := range w.p.m.Options[r.option] {
		if at := int(ord.pos[i]); at >= 0 {
			for c := max(0, at-63); c <= at; c++ {
				open[c] &^= 1 << (at - c)
			}
		}
	}
	k = w.start
	for n, o := range w.p.live {
		if o == r.option {
			k -= w.kinds[w.kindOf[n]].unit
			break
		}
	}
	return open, k
}
