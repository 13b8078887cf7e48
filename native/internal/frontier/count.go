package frontier

import (
	"errors"
	"math"
	"math/big"
	"runtime"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// ErrMemory ends a count whose states would take more memory than allowed.
var ErrMemory = errors.New("native: the states of a frontier take too much memory")

// A Count is a count along an order. It counts once, in one or several calls of Run, each with
// a budget of nodes.
type Count struct {
	run.Search
	program *program
	at      int      // the step that is due; -1 before the first call of Run
	row     int      // where to continue in its layer
	states  int      // the number in all earlier layers
	layers  []*layer // of each step; nil: no state waits there
	spare   []*layer
	memory  int64 // that may still be taken
	waste   int64 // bytes of layers dropped since the last forced garbage collection
	enough  int64 // the waste above which a garbage collection is forced
}

// New returns a count along an order, nil if more items are live at once than fit a state.
// Its layers together take at most memory bytes.
func New(p *problem.Problem, o *Order, memory int64, wk run.Search) *Count {
	c := &Count{Search: wk, program: compile(p, o), at: -1, memory: memory, enough: max(1<<20, memory/8)}
	if c.program == nil {
		return nil
	}
	c.Every = run.PauseEvery
	c.layers = make([]*layer, len(c.program.steps)+1)
	return c
}

// Run counts until it has visited most nodes in total; 0 is for no bound. The result is valid
// if Run was not stopped. If it ran out of nodes, another call continues where it ended. If
// progress is not nil, it is called now and then with the part of the steps that is done.
func (c *Count) Run(most int64, progress func(done float64)) *big.Int {
	c.Stopped, c.Err, c.MaxNodes, c.PauseAt = false, nil, most, c.Nodes+1
	if c.at < 0 {
		c.at = 0
		c.send(key{}, -1, []uint64{1}, 1)
	}
	steps := len(c.program.steps)
	told := 1000 * c.at / max(1, steps)
	for ; c.at < steps; c.at++ {
		l := c.layers[c.at]
		if l == nil {
			continue
		}
		c.advance(l)
		if c.Stopped {
			return nil
		}
		c.row, c.layers[c.at] = 0, nil
		c.states += l.used
		c.recycle(l)
		if part := 1000 * c.at / steps; progress != nil && part > told {
			told = part
			progress(float64(part) / 1000)
		}
	}
	c.Record()
	total := new(big.Int)
	if l := c.layers[steps]; l != nil {
		stride := keyWords + l.width
		for rows := l.rows; len(rows) > 0; rows = rows[stride:] {
			if rows[1] != 0 {
				total.Add(total, run.Big(rows[keyWords:stride]))
			}
		}
	}
	return total.Lsh(total, uint(c.program.free)) // each free option may be added or not
}

// advance applies the step that is due to the states of its layer.
func (c *Count) advance(l *layer) {
	s := &c.program.steps[c.at]
	stride := keyWords + l.width
	// A move that does not fit takes next to no time.
	cost := 1 + int64(len(s.moves))/16
	for rows := l.rows[c.row:]; len(rows) > 0; rows = rows[stride:] {
		if rows[1] == 0 {
			continue
		}
		k, n := key{rows[0], rows[1]}, rows[keyWords:stride]
		if c.Nodes += cost; c.Nodes >= c.PauseAt && c.Pause() {
			c.row = len(l.rows) - len(rows)
			return
		}
		if !s.must {
			c.send(k, c.at, n, 1)
		}
		for m := range s.moves {
			move := &s.moves[m]
			if k[0]&move.mask[0]|k[1]&move.mask[1] != 0 {
				continue
			}
			next := key{k[0] | move.mask[0], k[1] | move.mask[1]}
			if move.counts == nil || next.addAll(move.counts) {
				c.Nodes++
				c.send(next, c.at, n, move.same)
			}
		}
		if c.Stopped {
			return
		}
	}
}

// Forecast estimates the total number of nodes. It assumes that at every later step the states
// are the same fraction of two to the width as at the step that is due. Usually this fraction
// falls along the order.
func (c *Count) Forecast() float64 {
	if c.at < 0 || c.at == len(c.program.steps) || c.layers[c.at] == nil {
		return float64(c.Nodes)
	}
	steps := c.program.steps[c.at:]
	rest := 0.0
	for k := range steps {
		rest += math.Exp2(float64(steps[k].width - steps[0].width))
	}
	each := float64(c.Nodes) / max(1, float64(c.states))
	return float64(c.Nodes) + rest*float64(c.layers[c.at].used)*each
}

// send adds a state to a layer once step at has been decided: the layer of the first later step
// that still has something to decide. It drops a state that can no longer meet a lower
// bound.
func (c *Count) send(k key, at int, n []uint64, times uint64) {
	steps := c.program.steps
	for {
		if at >= 0 {
			s := &steps[at]
			if s.need[0]&^k[0]|s.need[1]&^k[1] != 0 {
				return
			}
			for f := range s.least {
				if s.least[f].of(&k) < s.least[f].least {
					return
				}
			}
			k[0] &^= s.clear[0]
			k[1] &^= s.clear[1]
		}
		if at++; at == len(steps) || k[0]&steps[at].own[0]|k[1]&steps[at].own[1] == 0 {
			break
		}
	}
	l := c.layers[at]
	if l == nil {
		l = c.fresh(len(n))
		c.layers[at] = l
	}
	k[1] |= taken
	had := len(l.rows)
	l.add(k, n, times)
	if len(l.rows) != had {
		c.spend(int64(len(l.rows)-had) * 8)
	}
}

// fresh returns an empty layer.
func (c *Count) fresh(width int) *layer {
	if last := len(c.spare) - 1; last >= 0 {
		l := c.spare[last]
		c.spare = c.spare[:last]
		return l
	}
	l := newLayer(width, firstShift)
	c.spend(l.bytes())
	return l
}

func (c *Count) spend(bytes int64) {
	if c.memory -= bytes; c.memory < 0 {
		c.Stop(ErrMemory)
	}
}

// fewRows is the size up to which clearing a layer is faster than making a new one.
const fewRows = 1 << 12

// recycle keeps a small layer for another step.
func (c *Count) recycle(l *layer) {
	if len(l.rows) > fewRows {
		c.memory += l.bytes()
		// The garbage collector itself would wait until the memory in use has doubled.
		if c.waste += l.bytes(); c.waste > c.enough {
			c.waste = 0
			runtime.GC()
		}
		return
	}
	clear(l.rows)
	l.used = 0
	c.spare = append(c.spare, l)
}
