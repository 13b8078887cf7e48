package links

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Search searches a linkMatrix depth first, by the item with the fewest choices.
type Search struct {
	run.Search
	p          *problem.Problem
	matrix     *linkMatrix
	dropped    []int32       // nodes of the options dropped on the way here
	forced     []int32       // nodes of the options that were forced on the way here
	pairs      *pairSearch   // the search once few items are left; nil: none
	reduce     *reduceSearch // the search before the pairs; nil: none
	kind       Kind
	classTests *classTests // nil: all states pass
	// allItems is set if the next choice must look at all items with need: the last one may have
	// passed by some with a single choice.
	allItems bool
	unplaced mark // before the root
	seen     int  // how many of the matrix's tight items earlier choices have looked at
}

// A Kind is how far a search by the most constrained item goes beyond links. A caller's rule
// needs every choice, and only links keep them: with such a rule the search stays in links.
type Kind int

const (
	Links    Kind = iota // all in links
	Words                // in pairs of words and rows of bits, once little is left
	Reduced              // first in reduced matrices, as long as there are many options
	Thorough             // in reduced matrices to the end; for experiments
)

// New returns a search that uses the kind as far as the model allows.
func New(p *problem.Problem, kind Kind, wk run.Search) *Search {
	s := &Search{p: p, kind: kind}
	s.begin(wk, func(int) bool { return false })
	return s
}

// NewFiltered is New for a search of only the solutions that pass a filter.
func NewFiltered(p *problem.Problem, kind Kind, f *classes.Filter, wk run.Search) *Search {
	s := &Search{p: p, kind: kind}
	s.begin(wk, func(i int) bool { return f.Pos[i] >= 0 })
	s.classTests = newClassTests(p.Model.Options, f, s.matrix)
	return s
}

// begin makes the matrix, with a header for every live item that binds or for which head is true.
func (s *Search) begin(wk run.Search, head func(item int) bool) {
	wk.Limit, wk.None = -1, -1
	s.Search, s.matrix = wk, newLinkMatrix(s.p, head)
	s.Every = 1 + run.PauseWork/int64(len(s.matrix.nodes))
	s.PauseAt = min(s.PauseAt, s.Every)
	if s.kind != Links && s.Prune == nil {
		s.pairs = newPairSearch(&s.Search, s.matrix, len(s.p.Model.Options))
		switch s.kind {
		case Reduced:
			s.reduce = newReduceSearch(s.pairs, fewOptions)
		case Thorough:
			s.reduce = newReduceSearch(s.pairs, 1)
		}
	}
}

// run searches below the current state of the matrix.
func (s *Search) run() {
	s.Nodes++
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if s.Limit >= 0 && len(s.Chosen) >= s.Limit {
		s.Nodes-- // the task counts this node, but reaching it took as long as a node
		s.PauseAt--
		s.AsTask(s.run)
		return
	}
	if s.Prune != nil && s.Cut(s.p, s.Chosen) {
		return
	}
	if s.classTests.waits() {
		s.allItems = true
		s.scan()
		return
	}
	forced := len(s.forced)
	best, fewest := s.choose()
	switch {
	case fewest <= 0:
	case fewest > 1 && s.entersPairs():
		to, must := s.pairs.load(s.matrix)
		if s.reduce != nil {
			s.reduce.start(to, must)
		} else {
			s.pairs.run(0, to, must)
		}
	case best == 0:
		s.extend()
	case len(s.forced) > forced:
		s.force(forced)
	case s.matrix.heads[best].room == 1:
		s.branchOnce(best)
	default:
		s.branch(best, fewest)
	}
}

// scan searches below a state that still has class tests to pass.
func (s *Search) scan() {
	g, w := s.classTests, s.matrix
	before, passed := g.at, g.passed
	defer func() { g.at, g.passed = before, passed }()
	if !g.pass(w, s.Chosen) {
		return
	}
	if !g.waits() {
		s.Nodes--
		s.run()
		return
	}
	base := len(s.forced)
	_, fewest := s.choose()
	s.forced = s.forced[:base]
	if fewest <= 0 {
		return
	}
	cell := g.cells[g.at].item
	optional := w.heads[cell].need <= 0
	s.branchOnce(cell)
	if optional && !s.Stopped {
		own := w.mark()
		w.use(cell) // it stays empty
		s.run()
		w.unuse(cell)
		w.back(own)
	}
}

