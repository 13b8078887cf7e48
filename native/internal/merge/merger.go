package merge

import (
	"context"
	"math/bits"
	"sync"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A merger counts solutions layer by layer. Its results do not depend on how many workers
// share a layer, or on which states wait on disk.
type merger struct {
	shared
	workers  []*worker
	shards   int  // as in the settings
	mostBits int  // of a partition number, as the memory allows
	hopeful  bool // nearly all children have children
}

func newMerger(ctx context.Context, s *run.Settings, x *table.Expander, labels *Labels) *merger {
	counts := bits.Len64(x.Start.K)
	if labels != nil {
		counts += labels.bits
	}
	workers := s.Workers
	if s.MaxNodes > 0 {
		workers = 1 // which states spend the budget must not depend on chance
	}
	m := &merger{shared: shared{layout: newLayout(x, counts), labels: labels, report: s.Progress}, shards: s.Shards}
	n := x.Window.N + 1
	m.layers = make([]layer, n)
	// The other quarter is for tables and whatever else is not chunks.
	m.most = int(s.MostMemory() / 4 * 3 / 8)
	// A table must fit the cache and take only a small part of the memory.
	m.together = min(1<<17, max(1<<8, m.most/8/workers))
	// A worker fills a chunk for every partition of every layer within reach: these chunks
	// may take a quarter of the room.
	for m.mostBits < maxBits && (x.Window.Span+1)*workers*chunkWords<<m.mostBits < m.most/8 {
		m.mostBits++
	}
	for range workers {
		w := &worker{shared: &m.shared, different: .25, Expander: x.Clone(run.Search{Ctx: ctx, MaxNodes: s.MaxNodes, PauseAt: 0, Every: run.PauseEvery})}
		w.tally.layout = m.layout
		w.kids = make([]table.Child, x.MostChildren())
		w.filling = make([]filling, n)
		w.ShowNodesTo(s.Meter)
		m.workers = append(m.workers, w)
	}
	return m
}

// step merges and expands the layer that is due.
func (m *merger) step() {
	states := m.begin(m.cell)
	if states == 0 {
		return
	}
	m.share(states, func(k int) { m.workers[k].work() })
	m.due.close()
	m.due.parts = nil
}

// share has the workers do the partitions of the layer that is due, of this many states.
func (m *merger) share(states int, work func(worker int)) {
	m.repartition(states)
	m.claimed.Store(0)
	m.ask()
	var group sync.WaitGroup
	if len(m.due.parts) > 1 {
		for k := 1; k < len(m.workers); k++ {
			group.Go(func() { work(k) })
		}
	}
	work(0)
	group.Wait()
}

// ask sets whether the children of this layer are tested for children of their own. They are
// not, except in every eighth layer, if nearly all passed the last test. That is decided over
// a whole layer, so it does not depend on which worker expanded which state.
func (m *merger) ask() {
	asked, alive := int64(0), int64(0)
	for _, w := range m.workers {
		asked, alive = asked+w.Asked, alive+w.Alive
		w.Asked, w.Alive = 0, 0
	}
	if asked > 0 {
		m.hopeful = asked-alive <= asked/32
	}
	for _, w := range m.workers {
		w.Asks = !m.hopeful || m.cell%8 == 0
	}
}

// begin makes a layer the one that is due, and returns how many states wait in it.
func (m *merger) begin(cell int) (states int) {
	m.cell, m.now, m.due = cell, cell, &m.layers[cell]
	for _, w := range m.workers {
		w.close(cell)
	}
	return m.due.states(m.words)
}

// repartition chooses the number of partitions that suits the given number of states, for
// layers opened from now on and for waiting layers that have far fewer partitions.
func (m *merger) repartition(states int) {
	m.partBits = 0
	for m.partBits < m.mostBits && states>>m.partBits > partStates {
		m.partBits++
	}
	if m.shards > 0 {
		m.partBits = max(m.partBits, bitsOf(m.shards))
	}
	for c := m.cell + 1; c <= m.furthest; c++ { // only near layers wait; a board may be long
		l := &m.layers[c]
		if l.parts == nil || l.bits+2 > m.partBits || l.file != nil {
			continue
		}
		for _, w := range m.workers {
			w.close(c)
		}
		old := l.parts
		l.held = 0
		l.open(m.partBits)
		w := m.workers[0]
		for k := range old {
			for _, ch := range old[k].chunks {
				stride := m.words + ch.width
				for s := ch.words; len(s) > 0; s = s[stride:] {
					w.put(m.read(c, s), s[m.words:stride])
				}
			}
			m.recycle(old[k].chunks)
		}
	}
}

func bitsOf(shards int) (n int) {
	for 1<<n < shards {
		n++
	}
	return n
}

func (m *merger) stopped() bool {
	for _, w := range m.workers {
		if w.Stopped {
			return true
		}
	}
	return false
}

// end returns what the count did, and what stopped it.
func (m *merger) end(s *run.Settings) (run.Stats, error) {
	var did run.Search
	for _, w := range m.workers {
		w.Record()
		did.Nodes += w.Nodes
		did.Found += w.Found
		if w.Err != nil {
			did.Err = w.Err
		}
	}
	did.MaxNodes = s.MaxNodes
	st := did.Stats("layers", 0)
	st.Order, st.Away = m.workers[0].Order.Name, m.away
	return st, did.Err
}
