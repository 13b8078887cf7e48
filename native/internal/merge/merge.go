package merge

import (
	"context"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A merger counts the ways to complete a state, merging equal states at
// checkpoints. Between checkpoints it searches; where they are every cell there is
// nothing left to search, and it is the counting of tilings by broken profiles.
//
// Nothing depends on how many workers share a layer: which states it holds does
// not, nor whether it holds too many. A layer that does is given up, and the one
// before it is divided: each part is counted to its end by itself, in what memory
// the divided layer leaves. States that two parts have in common are searched
// twice, which is much less than to search them without merging; that comes last,
// when no memory is left or nothing can be divided.
type merger struct {
	Workers []*mergeWorker
	cells   int
	spacing int
	most    int64 // no layer has more states
	shards  int   // for tests, as in a Searcher
	report  func(done float64)
	done    float64      // what was last reported
	total   *big.Int     // the completions counted
	spare   []*layer     // to be used again
	waste   atomic.Int64 // how many bytes were left to the garbage collector
	enough  int64        // with that much of them it is called
	mu      sync.Mutex   // of done
}

// A part of a layer is the states whose hash has some bits that are the same.
type part struct{ mask, bits uint64 }

func (p part) has(q mergedState) bool { return q.hash()>>16&p.mask == p.bits }

// halves of a part; none if it has been divided too often.
func (p part) halves() []part {
	const most = 1<<16 - 1
	if p.mask == most {
		return nil
	}
	return []part{{p.mask<<1 | 1, p.bits}, {p.mask<<1 | 1, p.bits | (p.mask + 1)}}
}

// A layer is filled by all workers if it comes from many states, or if there is
// much to search below each. A single one does as if there were more only where a
// table is too large for the caches of its core, and sooner where that takes it
// through lanes.
const (
	sharedStates  = 1 << 12
	sharedSpacing = 8
	laneLayer     = 1 << 16
	largeLayer    = 1 << 18
	// enoughStates is how many states there should be before a long search: with
	// fewer there is too little to share, and they cost nothing to merge.
	enoughStates = 1 << 10
)

// Count counts from every root with all the workers there may be, merging
// states.
func Count(ctx context.Context, s *run.Settings, t *table.Engine, nodes float64, roots []problem.Root) (*big.Int, run.Stats, error) {
	workers := s.Workers
	if s.MaxNodes > 0 {
		workers = 1 // as in single
	}
	memory := s.MostMemory()
	engines := []*table.Engine{t}
	for len(engines) < workers {
		e := t.Clone(run.Search{Ctx: ctx, PauseAt: run.PauseEvery}).(*table.Engine)
		if f, ok := e.Searcher.(*table.FastSearch); ok {
			f.PrivateTables(memory / 32 / int64(workers))
		}
		engines = append(engines, e)
	}
	// A sixteenth is for what waits for the garbage collector.
	waste := memory / 16
	memory -= waste
	m := NewMerger(engines, waste, s.Progress)
	m.shards = s.Shards
	for _, w := range m.Workers {
		w.ShowNodesTo(s.Meter)
	}
	total := new(big.Int)
	for r := range roots {
		for _, e := range engines {
			e.Place(&roots[r])
		}
		share := 1 / float64(len(roots))
		n := m.Count(t.Start, memory, float64(r)*share, float64(r+1)*share)
		total.Add(total, roots[r].Weighted(n))
		if m.stopped() {
			break
		}
	}
	var did run.Search
	for _, w := range m.Workers {
		w.Record()
		did.Nodes += w.Nodes
		did.Found += w.Found
		if w.Err != nil {
			did.Err = w.Err
		}
	}
	did.MaxNodes = s.MaxNodes
	return total, t.Stats(nodes, &did), did.Err
}

// NewMerger returns a merger whose workers use the engines, which are all alike. It
// calls the garbage collector when so many bytes wait for it.
func NewMerger(engines []*table.Engine, waste int64, report func(done float64)) *merger {
	const least = 1 << 18
	t := engines[0]
	m := &merger{enough: max(least, waste), cells: t.Scanner().Window.N, spacing: t.Spacing, most: t.MaxStates, report: report}
	for n, e := range engines {
		m.Workers = append(m.Workers, &mergeWorker{m: m, number: n, search: e.Searcher, Scan: e.Scanner(), credit: new(big.Int)})
	}
	return m
}

// Count returns the number of completions of a state, with layers that take no
// more memory than that together. The count is from begin to end of all the work.
func (m *merger) Count(st table.State, memory int64, begin, end float64) *big.Int {
	m.total = new(big.Int)
	w := m.Workers[0]
	if st.C == m.cells {
		if w.Full(st.K) {
			m.total.SetUint64(1)
		}
		return m.total
	}
	from := m.layer(st.C, 1)
	from.shards[0].begin()
	q := merged(w.Scan, st, st.C)
	from.shards[0].add(q, q.hash(), []uint64{1})
	from.size.Store(1)
	m.finish(from, part{}, memory, begin, end)
	if !m.stopped() {
		m.tell(end)
	}
	return m.total
}

// finish counts the completions of a part of a layer, which is from begin to end
// of all the work. It leaves the layer as it is.
func (m *merger) finish(from *layer, p part, memory int64, begin, end float64) {
	first, start := from, from.at
	for !m.stopped() {
		s := &share{from: from, part: p, claim: max(1, min(1024, from.size.Load()/1024))}
		// What is on its way takes a thirty-second of it at most.
		s.mostWaiting = max(ManyShards, min(ManyShards*mostWaiting, memory/32/(8*parcelWords)))
		// Layers become wider on the way, by a word in many cells.
		s.most = min(m.most, memory/2/BytesPerState(from.width()))
		shared := true
		if s.most > 0 { // or there is no layer to fill, only much to search
			shared = m.lay(s)
		}
		next := m.cells
		if s.to != nil {
			next = min(s.to.at, m.cells)
		}
		span := float64(m.cells - start)
		here, there := float64(from.at-start)/span, float64(next-start)/span
		ok := m.advance(s, shared, begin+(end-begin)*here, begin+(end-begin)*there)
		if ok && s.to != nil && s.to.size.Load() > 0 {
			if from != first {
				m.spare = append(m.spare, from)
			}
			from, p = s.to, part{}
			continue
		}
		if s.to != nil {
			m.spare = append(m.spare, s.to)
		}
		if ok {
			break
		}
		m.divide(from, from == first, p, memory, begin+(end-begin)*here, end)
		break
	}
	if from != first {
		m.spare = append(m.spare, from)
	}
}

// divide counts the completions of the halves of a part one after the other.
// Where the layer is not yet allowed for in the memory, it is now.
func (m *merger) divide(from *layer, allowed bool, p part, memory int64, begin, end float64) {
	const least = 16 // states of a layer that are worth merging
	if !allowed {
		memory -= from.size.Load() * BytesPerState(from.width())
	}
	m.discard(func(*layer) bool { return true })
	m.tidy()
	halves := p.halves()
	if from.size.Load() == 1 || memory < least*2*BytesPerState(1) || halves == nil {
		memory, halves = 0, []part{p}
	}
	for n, half := range halves {
		step := (end - begin) / float64(len(halves))
		m.finish(from, half, memory, begin+float64(n)*step, begin+float64(n+1)*step)
	}
}

// tidy calls the garbage collector when there is much for it to do. It would come
// by itself only when the memory in use has doubled, and the caller has said how
// much may be used. Tables without pointers cost it next to nothing.
func (m *merger) tidy() {
	if n := m.waste.Load(); n > m.enough && m.waste.CompareAndSwap(n, 0) {
		runtime.GC()
	}
}

// lay makes the layer that s.from leads to, and reports whether all workers fill it.
func (m *merger) lay(s *share) (shared bool) {
	at, states := s.from.at+m.Step(s.from), s.from.size.Load()
	var ahead lanes
	if m.shares(states, true) { // or it is not worth the while to ask
		ahead = m.lanesFrom(at, states)
	}
	switch {
	case !m.shares(states, ahead.key != 0):
		s.claim = 64
		s.to = m.layer(at, 1)
		return false
	case at <= s.from.lanes.until:
		s.inLanes, s.claim = true, 1
		s.to = m.layer(at, len(s.from.shards))
		s.to.lanes = s.from.lanes.on(at - s.from.at)
	default:
		s.to = m.layer(at, ahead.shards)
		s.to.lanes = ahead
	}
	return true
}

// shares reports whether all workers search from so many states.
func (m *merger) shares(states int64, inLanes bool) bool {
	least := int64(largeLayer)
	switch {
	case m.shards > 0:
		least = 1
	case m.spacing >= sharedSpacing:
		least = enoughStates
	case len(m.Workers) > 1:
		least = sharedStates
	case inLanes:
		least = laneLayer
	}
	return states >= least
}

// Step is how far the next checkpoint is. They are at multiples of the spacing,
// and at every cell while that is large and states are few.
func (m *merger) Step(from *layer) int {
	if m.spacing >= sharedSpacing && from.size.Load() < enoughStates {
		return 1
	}
	return m.spacing - from.at%m.spacing
}

// layer returns an empty layer. Spare ones of the other form are let go: they are
// not allowed for.
func (m *merger) layer(at, shards int) *layer {
	m.discard(func(l *layer) bool { return len(l.shards) != shards })
	if last := len(m.spare) - 1; last >= 0 {
		l := m.spare[last]
		m.spare = slices.Delete(m.spare, last, last+1)
		l.reset(at, shards)
		return l
	}
	l := &layer{waste: &m.waste}
	l.reset(at, shards)
	return l
}

// discard leaves spare layers to the garbage collector.
func (m *merger) discard(those func(l *layer) bool) {
	m.spare = slices.DeleteFunc(m.spare, func(l *layer) bool {
		if !those(l) {
			return false
		}
		m.waste.Add(l.bytes())
		return true
	})
}

func (m *merger) stopped() bool {
	for _, w := range m.Workers {
		if w.Stopped {
			return true
		}
	}
	return false
}

// advance fills the layer s.to. It reports false, with nothing counted, if that
// gets too many states.
func (m *merger) advance(s *share, shared bool, begin, end float64) bool {
	workers := m.Workers[:1]
	if shared {
		workers = m.Workers
	}
	s.tell = func(states int64) { m.tell(begin + (end-begin)*float64(states)/float64(s.from.size.Load())) }
	s.searching.Store(int64(len(workers)))
	s.claimed = make([]atomic.Int64, len(m.Workers))
	var group sync.WaitGroup
	for n, w := range workers {
		w.begin()
		if n > 0 {
			group.Go(func() { w.run(s) })
		}
	}
	workers[0].run(s)
	group.Wait()
	if s.to != nil {
		for n := range s.to.shards {
			s.to.shards[n].begin() // those that got no states
		}
	}
	overflow := s.overflow.Load()
	for _, w := range workers {
		if overflow {
			w.forget()
		} else {
			m.total.Add(m.total, w.credit)
		}
	}
	return !overflow
}

// tell reports progress, if it is worth it.
func (m *merger) tell(done float64) {
	if m.report == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if done >= m.done+0.0005 || done >= 1 && m.done < 1 {
		m.done = min(done, 1)
		m.report(m.done)
	}
}