// IsSmall reports whether no more than half of the items that fit pairs of words are left from the
// beginning.
func (s *Search) IsSmall() bool { return s.fitsPairs() && 2*s.matrix.items <= MaxPairItems }

// fitsPairs reports whether the rest of the matrix fits pairs of words.
func (s *Search) fitsPairs() bool {
	return s.pairs != nil && s.matrix.items <= MaxPairItems && s.matrix.thick == 0
}

// entersPairs reports whether the search goes on in pairs of words.
func (s *Search) entersPairs() bool {
	return (s.Limit < 0 || s.reduce != nil) && s.fitsPairs()
}

// choose returns the needy item with the fewest choices, and their number; item 0 if no item
// has need. It appends the options of the items that have only one to forced, unless some
// item has none. If the search goes on in words, any item will do that has several.
func (s *Search) choose() (best, fewest int32) {
	w, base := s.matrix, len(s.forced)
	if !w.notes {
		s.allItems = true
	}
	if s.allItems {
		s.seen = len(w.tight)
	}
	fresh := w.tight[s.seen:]
	s.seen = len(w.tight)
	if w.dead > 0 {
		return 0, 0
	}
	// With n open options of which r are needed, there are n-r+1 choices for the first.
	fewest = 1<<31 - 1
	for _, i := range fresh {
		h := &w.heads[i]
		if h.need <= 0 || h.size > h.need {
			continue // no more
		}
		if best == 0 || h.place < w.heads[best].place {
			best, fewest = i, 1
		}
		s.forceOnly(i)
	}
	if best > 0 || !s.allItems && s.entersPairs() {
		return best, min(fewest, 2)
	}
	least := int32(2) // the items with fewer choices are among the tight ones
	if s.allItems {
		s.allItems, least = false, 0
	}
	for k, word := range w.needs {
		for ; word != 0; word &= word - 1 {
			i := w.order[k<<6+bits.TrailingZeros64(word)]
			h := &w.heads[i]
			choices := h.size - h.need + 1
			if choices < fewest {
				best, fewest = i, choices
			}
			if choices <= least {
				s.forced = s.forced[:base]
				return best, fewest
			}
			if choices == 1 {
				s.forceOnly(i)
			}
		}
	}
	return best, fewest
}

// forceOnly forces the only option of an item, if it has only one and takes only one.
func (s *Search) forceOnly(item int32) {
	if h := &s.matrix.heads[item]; h.size == 1 && h.room == 1 {
		s.forced = append(s.forced, s.matrix.nodes[item].down)
	}
}

// branchOnce tries every option of an item that takes only one: the item is
// closed before the first of them, and stays closed.
func (s *Search) branchOnce(item int32) {
	w := s.matrix
	before := w.mark()
	w.use(item)
	own := w.mark()
	for x := w.nodes[item].down; x != item && !s.Stopped; x = w.nodes[x].down {
		if s.Skip(len(s.Chosen) + 1) {
			continue
		}
		s.Chosen = append(s.Chosen, w.option[x])
		w.useOthers(x)
		s.seen = before.tight
		s.run()
		w.unuseOthers(x)
		s.Chosen = s.Chosen[:len(s.Chosen)-1]
		w.back(own)
	}
	w.unuse(item)
	w.back(before)
}

// force takes the options of forced from base on. None of them is a choice, so together they
// are one node: the number of nodes does not depend on where the search goes on in words.
func (s *Search) force(base int) {
	w := s.matrix
	chosen, before := len(s.Chosen), w.mark()
	end, clash := base, false
	for _, x := range s.forced[base:] {
		h := &w.heads[w.nodes[x].item]
		if h.need == 0 {
			continue // the option was that of another item, too
		}
		if clash = h.size == 0; clash {
			break
		}
		s.Chosen = append(s.Chosen, w.option[x])
		s.forced[end] = x
		end++
		w.take(x)
	}
	if !clash {
		s.forced = s.forced[:end]
		s.run()
	}
	for _, x := range slices.Backward(s.forced[base:end]) {
		w.untake(x)
	}
	s.forced, s.Chosen = s.forced[:base], s.Chosen[:chosen]
	w.back(before)
}

