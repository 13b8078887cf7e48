package layers

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/run"
)

// A Trial is a count along a recovered order, in one or several calls of Run, each with a
// budget of nodes. It never spills.
type Trial struct {
	*run.Search
	program *frontier.Program
	driver  *driver
	started bool
}

// NewTrial returns a count along an order. Its layers together take at most this many bytes.
func NewTrial(ctx context.Context, p *frontier.Program, memory int64) *Trial {
	d := newDriver(ctx, &run.Settings{Workers: 1, Memory: memory}, p,
		func(wk run.Search) System { return p.Clone(wk) }, nil)
	d.noDisk = true
	return &Trial{Search: d.workers[0].Search, program: p, driver: d}
}

// Allow allows the layers together this many bytes from now on.
func (t *Trial) Allow(memory int64) { t.driver.allow(memory) }

// Hurry has the count end with ErrLate if it is not expected to end before the deadline of its
// context.
func (t *Trial) Hurry(a *Account) { t.driver.pace.within(t.Ctx, 1, a) }

// Expected is how many seconds the whole count was expected to take, if it ended late.
func (t *Trial) Expected() float64 { return t.driver.expected() }

// Run counts until it has visited most nodes in total; 0 is for no bound. The result is valid
// if Run was not stopped. If it ran out of nodes, another call continues where it ended. If
// progress is not nil, it is called now and then with the part that is done.
func (t *Trial) Run(most int64, progress func(done float64)) *big.Int {
	t.Stopped, t.Err, t.MaxNodes, t.PauseAt = false, nil, most, t.Nodes+1
	d := t.driver
	d.report = progress
	if !t.started {
		t.started = true
		d.start()
	}
	if d.advance(); t.Stopped {
		return nil
	}
	t.Record()
	total := new(big.Int)
	d.total(func(_ uint64, ways *big.Int) { total.Add(total, ways) })
	return total.Lsh(total, uint(t.program.Free)) // each free option may be added or not
}

// Forecast estimates the total number of nodes. It assumes that at every later step the states
// are the same fraction of two to the width as at the step that is due. Usually this fraction
// falls along the order.
func (t *Trial) Forecast() float64 {
	nodes := float64(t.Nodes)
	if !t.driver.begun {
		return nodes
	}
	d := t.driver
	return nodes + d.pace.rest()*d.distinct()*nodes/max(1, d.expanded)
}
