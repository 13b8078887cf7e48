package diagram

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A Diagram is the states that lead to solutions, in layers by their first empty cell, each
// with the number of solutions below it. It is used by one goroutine.
type Diagram struct {
	*Order
	layers []*layer // of each cell, and of the end; nil: no state is there
	kids   []table.Child
	room   int64 // bytes left
	disk   *disk // nil until it is needed
	reach  int   // how many cells a child is ahead at most
	// from and to are the layers that must be in memory now.
	from, to int
	total    *big.Int
	told     func(done float64)
}

// New makes the diagram of the solutions of a problem whose board can be scanned. The error
// is [ErrMemory] if it takes more memory than the settings allow.
func New(ctx context.Context, s *run.Settings, o *Order) (*Diagram, run.Stats, error) {
	d := &Diagram{Order: o, room: s.MostMemory() / 4 * 3, told: s.Progress}
	search := run.Search{Ctx: ctx, MaxNodes: s.MaxNodes, Every: run.PauseEvery}
	d.x = o.x.Clone(search)
	d.x.Asks = true
	d.x.ShowNodesTo(s.Meter)
	d.kids = make([]table.Child, d.x.MostChildren())
	d.layers = make([]*layer, d.x.Window.N+1)
	d.discover()
	if !d.x.Stopped {
		d.sum()
	}
	d.x.Record()
	st := d.x.Stats("diagram", 0)
	st.Order = d.x.Order.Name
	if d.disk != nil {
		st.Away = d.disk.end
	}
	return d, st, d.x.Err
}

// discover finds all states that can be reached.
func (d *Diagram) discover() {
	d.add(d.x.Start)
	for c := range d.x.Window.N {
		l := d.layers[c]
		if l == nil {
			continue
		}
		d.hold(c, d.x.Window.N)
		for n := range l.states() {
			for _, kid := range d.expand(l.state(c, n)) {
				d.reach = max(d.reach, kid.State.C-c)
				d.add(kid.State)
			}
			if d.x.Stopped {
				return
			}
		}
		d.tell(float64(c) / float64(2*len(d.layers)))
	}
}

// expand returns the children of a state, in words that the next call overwrites; none
// once the search has been stopped.
func (d *Diagram) expand(st table.State) []table.Child {
	if d.x.Nodes >= d.x.PauseAt && d.x.Pause() {
		return nil
	}
	return d.kids[:d.x.Expand(st, d.kids)]
}

func (d *Diagram) add(st table.State) {
	l := d.layers[st.C]
	if l == nil {
		l = &layer{width: 1}
		d.layers[st.C] = l
	}
	if bytes := l.add(st); bytes > 0 {
		d.take(int64(bytes))
	}
}

// take takes memory, or gives it back. If there is too little, layers that are not needed
// now go to the disk, first the one that is furthest from those in use.
func (d *Diagram) take(bytes int64) {
	d.room -= bytes
	for d.room < 0 && !d.x.Stopped {
		l := d.furthest()
		if l == nil {
			d.x.Stop(ErrMemory)
			return
		}
		if d.disk == nil {
			var err error
			if d.disk, err = newDisk(); err != nil {
				d.x.Stop(err)
				return
			}
		}
		bytes, err := l.putAway(d.disk)
		if d.room += bytes; err != nil {
			d.x.Stop(err)
		}
	}
}

// furthest returns the layer in memory that is the furthest from those that must be there,
// nil if there is none.
func (d *Diagram) furthest() *layer {
	before, after := 0, len(d.layers)-1
	for before < d.from || after > d.to {
		at := before
		if after-d.to > d.from-before {
			at, after = after, after-1
		} else {
			before++
		}
		if l := d.layers[at]; l != nil && !l.away && l.states() > 0 {
			return l
		}
	}
	return nil
}

// hold makes sure that some layers are in memory, until the next call.
func (d *Diagram) hold(from, to int) {
	d.from, d.to = from, min(to, len(d.layers)-1)
	for c := d.from; c <= d.to && !d.x.Stopped; c++ {
		l := d.layers[c]
		if l == nil || !l.away {
			continue
		}
		if err := l.fetch(); err != nil {
			d.x.Stop(err)
		}
		d.take(l.bytes())
	}
}

