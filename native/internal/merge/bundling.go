package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

const (
	// Numbers of ways are in a table indexed by the packed counts. The table must not be
	// much larger than the caches.
	fewestLeft, mostLeft = 2, 24 // bits
	// Bundles of few states are slower than separate states. In the first layers bundles are
	// small, too; over many bundles an average near one means that the cells filled
	// determine the counts left.
	alone, someBundles = 1.2, 1 << 10
	few, manyBundles   = 2, 1 << 16
)

// beginBundles switches the merger to bundles, if the problem and the settings allow them.
func (m *merger) beginBundles(s *run.Settings, x *table.Expander) {
	left, cells := bits.Len64(x.Start.K), max(0, x.Window.Span-1)
	switch {
	case m.labels != nil || x.Gated() || s.MaxNodes > 0: // a budget ends between two states
		return
	case left < fewestLeft || left > mostLeft || len(m.workers)<<left > m.most/8:
		return
	case cells > 62 || x.Window.N >= 1<<cellBits || x.Placements() >= nowhere || len(m.workers) > 1<<workerBits:
		return
	}
	m.bundling, m.tops = true, x.Tops()
	m.lay(layout{1, uint(cells)})
	for k, w := range m.workers {
		w.Apart(true)
		w.number = k
		w.shelves = make([]shelf, len(m.layers))
		w.ways = make([]uint64, 1<<left)
		m.shelves = append(m.shelves, make([]shelf, len(m.layers)))
	}
}

// lay sets the layout in which states are written from now on.
func (m *merger) lay(l layout) {
	m.layout = l
	for _, w := range m.workers {
		w.tally.layout = l
	}
}

// addStart adds the state from which all others are reached.
func (m *merger) addStart() {
	w := m.workers[0]
	if !m.bundling {
		w.put(w.Start, []uint64{1})
		return
	}
	c := w.Start.C
	b, index, _ := w.shelves[c].add(words(1, 1), &m.store)
	w.ways[w.Start.K] = 1
	b.fill(w.Start.F, c, []uint32{uint32(w.Start.K)}, w.ways)
	w.put(table.State{C: c, F: w.Start.F}, []uint64{uint64(originOf(nowhere, c, 0, index))})
}

// stepBundled makes and expands the bundles of the layer that is due. It reports false if
// bundling must end: then unbundle takes back what was done of the layer.
func (m *merger) stepBundled() bool {
	if m.shelved > m.most/4*3 { // what waits may go to files
		return false
	}
	states := m.begin(m.cell)
	if states == 0 {
		return true
	}
	before := make([]int64, len(m.workers))
	for k, w := range m.workers {
		before[k] = w.Nodes
		w.bundles, w.entries, w.failed = 0, 0, false
		// This layer reads only bundles that are on the shelves now.
		copy(m.shelves[k][m.cell:m.furthest+1], w.shelves[m.cell:])
	}
	m.share(states, (*worker).bundleUp)
	bundles, entries, failed := 0, 0, false
	for _, w := range m.workers {
		bundles, entries, failed = bundles+w.bundles, entries+w.entries, failed || w.failed
	}
	if failed && !m.stopped() {
		for k, w := range m.workers {
			w.Nodes, w.Asked, w.Alive = before[k], 0, 0 // they depend on how far each worker got
			w.PauseAt = before[k]                       // it was reckoned from nodes that are taken back
		}
		return false
	}
	for k := range m.due.parts {
		m.recycle(m.due.parts[k].chunks)
	}
	m.due.close()
	m.due.parts = nil
	for _, w := range m.workers {
		m.clear(&w.shelves[m.cell])
	}
	each := float64(entries) / float64(max(1, bundles))
	m.unworthy = bundles >= someBundles && each < alone || bundles >= manyBundles && each < few
	return true
}
