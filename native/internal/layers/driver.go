package layers

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A driver takes the states of a system from layer to layer. Its results do not depend on how
// many workers share a layer, or on which states wait on disk.
type driver struct {
	shared
	workers  []*worker
	shards   int     // as in the settings
	mostBits int     // of a partition number, as the memory allows
	alive    bool    // nearly all children have children
	begun    bool    // the layer that is due
	waiting  int     // states in it, when it was begun
	expanded float64 // distinct states of the layers before
}

// newDriver returns a driver of clones of a system, one for each worker.
func newDriver(
	ctx context.Context, s *run.Settings, system System, clone func(run.Search) System,
	labels *Labels,
) *driver {
	workers := s.Workers
	if s.MaxNodes > 0 {
		workers = 1 // which states spend the budget must not depend on chance
	}
	f, k := system.Bits()
	if labels != nil {
		k += labels.bits
	}
	d := &driver{
		shared: shared{layout: newLayout(f, k), labels: labels, report: s.Progress},
		shards: s.Shards,
	}
	d.cell = system.Start().C
	d.layers = make([]layer, system.End()+1)
	d.pace = newPace(system.Sizes())
	d.allow(s.MostMemory())
	// A table must fit the cache and take only a small part of the memory.
	d.together = min(1<<17, max(1<<8, d.most/8/workers))
	// A worker fills a chunk for every partition of every layer within reach: these chunks
	// may take a quarter of the room.
	for d.mostBits < maxBits && (system.Reach()+1)*workers*chunkWords<<d.mostBits < d.most/8 {
		d.mostBits++
	}
	for range workers {
		own := clone(run.Search{Ctx: ctx, MaxNodes: s.MaxNodes, PauseAt: 0, Every: run.PauseEvery})
		w := &worker{shared: &d.shared, Search: own.Base(), system: own, different: .25}
		w.x, _ = own.(*table.Expander)
		w.countTable.layout = d.layout
		w.kids = make([]table.Child, own.MostChildren())
		w.filling = make([]filling, len(d.layers))
		w.ShowNodesTo(s.Meter)
		d.workers = append(d.workers, w)
	}
	return d
}

// allow allows this many bytes: three quarters for chunks, the other quarter for tables and
// whatever else.
func (d *driver) allow(memory int64) { d.full, d.most = roomOf(memory), roomOf(memory) }

// roomOf is how many words of chunks may be in so many bytes.
func roomOf(memory int64) int { return int(memory / 4 * 3 / 8) }

// ofExpander is newDriver for an expander.
func ofExpander(ctx context.Context, s *run.Settings, x *table.Expander, labels *Labels) *driver {
	return newDriver(ctx, s, x, func(wk run.Search) System { return x.Clone(wk) }, labels)
}

// start adds the start.
func (d *driver) start() { d.workers[0].put(d.workers[0].system.Start(), []uint64{1}) }

// advance goes through the layers from the one that is due. If it was stopped by its budget,
// with one worker, another call continues.
func (d *driver) advance() {
	for ; d.cell < len(d.layers)-1 && d.step(); d.cell++ {
	}
}

// step merges and expands the layer that is due. It reports false if it was stopped.
func (d *driver) step() bool {
	if !d.begun {
		states := d.begin()
		if states == 0 {
			return !d.stopped()
		}
		if d.kept != nil {
			d.kept[d.cell].open(0)
		}
		d.repartition(states)
		d.begun = true
	}
	d.share(func(k int) { d.workers[k].work() })
	if d.stopped() {
		return false
	}
	d.expanded += d.distinct()
	d.finish()
	return true
}

// distinct estimates how many states of the layer that is due are distinct.
func (d *driver) distinct() float64 { return float64(d.waiting) * d.workers[0].different }

// begin makes the layer that is due complete, and returns how many states wait in it.
func (d *driver) begin() (states int) {
	d.now, d.due = d.cell, &d.layers[d.cell]
	for _, w := range d.workers {
		w.close(d.cell)
	}
	d.claimed.Store(0)
	d.updateLookahead()
	d.waiting = d.due.states(d.words)
	nodes := int64(0)
	for _, w := range d.workers {
		nodes += w.Nodes
	}
	d.pace.begin(d.cell, float64(nodes))
	if d.most = d.full; d.pace.trying() {
		d.most = min(d.full, roomOf(TrialMemory))
	}
	return d.waiting
}

