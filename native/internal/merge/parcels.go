package merge

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Every shard of a large layer belongs to one worker, who alone fills it, and states
// reach it in parcels. So the tables stay in the caches of one core: if all workers
// wrote to all shards, each would wait for nearly every line until another core had
// handed it over, and two would be hardly faster than one. And a shard is given many
// states at once, so that they find it in the second-level cache, which a whole
// layer does not fit into; one worker gains by that as well.
//
// Source: the idea is that of the partitioned hash join, A. Shatdal, C. Kant and
// J. F. Naughton, Cache Conscious Algorithms for Relational Query Processing, 1994.
type parcel struct {
	next   *parcel // that was sent before
	stride int     // words of a state and its ways
	words  []uint64
}

const (
	// parcelWords is how much a parcel holds: sending one must cost little beside
	// filling it, and each worker has one open for every shard. It is not a power
	// of two, or the places where all of them are written to would be as far apart
	// as pages are, and share one set of a cache.
	parcelWords = 27 << 4
	// mostWaiting is how many parcels wait for a shard, on average, before they are
	// put into it: enough to fetch the shard for.
	mostWaiting = 12
)

// An inbox is the parcels that wait for a shard, the last one first.
type inbox struct{ last atomic.Pointer[parcel] }

func (b *inbox) put(p *parcel) {
	for {
		p.next = b.last.Load()
		if b.last.CompareAndSwap(p.next, p) {
			return
		}
	}
}

// emptied holds parcels whose words can be written over.
var emptied = sync.Pool{New: func() any { return new(parcel) }}

func (p *parcel) recycle() {
	p.words, p.next = p.words[:0], nil
	emptied.Put(p)
}

// room makes room for one more state for a shard, by sending those there are.
func (w *mergeWorker) room(s *share, shard, stride int) (words []uint64) {
	if len(w.pending[shard]) > 0 {
		w.send(s, shard)
	}
	if cap(w.pending[shard]) < stride {
		w.pending[shard] = make([]uint64, 0, max(parcelWords, stride))
	}
	return w.pending[shard]
}

// send sends what is pending for a shard. Where too much waits, it stops to put
// what waits for its own shards into them; and what waits for those of others, if
// those are behind.
func (w *mergeWorker) send(s *share, shard int) {
	if s.overflow.Load() {
		w.pending[shard] = w.pending[shard][:0]
		w.giveUp(s)
		return
	}
	p := emptied.Get().(*parcel)
	p.stride = 2 + len(w.ways)
	p.words, w.pending[shard] = w.pending[shard], p.words
	s.to.shards[shard].inbox.put(p)
	if s.waiting.Add(1) <= s.mostWaiting {
		return
	}
	w.receive(s, true)
	if s.waiting.Load() > s.mostWaiting/2 {
		w.receive(s, false)
	}
}

// sendAll sends everything that is pending.
func (w *mergeWorker) sendAll(s *share) {
	for n := range w.pending {
		if len(w.pending[n]) > 0 {
			w.send(s, n)
		}
	}
}

// receive puts what waits for the worker's own shards into them, or else what waits
// for any shard that nobody is at. It reports whether there was something.
func (w *mergeWorker) receive(s *share, own bool) (some bool) {
	begin, end := 0, len(s.to.shards)
	if own {
		begin, end = s.to.owned(w.number, len(w.m.Workers))
	}
	for n := begin; n < end && !s.overflow.Load(); n++ {
		some = w.fill(s, &s.to.shards[n]) || some
	}
	return some
}

// fill puts what waits for a shard into it, unless another worker does.
func (w *mergeWorker) fill(s *share, to *shard) (some bool) {
	if to.inbox.last.Load() == nil || !to.mu.TryLock() {
		return false
	}
	to.begin()
	added, parcels := 0, int64(0)
	for p := to.inbox.last.Swap(nil); p != nil; parcels++ {
		added += to.addAll(p.words, p.stride)
		next := p.next
		p.recycle()
		p = next
	}
	to.mu.Unlock()
	if s.to.size.Add(int64(added)) > s.most {
		w.giveUp(s)
	}
	s.waiting.Add(-parcels)
	return true
}

// settle sends the last states of a worker that has no more to search, and helps to
// put away what all others send until they have done so too.
func (w *mergeWorker) settle(s *share) {
	w.sendAll(s)
	s.searching.Add(-1)
	for idle := 0; !w.Stopped && !s.overflow.Load(); {
		searching := s.searching.Load() // before waiting is looked at: none can come after
		switch {
		case w.receive(s, true) || w.receive(s, false):
			idle = 0
		case searching == 0 && s.waiting.Load() == 0:
			return
		case idle < 1000:
			idle++
			runtime.Gosched()
		default:
			time.Sleep(50 * time.Microsecond)
		}
	}
}
