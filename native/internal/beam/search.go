package beam

import (
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Search looks for one solution. It is made for one board and used by one goroutine.
type Search struct {
	run.Search
	// Solution is the options of the model in the solution found, without the settled ones.
	Solution []int32
	// Complete is set if nothing was dropped: then there is no solution unless Solution
	// is set.
	Complete bool

	b     *board
	rnd   problem.Random
	width int // states to a level

	// The cost of a border and the prices of all counters: two sets, used in turns by
	// the passes.
	scorings [2]scoring
	*scoring

	levels  []level  // as many as the largest option has cells, and one; taken in turns
	trace   [][]step // by number of decided cells, the states that survived
	full    []bool   // and whether others were dropped
	deepest int

	selection
	priceUpdates
}

// A scoring determines the scores.
type scoring struct {
	border int64
	prices []int64 // by counter
}

// usualWidth is how many states of a level survive.
const usualWidth = 100

// New returns a search of a problem for which Applies holds.
func New(p *problem.Problem, seed uint64, wk run.Search) *Search {
	b := newBoard(p)
	s := &Search{
		Search: wk, b: b, rnd: problem.Random(seed),
		levels: make([]level, b.largest+1), trace: make([][]step, b.n+1), full: make([]bool, b.n+1),
	}
	s.selection.init(b)
	s.priceUpdates.init(b)
	return s
}

// firstPrices returns the prices of a first pass: the perimeter of each piece times its
// size relative to the mean, plus a random part. Large pieces should be used early:
// without the factor, the largest of pieces of all sizes were left until they fitted
// nowhere. Prices proportional to size alone would make no difference.
func (s *Search) firstPrices() []int64 {
	prices := make([]int64, len(s.b.counters))
	pieces, sizes := int64(0), int64(0)
	for k := range s.b.counters {
		if q := &s.b.counters[k]; q.piece {
			pieces++
			sizes += int64(q.smallest)
		}
	}
	for k := range prices {
		if q := &s.b.counters[k]; q.piece {
			price := int64(s.b.perimeter[k]) * int64(q.smallest) * pieces * unit / sizes
			prices[k] = price + int64(s.rnd.Below(unit)) - unit/2
		}
	}
	return prices
}

// Run makes passes until there is a solution, or nothing was dropped, or the search is
// stopped. Each Run begins with other prices, and so may find another solution.
func (s *Search) Run() {
	s.Solution = nil
	for n := range s.scorings {
		s.scorings[n] = scoring{border: int64(n) * unit, prices: s.firstPrices()}
	}
	if s.b.need() > int64(s.b.n) {
		s.Complete = true
		return
	}
	for pass := 1; !s.Stopped; pass++ {
		s.width = s.widthOf(pass)
		s.scoring = &s.scorings[pass%2]
		s.pass()
		if s.Solution != nil || s.Complete || s.Stopped {
			return
		}
		s.learn(s.trace[:s.deepest+1], s.full, &s.selection, s.prices)
	}
}

// widthOf is how many states of a level a pass keeps: every fourth pass twice as many,
// every sixteenth four times, so that in the end a pass keeps all, if memory allows.
func (s *Search) widthOf(pass int) int {
	width := usualWidth
	for ; pass%4 == 0; pass /= 4 {
		width *= 2
	}
	state := s.b.n*traceBytes + len(s.levels)*(stateBytes+8*s.b.stride())
	return max(usualWidth, min(width, mostMemory/state))
}

// The bytes of a state: in the trace of its pass, and while it or its candidates are in
// use.
const (
	traceBytes = 12
	stateBytes = 32 + 24*perState
	mostMemory = 64 << 20
)

// pass goes through all levels once.
func (s *Search) pass() {
	s.Complete, s.deepest = true, 0
	s.selection.clear()
	for n := range s.levels {
		s.levels[n].reset()
	}
	s.begin()
	for l := range s.b.n {
		if l > 0 {
			s.choose(l)
		}
		if len(s.trace[l]) > 0 {
			s.deepest = l
		}
		s.expand(l)
		if s.Solution != nil || s.Stopped {
			return
		}
	}
}

// at is the level of l decided cells.
func (s *Search) at(l int) *level { return &s.levels[l%len(s.levels)] }

// begin makes the state in which nothing is decided.
func (s *Search) begin() {
	v := s.at(0)
	v.states = append(v.states, state{need: int32(s.b.need())})
	for range s.b.stride() {
		v.sets = append(v.sets, 0)
	}
	s.trace[0] = append(s.trace[0][:0], step{})
	s.full[0] = false
}

// choose makes the states of a level: those of its candidates with the highest scores
// that are not rejected.
func (s *Search) choose(l int) {
	v := s.at(l)
	v.states, v.sets = v.states[:0], v.sets[:0]
	s.trace[l] = s.trace[l][:0]
	s.selection.begin()
	v.heapify()
	for len(v.candidates) > 0 && len(v.states) < s.width {
		if s.Nodes++; s.Nodes >= s.PauseAt && s.Pause() {
			return
		}
		x := v.pop()
		s.make(v, l, &x)
		if s.selection.sift(v, &x) {
			s.trace[l] = append(s.trace[l], x.step)
		} else {
			n := len(v.states) - 1
			v.states, v.sets = v.states[:n], v.sets[:n*s.b.stride()]
		}
	}
	s.full[l] = len(v.candidates) > 0 || v.dropped
	s.Complete = s.Complete && !s.full[l]
	v.candidates, v.cut, v.dropped = v.candidates[:0], -1<<63, false
}

// make adds the state of a candidate to a level.
func (s *Search) make(v *level, l int, x *candidate) {
	b := s.b
	q := &b.options[x.option]
	from := s.at(l - int(q.size))
	covered, use := from.set(s.b, int(x.parent))
	base := len(v.sets)
	v.sets = append(append(v.sets, covered...), use...)
	now, used := v.sets[base:base+b.words], v.sets[base+b.words:]
	for w, m := range b.mask(x.option) {
		now[w] |= m
	}
	st := from.states[x.parent]
	for _, k := range b.kinds[q.kind] {
		c := &b.counters[k]
		if c.piece && c.used(used) < c.lo {
			st.need -= c.smallest
		}
		used[c.word] += 1 << c.shift
	}
	st.score, st.hash = x.score, x.hash
	st.cell += advance(now)
	v.states = append(v.states, st)
}

// expand makes the candidates that the states of a level lead to.
func (s *Search) expand(l int) {
	v := s.at(l)
	for n := range v.states {
		if s.Nodes >= s.PauseAt && s.Pause() {
			return
		}
		st := &v.states[n]
		covered, use := v.set(s.b, n)
		for r := s.b.runsAt[st.cell]; r < s.b.runsAt[st.cell+1]; r++ {
			run := &s.b.runs[r]
			need, price, hash, ok := st.room(s.b, run, use, s.prices)
			if !ok || l+int(run.size)+int(need) > s.b.n {
				continue
			}
			to := s.at(l + int(run.size))
			before := len(to.candidates)
			base := candidate{st.score + price, hash, step{int32(n), 0}}
			if s.b.words > 1 {
				to.cover(s.b, run, covered, base, s.border)
			} else {
				to.coverWord(s.b, run, covered[0], base, s.border)
			}
			s.Nodes += int64(len(to.candidates) - before)
			if l+int(run.size) == s.b.n {
				if len(to.candidates) > before && met(s.b, run, use) {
					s.Solution = solution(s.b, s.trace, l, to.candidates[before].step)
					return
				}
				to.candidates = to.candidates[:before]
			} else if len(to.candidates) > max(minCandidates, perState*s.width) {
				to.halve()
			}
		}
	}
}
