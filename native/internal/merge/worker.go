package merge

import (
	"errors"
	"iter"
	"math/big"
	"math/bits"
	"sync/atomic"

	"github.com/exactile/exactile/native/internal/table"
)

// A mergeWorker searches from some of the states of a layer.
type mergeWorker struct {
	m           *merger
	search      table.Searcher
	*table.Scan          // that of search
	ways        []uint64 // to the state under search
	credit      *big.Int // the completions found in this layer
	// What the search had done before this layer.
	nodesBefore, pauseBefore int64
	foundBefore              uint64
	number                   int                  // its own, among the workers
	pending                  [mostShards][]uint64 // states with their ways, for each shard
	into                     *shard               // where all states go; nil if that depends on the state
	fresh                    int64                // states that are new there, and not yet counted
}

// A share is the work on one layer, as the workers see it.
type share struct {
	from, to *layer // to is nil if the states are to be searched to their ends
	part     part   // of from
	inLanes  bool   // every shard of to is filled from the one of the same number
	most     int64
	overflow atomic.Bool

	claim   int64              // how many states, or lanes, a worker claims together
	claimed []atomic.Int64     // by their owner
	done    atomic.Int64       // states
	tell    func(states int64) // how many states are done

	searching   atomic.Int64 // workers that may still send states
	waiting     atomic.Int64 // parcels that are not in their shard yet
	mostWaiting int64        // of them
}

// errOverflow stops the search for a layer that has too many states.
var errOverflow = errors.New("native: too many states")

// begin notes what to go back to if the layer has to be given up.
func (w *mergeWorker) begin() {
	w.credit.SetUint64(0)
	w.nodesBefore, w.pauseBefore, w.foundBefore = w.Nodes, w.PauseAt, w.Found
}

// forget undoes what was counted since: the statistics must not depend on how soon
// it was seen that there are too many states.
func (w *mergeWorker) forget() {
	w.Nodes, w.Found = w.nodesBefore, w.foundBefore
	if w.Err == errOverflow {
		w.Stopped, w.Err, w.PauseAt = false, nil, w.pauseBefore
	}
}

// run searches from states of s.from until none is left.
func (w *mergeWorker) run(s *share) {
	w.Limit = w.Window.N
	if s.to != nil {
		w.Limit = min(s.to.at, w.Window.N)
	}
	w.Arrive = func(st table.State) { w.merge(s, st) }
	w.into, w.fresh = nil, 0
	switch {
	case s.to == nil:
		w.runStates(s)
	case s.inLanes:
		w.runLanes(s)
	case len(s.to.shards) == 1:
		w.into = &s.to.shards[0]
		w.into.begin()
		w.runStates(s)
		w.Count(s)
	default:
		w.runStates(s)
		w.settle(s)
	}
	w.Limit = w.Window.N
	w.Arrive, w.into = nil, nil // which would keep the layer, though it may have been given up
}

// runLanes searches from the states of whole shards until none is left.
func (w *mergeWorker) runLanes(s *share) {
	for lane := range w.claims(s) {
		from := &s.from.shards[lane]
		w.into = &s.to.shards[lane]
		w.into.begin()
		for n := range from.n {
			if n%64 == 0 && w.ends(s) {
				return
			}
			w.expand(s, from, n)
		}
		w.Count(s)
		s.tell(s.done.Add(int64(from.n)))
	}
}

// runStates searches from some states after the other until none is left.
func (w *mergeWorker) runStates(s *share) {
	shard, first := 0, 0 // the shard of the state under search, and its first state
	for begin, end := range w.claims(s) {
		if w.ends(s) {
			return
		}
		if begin < first {
			shard, first = 0, 0
		}
		for n := begin; n < end && !w.Stopped; n++ {
			for n >= first+s.from.shards[shard].n {
				first += s.from.shards[shard].n
				shard++
			}
			w.expand(s, &s.from.shards[shard], n-first)
		}
		s.tell(s.done.Add(int64(end - begin)))
	}
}

// claims yields what the worker is to search from next, s.claim lanes or states at
// a time: first those of its own shards, which its caches may still hold, then what
// the others have not come to.
func (w *mergeWorker) claims(s *share) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		for k := range s.claimed {
			owner := (w.number + k) % len(s.claimed)
			begin, end := s.from.owned(owner, len(s.claimed))
			if !s.inLanes {
				begin, end = s.from.before(begin), s.from.before(end)
			}
			for begin < end {
				at := begin + int(s.claimed[owner].Add(s.claim)-s.claim)
				if at >= end {
					break
				}
				if !yield(at, min(at+int(s.claim), end)) {
					return
				}
			}
		}
	}
}

// ends reports whether there is no use in searching on. It is asked every few
// states: each takes as long as many nodes.
func (w *mergeWorker) ends(s *share) bool {
	w.m.tidy()
	return s.overflow.Load() || w.Pause()
}

// expand searches from state n of a shard.
func (w *mergeWorker) expand(s *share, from *shard, n int) {
	q, ways := from.state(n)
	if s.part.mask != 0 && !s.part.has(q) {
		return
	}
	if w.into == nil && s.to != nil && len(ways) != len(w.ways) {
		w.sendAll(s) // the states of a parcel are alike
	}
	w.ways = ways
	st := unmerged(w.Scan, q, s.from.at)
	if st.C >= w.Limit {
		w.merge(s, st)
		return
	}
	before := w.Found
	w.search.Count(st)
	if found := w.Found - before; found > 0 {
		all := fromWords(ways)
		w.credit.Add(w.credit, all.Mul(all, new(big.Int).SetUint64(found)))
	}
}

// merge puts a state into the layer, or where it will be from.
func (w *mergeWorker) merge(s *share, st table.State) {
	q := merged(w.Scan, st, s.to.at)
	h := q.hash()
	if w.into != nil {
		if w.into.add(q, h, w.ways) {
			if w.fresh++; w.fresh == blockStates {
				w.Count(s)
			}
		}
		return
	}
	n := s.to.shardOf(q, h)
	stride := 2 + len(w.ways)
	words := w.pending[n]
	if len(words)+stride > cap(words) {
		words = w.room(s, n, stride)
	}
	at := len(words)
	words = words[:at+stride]
	w.pending[n] = words
	e := words[at:]
	e[0], e[1], e[2] = q.f, q.k, w.ways[0]
	for j := 3; j < len(e); j++ { // seldom: a number is one word, mostly
		e[j] = w.ways[j-2]
	}
}

// Count counts the states that are new in the layer.
func (w *mergeWorker) Count(s *share) {
	if s.to.size.Add(w.fresh) > s.most {
		w.giveUp(s)
	}
	w.fresh = 0
}

func (w *mergeWorker) giveUp(s *share) {
	s.overflow.Store(true)
	w.Stop(errOverflow)
}

// merged writes a state whose first empty cell is not before at in terms of at:
// every cell from at on that is filled shows, and no other bit.
func merged(s *table.Scan, st table.State, at int) mergedState {
	d := st.C - at
	f := st.F<<d | (1<<d - 1) // all ones if d is 64 or more
	return mergedState{f & s.Open[at], st.K}
}

// unmerged is the inverse.
func unmerged(s *table.Scan, q mergedState, at int) table.State {
	e := s.Open[at] &^ q.f
	if e == 0 {
		return table.State{C: s.NextOpen(at + 64), K: q.k}
	}
	d := bits.TrailingZeros64(e)
	return table.State{C: at + d, F: q.f >> d, K: q.k}
}

func fromWords(words []uint64) *big.Int {
	n := new(big.Int)
	for j := len(words) - 1; j >= 0; j-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(words[j]))
	}
	return n
}