// branch tries each of the first n options of an item, with those before it
// dropped, so that no two branches share a solution.
func (s *Search) branch(item, n int32) {
	w := s.matrix
	base, before := len(s.dropped), w.mark()
	for ; n > 0 && !s.Stopped; n-- {
		x := w.nodes[item].down
		s.Chosen = append(s.Chosen, w.option[x])
		own := w.mark()
		w.take(x)
		s.allItems = true // options were dropped
		s.run()
		w.untake(x)
		s.Chosen = s.Chosen[:len(s.Chosen)-1]
		w.back(own)
		w.unlink(x)
		w.hideNoting(x)
		s.dropped = append(s.dropped, x)
	}
	for _, x := range slices.Backward(s.dropped[base:]) {
		w.unhide(x)
		w.relink(x)
	}
	s.dropped = s.dropped[:base]
	w.back(before)
}

// extend visits the chosen options, which meet every need, and every solution
// that adds some of the options still open.
func (s *Search) extend() {
	if s.Solution() && s.Visit != nil {
		s.Deliver(s.Chosen)
	}
	s.branch(s.matrix.spare, s.matrix.heads[s.matrix.spare].size)
}

func (s *Search) Base() *run.Search { return &s.Search }

func (s *Search) Stats(nodes float64, did *run.Search) run.Stats {
	switch {
	case s.reduce != nil:
		return did.Stats("reduced", nodes)
	case s.pairs != nil:
		return did.Stats("words", nodes)
	}
	st := did.Stats("links", nodes)
	if s.kind != Links {
		st.Slowed = "Prune"
	}
	return st
}

func (s *Search) Clone(wk run.Search) run.Walker {
	if s.classTests != nil {
		return NewFiltered(s.p, s.kind, s.classTests.filter, wk)
	}
	return New(s.p, s.kind, wk)
}

func (s *Search) Split(limit int, _ bool) { s.Limit = limit }

// NodeCost is the time of a node in nanoseconds, in links; a node in words takes less.
func (s *Search) NodeCost() float64 { return 100 + 0.02*float64(len(s.matrix.nodes)) }

// ProbeCost is the time of a node of a probe, in nanoseconds: nearly all of them are near
// the root, where taking an option closes lists of full length.
func (s *Search) ProbeCost() float64 {
	items, options := float64(len(s.matrix.heads)), float64(1+len(s.p.Live))
	links := float64(len(s.matrix.nodes)) - options
	size := links / options
	return 100 + 4*links/items*size*size
}

// Probe descends in the matrix as far as the search would.
func (s *Search) Probe(rnd *problem.Random) (nodes, time float64) {
	width := 1.0
	var taken []int32
	before := s.matrix.mark()
	for !s.fitsPairs() {
		s.Nodes++
		nodes += width
		open := 0 // in the lists of all items, about
		for _, i := range s.matrix.order {
			if h := &s.matrix.heads[i]; h.need > 0 {
				open += int(h.size)
			}
		}
		time += width * (100 + 2*float64(open))
		s.allItems = true
		item, children := s.choose()
		s.forced = s.forced[:0]
		if children <= 0 || item == 0 {
			width = 0
			break
		}
		x := s.matrix.nodes[item].down
		for range rnd.Below(int(children)) {
			x = s.matrix.nodes[x].down
		}
		s.matrix.take(x)
		taken = append(taken, x)
		width *= float64(children)
	}
	if width > 0 {
		to, must := s.pairs.load(s.matrix)
		n, t := s.pairs.Probe(0, to, must, rnd)
		nodes, time = nodes+width*n, time+width*t
	}
	for _, x := range slices.Backward(taken) {
		s.matrix.untake(x)
	}
	s.matrix.back(before)
	return nodes, time
}

func (s *Search) Sweep() *big.Int {
	before := s.Total()
	s.Chosen, s.allItems, s.seen = s.Chosen[:0], true, 0
	s.run()
	return new(big.Int).Sub(s.Total(), before)
}

func (s *Search) Place(r *problem.Root) {
	s.unplaced = s.matrix.mark()
	if r.Option >= 0 {
		s.matrix.take(s.matrix.node(r.Option))
	}
	if s.classTests != nil {
		s.classTests.root = r.Option
	}
}

func (s *Search) Unplace(r *problem.Root) {
	if r.Option >= 0 {
		s.matrix.untake(s.matrix.node(r.Option))
	}
	s.matrix.back(s.unplaced)
}
