package layers

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A Diagram is the states that lead to solutions, in layers, each with the number of solutions
// below it. It is a decision diagram whose arcs are recomputed by expanding a state. Sums from
// the start give the marginals, and the way down to the k-th solution needs none. It is used by
// one goroutine.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4A, section
// 7.1.4 (algorithms B and C on decision diagrams, random solutions).
type Diagram struct {
	*Order
	*driver
	x      *table.Expander
	kids   []table.Child
	tables []persistent // of each layer
	back   reader
	disk   wordFile
	// from and to are the layers that must be in memory now.
	from, to int
	total    *big.Int
}

// A persistent is the states of a layer with the numbers of solutions below them; no bits: none.
type persistent struct {
	countTable
	at   int64 // from 1: where the rows are on disk
	away bool  // they are only there
}

// NewDiagram makes the diagram of the solutions of a problem whose board can be scanned. The
// error is [ErrMemory] if it, or what Marginals need, takes more memory than the settings allow.
func NewDiagram(ctx context.Context, s *run.Settings, o *Order) (*Diagram, run.Stats, error) {
	d := &Diagram{Order: o, driver: ofExpander(ctx, s, o.x, nil)}
	d.tables = make([]persistent, len(d.layers))
	d.kept = make([]layer, len(d.layers))
	d.start()
	d.advance()
	w := d.workers[0]
	d.x, d.kids = w.x, w.kids
	if !d.stopped() {
		d.sum()
	}
	st, err := d.end("diagram", d.x.Order.Name, s.MaxNodes)
	st.Away += 8 * d.disk.end
	d.driver.close()
	d.kept, d.driver.layers, d.workers, d.free = nil, nil, nil, nil
	return d, st, err
}

// sum counts the solutions below every state that was kept, and drops the states with none.
func (d *Diagram) sum() {
	end := len(d.tables) - 1
	w := d.workers[0]
	d.begin()
	d.x.LooksAhead = true
	d.most = d.most / 3 * 4 // there are no other tables now
	last := &d.tables[end]
	last.countTable = countTable{layout: d.layout}
	last.reset(1, 1)
	for k := range d.due.parts {
		if err := d.due.read(&d.due.parts[k], w.words, &w.back, func(c chunk) {
			for s := c.words; len(s) > 0; s = s[d.words+c.width:] {
				if last.find(d.split(s)) == nil && d.x.Full(d.read(end, s)) {
					last.add(s[:d.words], []uint64{1})
				}
			}
		}); err != nil {
			d.x.Stop(err)
		}
	}
	d.finish()
	var ways []uint64
	for c := end - 1; c >= 0 && !d.x.Stopped; c-- {
		l := &d.kept[c]
		if l.parts == nil {
			continue
		}
		d.hold(c, c+d.reach)
		t := &d.tables[c]
		t.countTable = countTable{layout: d.layout}
		// Have it large enough: to grow would take long, since states come by their hash.
		t.reset(l.states(d.words)*4/5+1, 1)
		had := len(t.rows)
		d.take(had)
		parts := l.parts[0]
		l.held = 0 // they are not written while they are read
		err := l.read(&parts, d.words, &w.back, func(states chunk) {
			for s := states.words; len(s) > 0 && !d.x.Stopped; s = s[d.words:] {
				if ways = d.sumBelow(d.read(c, s), ways); !isZero(ways) {
					t.add(s[:d.words], ways)
				}
			}
		})
		if err != nil {
			d.x.Stop(err)
		}
		d.recycle(parts.chunks)
		l.disk.close()
		l.parts = nil
		t.shrink()
		d.take(len(t.rows) - had)
		// Marginals need the tables that are read together, and numbers for their places.
		together := 0
		for k := c; k <= min(c+d.reach, end); k++ {
			together += len(d.tables[k].rows) + t.width<<d.tables[k].bits
		}
		if together > d.most {
			d.x.Stop(ErrMemory)
		}
		d.progress(1 - float64(c)/float64(2*len(d.tables)))
	}
	d.total = new(big.Int)
	if ways := d.below(d.x.Start()); ways != nil {
		d.total = run.Big(ways)
	}
	d.hold(0, -1)
}

// sumBelow adds up the numbers of solutions below the children of a state. It overwrites ways
// with the sum.
func (d *Diagram) sumBelow(st table.State, ways []uint64) []uint64 {
	ways = append(ways[:0], 0)
	for _, kid := range d.expand(st) {
		below := d.below(kid.State)
		ways = append(ways, make([]uint64, max(0, len(below)-len(ways)))...)
		if over := run.AddTimes(ways, below, 1); over > 0 {
			ways = append(ways, over)
		}
	}
	return ways
}

// expand returns the children of a state, in words that the next call overwrites; none
// once the search has been stopped.
func (d *Diagram) expand(st table.State) []table.Child {
	if d.x.Nodes >= d.x.PauseAt && d.x.Pause() {
		return nil
	}
	return d.kids[:d.x.Expand(st, d.kids)]
}

