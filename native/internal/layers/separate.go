package layers

import (
	"github.com/exactile/exactile/native/internal/table"
)

// separate converts the origins that wait in the layer that is due and in later layers to
// states, except those that this layer has added.
func (d *byProfile) separate() {
	d.now = d.cell - 1 // the states of the layer that is due may go to files, too
	w := d.profilers[0]
	cells := d.layout
	d.lay(newLayout(w.x.Bits()))
	for k, v := range d.profilers {
		v.x.Apart(false)
		copy(d.arenasOf[k], v.arenas)
	}
	for c := d.cell; c <= d.furthest; c++ {
		l := &d.layers[c]
		for _, v := range d.workers {
			v.close(c)
		}
		if l.parts == nil {
			continue
		}
		old := layer{parts: l.parts, disk: l.disk}
		l.parts, l.disk, l.held = nil, wordFile{}, 0
		for k := range old.parts {
			if w.Stopped {
				break
			}
			p := &old.parts[k]
			err := old.read(p, 1, &w.back, func(waits chunk) {
				// The profiles of a large count take seconds to separate.
				if err := w.Ctx.Err(); err != nil {
					w.Stop(err)
				}
				for s := waits.words; len(s) >= 2 && !w.Stopped; s = s[2:] {
					if o := origin(s[1]); o.placement() == nowhere || !w.x.Placed(o.placement(), d.cell) {
						w.add(cells.unpack(c, s[0], 0), o)
					}
				}
			})
			if err != nil {
				w.Stop(err)
			}
			d.recycle(p.chunks)
		}
		old.disk.close()
	}
	d.profilers, d.arenasOf, d.blocks, d.arenas = nil, nil, nil, 0
}

// add adds the states that an origin leads to.
func (w *profiler) add(st table.State, o origin) {
	p, takes, weight := w.shared.follow(o, w.x)
	how := p.codec()
	tops, due := w.shared.tops, w.x.Due(st.C)
	var number [1]uint64
	for list := p[headWords:]; len(list) > 0; list = list[how.stride:] {
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