// share has the workers do the partitions of the layer that is due.
func (d *driver) share(work func(worker int)) {
	var group sync.WaitGroup
	if len(d.due.parts) > 1 {
		for k := 1; k < len(d.workers); k++ {
			group.Go(func() { work(k) })
		}
	}
	work(0)
	group.Wait()
}

// finish drops the layer that is due.
func (d *driver) finish() {
	d.due.disk.close()
	d.due.parts, d.begun = nil, false
}

// updateLookahead sets whether the children of this layer are tested for children of their own.
// They are not, except in every eighth layer, if nearly all passed the last test. That is decided
// over a whole layer, so it does not depend on which worker expanded which state.
func (d *driver) updateLookahead() {
	asked, alive := int64(0), int64(0)
	for _, w := range d.workers {
		if w.x == nil {
			return
		}
		asked, alive = asked+w.x.Tested, alive+w.x.Alive
		w.x.Tested, w.x.Alive = 0, 0
	}
	if asked > 0 {
		d.alive = asked-alive <= asked/32
	}
	for _, w := range d.workers {
		w.x.LooksAhead = !d.alive || d.cell%8 == 0
	}
}

// repartition chooses the number of partitions that suits the given number of states, for
// layers opened from now on and for waiting layers that have far fewer partitions.
func (d *driver) repartition(states int) {
	d.partBits = 0
	for d.partBits < d.mostBits && states>>d.partBits > partStates || d.partBits < maxBits &&
		1<<d.partBits < d.shards {
		d.partBits++
	}
	for c := d.cell + 1; c <= d.furthest; c++ { // only near layers wait; a board may be long
		l := &d.layers[c]
		if l.parts == nil || l.bits+2 > d.partBits || l.disk.file != nil {
			continue
		}
		for _, w := range d.workers {
			w.close(c)
		}
		old := l.parts
		l.held = 0
		l.open(d.partBits)
		w := d.workers[0]
		for k := range old {
			for _, ch := range old[k].chunks {
				stride := d.words + ch.width
				for s := ch.words; len(s) > 0; s = s[stride:] {
					w.put(d.read(c, s), s[d.words:stride])
				}
			}
			d.recycle(old[k].chunks)
		}
	}
}

func (d *driver) stopped() bool {
	return slices.ContainsFunc(d.workers, func(w *worker) bool { return w.Stopped })
}

// expected is how many seconds the whole count was expected to take, if it ended late.
func (d *driver) expected() float64 {
	return d.pace.expected(float64(d.claimed.Load()) / float64(len(d.due.parts)))
}

// total passes on the final states, merged, that are solutions, each with its number.
func (d *driver) total(full func(k uint64, ways *big.Int)) {
	if d.stopped() {
		return
	}
	d.begin()
	w := d.workers[0]
	w.reset(1, 1)
	for k := range d.due.parts {
		err := d.due.read(&d.due.parts[k], w.words, &w.back,
			func(c chunk) { w.addAll(c.words, c.width) })
		if err != nil {
			w.Stop(err)
			return
		}
	}
	stride := w.words + w.width
	for rows := w.compact(); len(rows) > 0; rows = rows[stride:] {
		if st := w.read(d.cell, rows); w.system.Full(st) {
			full(st.K, run.Big(rows[w.words:stride]))
		}
	}
	d.progress(1)
}

// end returns what the count did, and what stopped it.
func (d *driver) end(engine, order string, budget int64) (run.Stats, error) {
	var did run.Search
	for _, w := range d.workers {
		w.Record()
		did.Nodes += w.Nodes
		did.Found += w.Found
		if w.Err != nil {
			did.Err = w.Err
		}
	}
	did.MaxNodes = budget
	st := did.Stats(engine, 0)
	st.Order, st.Away = order, 8*d.away
	if did.Err == ErrLate {
		st.Merging = d.expected()
	}
	return st, did.Err
}