// below returns the number of solutions below a state, nil for none. Of a table on disk it
// reads the rows that it needs.
func (d *Diagram) below(st table.State) []uint64 {
	t := &d.tables[st.C]
	switch {
	case t.bits == 0:
		return nil
	case !t.away:
		return t.find(d.pack(st))
	}
	low, high := d.pack(st)
	stride := t.words + t.width
	for at := t.home(low, high); ; at = (at + 1) & (1<<t.bits - 1) {
		row := make([]uint64, stride)
		if err := d.back.read(&d.disk, row, t.at-1+int64(at)*int64(stride)); err != nil {
			d.x.Stop(err)
			return nil
		}
		switch l, h := t.split(row); {
		case isZero(row[t.words:]):
			return nil
		case l == low && h == high:
			return row[t.words:]
		}
	}
}

// take takes memory, or gives it back. If there is too little, states go to files, and tables
// that are not needed now to the disk, first the one that is furthest from those in use.
func (d *Diagram) take(words int) {
	err := d.charge(words)
	for err == nil && d.used > d.most && !d.x.Stopped {
		if t := d.furthest(); t != nil {
			err = d.putAway(t)
		} else {
			err = ErrMemory
		}
	}
	if err != nil {
		d.x.Stop(err)
	}
}

// furthest returns the table in memory that is the furthest from those that must be there,
// nil if there is none.
func (d *Diagram) furthest() *persistent {
	before, after := 0, len(d.tables)-1
	for before < d.from || after > d.to {
		at := before
		if after-d.to > d.from-before {
			at, after = after, after-1
		} else {
			before++
		}
		if t := &d.tables[at]; len(t.rows) > 0 {
			return t
		}
	}
	return nil
}

// putAway drops a table from memory, once it is on disk.
func (d *Diagram) putAway(t *persistent) error {
	if t.at == 0 {
		if d.disk.file == nil {
			if err := d.disk.open(true); err != nil {
				return err
			}
		}
		t.at = d.disk.end + 1
		if err := d.out.append(&d.disk, t.rows); err != nil {
			return err
		}
		if err := d.out.flush(&d.disk); err != nil {
			return err
		}
	}
	d.used -= len(t.rows)
	t.rows, t.away = nil, true
	return nil
}

// hold makes sure that some tables are in memory, until the next call.
func (d *Diagram) hold(from, to int) {
	d.from, d.to = from, min(to, len(d.tables)-1)
	for c := d.from; c <= d.to && !d.x.Stopped; c++ {
		t := &d.tables[c]
		if !t.away {
			continue
		}
		t.away, t.rows = false, make([]uint64, (t.words+t.width)<<t.bits)
		if err := d.back.read(&d.disk, t.rows, t.at-1); err != nil {
			d.x.Stop(err)
		}
		d.take(len(t.rows))
	}
}

// Count is how many solutions there are.
func (d *Diagram) Count() *big.Int { return d.total }

// Err is the error that stopped it, nil if none.
func (d *Diagram) Err() error { return d.x.Err }

// Marginals returns how many solutions contain each option: the sum, over its arcs, of
// the ways to the arc times the solutions below it. It returns nil if ctx ends.
func (d *Diagram) Marginals() []*big.Int {
	width := max(1, (d.total.BitLen()+63)/64)
	// The total is an upper bound of all counts and sums.
	options := make([]uint64, len(d.p.Model.Options)*width)
	ways := make([][]uint64, len(d.tables)) // to reach each state, by its place in the table
	at := func(st table.State) (here, below []uint64) {
		t := &d.tables[st.C]
		if t.bits == 0 {
			return nil, nil
		}
		k := t.index(d.pack(st))
		if below = t.number(k); isZero(below) {
			return nil, nil
		}
		if ways[st.C] == nil {
			ways[st.C] = make([]uint64, width<<t.bits)
			d.take(len(ways[st.C]))
		}
		return ways[st.C][width*k:][:width], below
	}
	d.hold(d.x.Start().C, d.x.Start().C)
	if d.x.Stopped {
		return nil
	}
	if first, _ := at(d.x.Start()); first != nil {
		first[0] = 1
	}
	for c := range len(ways) - 1 {
		if ways[c] == nil {
			continue
		}
		d.hold(c, c+d.reach)
		t := &d.tables[c]
		stride := t.words + t.width
		for k := 0; k < 1<<t.bits && !d.x.Stopped; k++ {
			row, here := t.rows[k*stride:][:stride], ways[c][k*width:][:width]
			if isZero(here) {
				continue
			}
			for _, kid := range d.expand(d.read(c, row)) {
				to, below := at(kid.State)
				if to == nil {
					continue
				}
				run.AddTimes(to, here, 1)
				if o := d.x.Option(kid.At); o >= 0 {
					for j, x := range here {
						run.AddTimes(options[o*width+j:(o+1)*width], below, x)
					}
				}
			}
		}
		if d.x.Stopped {
			return nil
		}
		d.used -= len(ways[c])
		ways[c] = nil
	}
	all := make([]*big.Int, len(d.p.Model.Options))
	for o := range all {
		all[o] = run.Big(options[o*width:][:width])
	}
	for _, o := range d.p.Taken {
		all[o] = new(big.Int).Set(d.total)
	}
	return all
}
