package layers

import (
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A byProfile is a driver whose layers hold origins, not states.
type byProfile struct {
	*driver
	profilers []*profiler // of the workers
	sparse    bool        // profiles have few states
}

const (
	fewestLeft = 2 // bits of the counts
	// Profiles of few states are slower than separate states. In the first layers profiles
	// have few, too; over many profiles an average near one means that the cells filled
	// determine the counts left.
	almostOneState, someProfiles = 1.2, 1 << 10
	few, manyProfiles            = 2, 1 << 16
)

// newByProfile adds the origin of the start to a driver that has no states yet. It returns nil
// if the problem or the settings do not allow profiles.
func newByProfile(on *driver, s *run.Settings, x *table.Expander) *byProfile {
	cells, left := x.Bits()
	switch {
	case x.Restricted() || x.Needs() || s.MaxNodes > 0: // a budget ends between two states
		return nil
	case left < fewestLeft || left > mostLeft || len(on.workers)<<left > on.most/8:
		return nil
	case cells > 62 || x.Window.N >= 1<<layerBits || x.Placements() >= nowhere ||
		len(on.workers) > 1<<workerBits:
		return nil
	}
	d := &byProfile{driver: on}
	d.tops = x.Tops()
	d.lay(layout{1, uint(cells)})
	for k, w := range d.workers {
		w.x.Apart(true)
		d.profilers = append(d.profilers, &profiler{
			worker: w, number: k, arenas: make([]arena, len(d.layers)),
			ways: make([]uint64, 1<<left),
		})
		d.arenasOf = append(d.arenasOf, make([]arena, len(d.layers)))
	}
	w, start := d.profilers[0], x.Start()
	p, index, _ := w.arenas[start.C].add(words(1, 1), &d.store)
	w.ways[start.K] = 1
	p.fill(start.F, start.C, []uint32{uint32(start.K)}, w.ways)
	w.put(table.State{C: start.C, F: start.F}, []uint64{
		uint64(originOf(nowhere, start.C, 0, index)),
	})
	return d
}

// lay sets the layout in which states are written from now on.
func (d *byProfile) lay(l layout) {
	d.layout = l
	for _, w := range d.workers {
		w.countTable.layout = l
	}
}

// advance goes through the layers from the one that is due, as long as profiles pay.
func (d *byProfile) advance() {
	for ; d.cell < len(d.layers)-1 && !d.stopped() && !d.sparse && d.step(); d.cell++ {
	}
}

// step makes and expands the profiles of the layer that is due. It reports false if separate
// states must go on: nothing was done of the layer then.
func (d *byProfile) step() bool {
	if d.arenas > d.most/4*3 { // what waits may go to files
		return false
	}
	states := d.begin()
	if states == 0 {
		return true
	}
	before := make([]int64, len(d.workers))
	for k, w := range d.profilers {
		before[k] = w.Nodes
		w.profiles, w.entries, w.failed = 0, 0, false
		// This layer reads only profiles that are in the arenas now.
		copy(d.arenasOf[k][d.cell:d.furthest+1], w.arenas[d.cell:])
	}
	d.repartition(states)
	d.share(func(k int) { d.profilers[k].work() })
	profiles, entries, failed := 0, 0, false
	for _, w := range d.profilers {
		profiles, entries, failed = profiles+w.profiles, entries+w.entries, failed || w.failed
	}
	if failed && !d.stopped() {
		for k, w := range d.profilers {
			// they depend on how far each worker got
			w.Nodes, w.x.Tested, w.x.Alive = before[k], 0, 0
			// it was reckoned from nodes that are taken back
			w.PauseAt = before[k]
		}
		return false
	}
	for k := range d.due.parts {
		d.recycle(d.due.parts[k].chunks)
	}
	d.finish()
	for _, w := range d.profilers {
		d.clear(&w.arenas[d.cell])
	}
	each := float64(entries) / float64(max(1, profiles))
	d.sparse = profiles >= someProfiles && each < almostOneState || profiles >= manyProfiles &&
		each < few
	return true
}

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
					if o := origin(s[1]); o.placement() == nowhere ||
						!w.x.Placed(o.placement(), d.cell) {
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
