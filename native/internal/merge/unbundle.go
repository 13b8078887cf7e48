package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/table"
)

// unbundle converts the origins that wait in the layer that is due and in later layers to
// states, except those that this layer has added.
func (m *bundling) unbundle() {
	m.now = m.cell - 1 // the states of the layer that is due may go to files, too
	w := m.bundlers[0]
	cells := m.layout
	m.lay(newLayout(w.Expander, bits.Len64(w.Start.K)))
	for k, v := range m.bundlers {
		v.Apart(false)
		copy(m.shelves[k], v.shelves)
	}
	for c := m.cell; c <= m.furthest; c++ {
		l := &m.layers[c]
		for _, v := range m.workers {
			v.close(c)
		}
		if l.parts == nil {
			continue
		}
		old := layer{parts: l.parts, file: l.file}
		l.parts, l.file, l.held, l.end = nil, nil, 0, 0
		for k := range old.parts {
			if w.Stopped {
				break
			}
			p := &old.parts[k]
			err := old.read(p, 1, &w.back, func(waits chunk) {
				// Bundles of a large count take seconds to come apart.
				if err := w.Ctx.Err(); err != nil {
					w.Stop(err)
				}
				for s := waits.words; len(s) >= 2 && !w.Stopped; s = s[2:] {
					if o := origin(s[1]); o.placement() == nowhere || !w.Placed(o.placement(), m.cell) {
						w.untie(cells.unpack(c, s[0], 0), o)
					}
				}
			})
			if err != nil {
				w.Stop(err)
			}
			m.recycle(p.chunks)
		}
		old.close()
	}
	m.bundlers, m.shelves, m.blocks, m.shelved = nil, nil, nil, 0
}

// untie adds the states that an origin leads to.
func (w *bundler) untie(st table.State, o origin) {
	b, takes, weight := w.shared.follow(o, w.Expander)
	how := b.codec()
	tops, due := w.shared.tops, w.Due(st.C)
	var number [1]uint64
	for list := b[headWords:]; len(list) > 0; list = list[how.stride:] {
		left := list[0] & how.left
		st.K = left - takes
		if lacks(left, takes)&tops|st.K&due != 0 {
			continue
		}
		number[0] = list[how.stride-1] >> how.shift
		if weight == 1 {
			w.put(st, number[:])
		} else {
			w.put(st, w.times(number[:], weight))
		}
	}
}
