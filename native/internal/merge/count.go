package merge

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Count counts the solutions of a problem with an expander and s.Workers workers.
func Count(ctx context.Context, s *run.Settings, x *table.Expander) (*big.Int, run.Stats, error) {
	m := newMerger(ctx, s, x, nil)
	defer m.close()
	if !s.NoSymmetry && !x.Restricted() { // a mirror image is in another class
		m.mirror = newMirror(x)
	}
	total := new(big.Int)
	m.count(newBundling(m, s, x), func(_ uint64, ways *big.Int) { total.Add(total, ways) })
	st, err := m.end(s)
	return total, st, err
}

// CountGroups counts the solutions with each label, and passes on the packed counts that
// labels.Read reads. The expander must have no roots.
func CountGroups(
	ctx context.Context, s *run.Settings, x *table.Expander, labels *Labels, group func(k uint64, count *big.Int),
) (run.Stats, error) {
	m := newMerger(ctx, s, x, labels)
	defer m.close()
	groups := make(map[uint64]*big.Int)
	m.count(nil, func(k uint64, ways *big.Int) {
		k = k >> labels.from << labels.from
		had := groups[k]
		switch {
		case had != nil:
			ways.Add(ways, had)
		case len(groups) == cover.GroupRoom/labels.words():
			m.workers[0].Stop(cover.ErrManyGroups)
			return
		}
		groups[k] = ways
	})
	st, err := m.end(s)
	if err == nil {
		for k, ways := range groups {
			group(k, ways)
		}
	}
	return st, err
}

// count counts the solutions below the start, in bundles unless b is nil. It passes on the
// packed counts of each final state with the number of solutions that end in it.
func (m *merger) count(b *bundling, full func(k uint64, ways *big.Int)) {
	w := m.workers[0]
	if b == nil {
		w.put(w.Start, []uint64{1})
	}
	n := len(m.layers) - 1
	for m.cell = w.Start.C; m.cell < n && !m.stopped(); m.cell++ {
		if b != nil && (b.unworthy || !b.step()) {
			b.unbundle()
			b = nil
		}
		if b == nil {
			m.step()
		}
	}
	if b != nil && !m.stopped() {
		b.unbundle()
	}
	if m.stopped() {
		return
	}
	m.begin(n)
	w.reset(1, 1)
	for k := range m.due.parts {
		err := m.due.read(&m.due.parts[k], w.words, &w.back, func(c chunk) { w.addAll(c.words, c.width) })
		if err != nil {
			w.Stop(err)
			return
		}
	}
	stride := w.words + w.width
	for cells := w.cells; len(cells) > 0; cells = cells[stride:] {
		if ways := cells[w.words:stride]; !isZero(ways) {
			if st := w.read(n, cells); w.Full(st) {
				full(st.K, run.Big(ways))
			}
		}
	}
	m.tell(len(m.due.parts))
}
