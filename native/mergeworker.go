package native

import (
	"errors"
	"math/big"
	"math/bits"
	"sync/atomic"
)

// A mergeWorker searches from some of the states of a layer.
type mergeWorker struct {
	m      *merger
	search tableSearch
	*walk           // that of search
	ways   []uint64 // to the state under search
	credit *big.Int // the completions found in this layer
	// What the walk was before this layer.
	nodesBefore, pauseBefore int64
	foundBefore              uint64
	number                   int                  // its own, among the workers
	pending                  [manyShards][]uint64 // states with their ways, for each shard
}

// A share is the work on one layer, as the workers see it.
type share struct {
	from, to *layer // to is nil if the states are to be searched to their ends
	part     part   // of from
	most     int64
	next     atomic.Int64 // the first state of from that nobody has claimed
	claim    int64        // how many are claimed together
	overflow atomic.Bool
	tell     func(states int64) // how many states of from are claimed

	searching   atomic.Int64 // workers that may still send states
	waiting     atomic.Int64 // parcels that are not in their shard yet
	mostWaiting int64        // of them
}

// errOverflow stops the search for a layer that has too many states.
var errOverflow = errors.New("native: too many states")

// begin notes what to go back to if the layer has to be given up.
func (w *mergeWorker) begin() {
	w.credit.SetUint64(0)
	w.nodesBefore, w.pauseBefore, w.foundBefore = w.nodes, w.pauseAt, w.found
}

// forget undoes what was counted since: the statistics must not depend on how soon
// it was seen that there are too many states.
func (w *mergeWorker) forget() {
	w.nodes, w.found = w.nodesBefore, w.foundBefore
	if w.err == errOverflow {
		w.stopped, w.err, w.pauseAt = false, nil, w.pauseBefore
	}
}

// run searches from states of s.from until none is left.
func (w *mergeWorker) run(s *share) {
	w.limit = w.w.n
	if s.to != nil {
		w.limit = min(s.to.at, w.w.n)
	}
	w.arrive = func(st state) { w.merge(s, st) }
	size := s.from.size.Load()
	shard, first := 0, 0 // the shard of the state under search, and its first state
	for !w.stopped && !s.overflow.Load() {
		begin := int(s.next.Add(s.claim) - s.claim)
		if begin >= int(size) {
			break
		}
		s.tell(int64(begin))
		w.m.tidy()
		if w.pause() { // a state that is merged takes as long as many nodes
			break
		}
		for n := begin; n < min(begin+int(s.claim), int(size)) && !w.stopped; n++ {
			for n >= first+s.from.shards[shard].n {
				first += s.from.shards[shard].n
				shard++
			}
			q, ways := s.from.shards[shard].state(n - first)
			if s.part.mask != 0 && !s.part.has(q) {
				continue
			}
			if len(ways) != len(w.ways) && s.to != nil {
				w.sendAll(s) // the states of a parcel are alike
			}
			w.ways = ways
			st := w.unmerged(q, s.from.at)
			if st.c >= w.limit {
				w.merge(s, st)
				continue
			}
			before := w.found
			w.search.count(st)
			if found := w.found - before; found > 0 {
				all := fromWords(ways)
				w.credit.Add(w.credit, all.Mul(all, new(big.Int).SetUint64(found)))
			}
		}
	}
	switch {
	case s.to == nil:
	case len(s.to.shards) == 1:
		s.to.size.Store(int64(s.to.shards[0].n))
	default:
		w.settle(s)
	}
	w.limit = w.w.n
	w.arrive = nil // which would keep the layer, though it may have been given up
}

// merge puts a state into the layer, or where it will be from.
func (w *mergeWorker) merge(s *share, st state) {
	q := w.merged(st, s.to.at)
	h := q.hash()
	if len(s.to.shards) == 1 {
		if to := &s.to.shards[0]; to.add(q, h, w.ways) {
			if to.n > int(s.most) {
				w.giveUp(s)
			}
		}
		return
	}
	n := s.to.shardOf(h)
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

func (w *mergeWorker) giveUp(s *share) {
	s.overflow.Store(true)
	w.stop(errOverflow)
}

// merged writes a state whose first empty cell is not before at in terms of at:
// every cell from at on that is filled shows, and no other bit.
func (s *walk) merged(st state, at int) mergedState {
	d := st.c - at
	f := st.f<<d | (1<<d - 1) // all ones if d is 64 or more
	return mergedState{f & s.open[at], st.k}
}

// unmerged is the inverse.
func (s *walk) unmerged(q mergedState, at int) state {
	e := s.open[at] &^ q.f
	if e == 0 {
		return state{s.nextOpen(at + 64), 0, q.k}
	}
	d := bits.TrailingZeros64(e)
	return state{at + d, q.f >> d, q.k}
}

func fromWords(words []uint64) *big.Int {
	n := new(big.Int)
	for j := len(words) - 1; j >= 0; j-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(words[j]))
	}
	return n
}