// sum counts the solutions below every state, and drops the states with none.
func (d *Diagram) sum() {
	var ways []uint64
	for c := d.x.Window.N; c >= 0 && !d.x.Stopped; c-- {
		l := d.layers[c]
		if l == nil {
			continue
		}
		d.hold(c, c+d.reach)
		if d.x.Stopped {
			return
		}
		had := l.bytes()
		l.sums = make([]uint64, 0, l.states())
		for n := range l.states() {
			ways = d.sumBelow(l.state(c, n), ways)
			if len(ways) > l.width {
				l.widen(len(ways))
			}
			l.sums = append(l.sums, ways...)
			for range l.width - len(ways) {
				l.sums = append(l.sums, 0)
			}
		}
		if d.x.Stopped {
			return
		}
		l.prune()
		d.take(l.bytes() - had)
		d.tell(1 - float64(c)/float64(2*len(d.layers)))
	}
	if d.total = new(big.Int); d.x.Stopped {
		return
	}
	if ways := d.below(d.x.Start); ways != nil {
		d.total = run.Big(ways)
	}
	d.hold(0, -1)
}

// sumBelow adds up the numbers of solutions below the children of a state. It overwrites ways
// with the sum.
func (d *Diagram) sumBelow(st table.State, ways []uint64) []uint64 {
	ways = append(ways[:0], 0)
	if st.C == d.x.Window.N {
		if d.x.Full(st) {
			ways[0] = 1
		}
		return ways
	}
	for _, kid := range d.expand(st) {
		below := d.below(kid.State)
		ways = append(ways, make([]uint64, max(0, len(below)-len(ways)))...)
		if over := run.AddTimes(ways, below, 1); over > 0 {
			ways = append(ways, over)
		}
	}
	return ways
}

// below returns the number of solutions below a state, nil for none.
func (d *Diagram) below(st table.State) []uint64 {
	l := d.layers[st.C]
	if l == nil {
		return nil
	}
	ways, err := l.below(st)
	if err != nil {
		d.x.Stop(err)
	}
	return ways
}

func (d *Diagram) tell(done float64) {
	if d.told != nil {
		d.told(done)
	}
}

// Count is how many solutions there are.
func (d *Diagram) Count() *big.Int { return d.total }

// Marginals returns how many solutions contain each option: the sum, over its arcs, of
// the ways to the arc times the solutions below it. It returns nil if ctx ends.
func (d *Diagram) Marginals() []*big.Int {
	width := max(1, (d.total.BitLen()+63)/64)
	// The total is an upper bound of all counts and sums.
	options := make([]uint64, len(d.p.Model.Options)*width)
	ways := make([][]uint64, len(d.layers)) // to reach each state
	come := func(st table.State) []uint64 {
		l := d.layers[st.C]
		if l == nil {
			return nil
		}
		n := l.find(st)
		if n < 0 {
			return nil
		}
		if ways[st.C] == nil {
			ways[st.C] = make([]uint64, l.states()*width)
			d.take(int64(8 * len(ways[st.C])))
		}
		return ways[st.C][n*width:][:width]
	}
	d.hold(d.x.Start.C, d.x.Start.C)
	if d.x.Stopped {
		return nil
	}
	if first := come(d.x.Start); first != nil {
		first[0] = 1
	}
	for c := range d.x.Window.N {
		if ways[c] == nil {
			continue
		}
		d.hold(c, c+d.reach)
		if d.x.Stopped {
			return nil
		}
		l := d.layers[c]
		for n := range l.states() {
			here := ways[c][n*width:][:width]
			for _, kid := range d.expand(l.state(c, n)) {
				to := come(kid.State)
				if to == nil {
					continue
				}
				run.AddTimes(to, here, 1)
				if o := d.x.Option(kid.At); o >= 0 {
					below := d.below(kid.State)
					for j, x := range here {
						run.AddTimes(options[o*width+j:(o+1)*width], below, x)
					}
				}
			}
			if d.x.Stopped {
				return nil
			}
		}
		d.take(-int64(8 * len(ways[c])))
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

// Err is the error that stopped it, nil if none.
func (d *Diagram) Err() error { return d.x.Err }
