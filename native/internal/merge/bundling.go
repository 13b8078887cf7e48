package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A bundling is a merger whose layers queue origins, not states.
type bundling struct {
	*merger
	bundlers []*bundler // of the workers
	unworthy bool       // bundles are small
}

const (
	fewestLeft = 2 // bits of the counts
	// Bundles of few states are slower than separate states. In the first layers bundles are
	// small, too; over many bundles an average near one means that the cells filled
	// determine the counts left.
	alone, someBundles = 1.2, 1 << 10
	few, manyBundles   = 2, 1 << 16
)

// newBundling adds the origin of the start to a merger that has no states yet. It returns nil
// if the problem or the settings do not allow bundles.
func newBundling(on *merger, s *run.Settings, x *table.Expander) *bundling {
	left, cells := bits.Len64(x.Start.K), max(0, x.Window.Span-1)
	switch {
	case on.labels != nil || x.Restricted() || s.MaxNodes > 0: // a budget ends between two states
		return nil
	case left < fewestLeft || left > mostLeft || len(on.workers)<<left > on.most/8:
		return nil
	case cells > 62 || x.Window.N >= 1<<cellBits || x.Placements() >= nowhere || len(on.workers) > 1<<workerBits:
		return nil
	}
	m := &bundling{merger: on}
	m.tops = x.Tops()
	m.lay(layout{1, uint(cells)})
	for k, w := range m.workers {
		w.Apart(true)
		b := &bundler{worker: w, number: k, shelves: make([]shelf, len(m.layers)), ways: make([]uint64, 1<<left)}
		m.bundlers = append(m.bundlers, b)
		m.shelves = append(m.shelves, make([]shelf, len(m.layers)))
	}
	w, c := m.bundlers[0], x.Start.C
	b, index, _ := w.shelves[c].add(words(1, 1), &m.store)
	w.ways[x.Start.K] = 1
	b.fill(x.Start.F, c, []uint32{uint32(x.Start.K)}, w.ways)
	w.put(table.State{C: c, F: x.Start.F}, []uint64{uint64(originOf(nowhere, c, 0, index))})
	return m
}

// lay sets the layout in which states are written from now on.
func (m *bundling) lay(l layout) {
	m.layout = l
	for _, w := range m.workers {
		w.tally.layout = l
	}
}

// step makes and expands the bundles of the layer that is due. It reports false if bundling
// must end: then unbundle takes back what was done of the layer.
func (m *bundling) step() bool {
	if m.shelved > m.most/4*3 { // what waits may go to files
		return false
	}
	states := m.begin(m.cell)
	if states == 0 {
		return true
	}
	before := make([]int64, len(m.workers))
	for k, w := range m.bundlers {
		before[k] = w.Nodes
		w.bundles, w.entries, w.failed = 0, 0, false
		// This layer reads only bundles that are on the shelves now.
		copy(m.shelves[k][m.cell:m.furthest+1], w.shelves[m.cell:])
	}
	m.share(states, func(k int) { m.bundlers[k].bundleUp() })
	bundles, entries, failed := 0, 0, false
	for _, w := range m.bundlers {
		bundles, entries, failed = bundles+w.bundles, entries+w.entries, failed || w.failed
	}
	if failed && !m.stopped() {
		for k, w := range m.bundlers {
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
	for _, w := range m.bundlers {
		m.clear(&w.shelves[m.cell])
	}
	each := float64(entries) / float64(max(1, bundles))
	m.unworthy = bundles >= someBundles && each < alone || bundles >= manyBundles && each < few
	return true
}
