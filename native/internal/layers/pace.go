package layers

import (
	"context"
	"errors"
	"time"

	"github.com/exactile/exactile/internal/cputime"
)

// ErrLate ends a count that is not expected to end before its deadline.
var ErrLate = errors.New("native: merged states would take longer than the time limit")

// An Account is what all trials of a count have taken, from before the first. A trial is a count by
// merged states of which it is open whether it ends before the deadline, and sooner than a search.
// Together they may take trialPart of the time; after that one goes on only if it is forecast to
// end in time. Before a deadline, time is that of the clock or, if less, of the processors. Beside
// a search it is Spent, so that the choice is the same on every machine.
type Account struct {
	Spent   float64 // nanoseconds, by the usual cost of the states reached
	Settled bool    // the forecast of the trial under way has: the count will end
	begun   time.Time
	used    time.Duration // processor time of this process at begun
}

const (
	trialPart   = .1
	TrialMemory = 64 << 20 // bytes of a trial: more goes to files
	fading      = .75      // how much less a layer counts than the next one
)

// A pace predicts the work of the layers that are left. Their sizes, relative to one another, are
// the system's guess. How many nodes a unit of size takes is measured: it grows in the first
// layers, where few of the states guessed can be reached, and falls in the last ones as it grew,
// since few can go on. Early predictions of the whole are too low, by up to four times in the first
// tenth.
type pace struct {
	sizes, each []float64 // of each layer, and the nodes for a unit of it when it was due
	layer       int       // that is due
	before      float64   // nodes of the layers before
	nodes, size float64   // of these layers, the last ones mostly
	now, total  float64   // nodes of the layer that is due, and of all, as predicted

	*Account // nil: the count is no trial
	deadline time.Time
	workers  int
}

func newPace(sizes []float64) pace {
	return pace{sizes: sizes, each: make([]float64, len(sizes))}
}

// begin predicts when a layer is due. The layers before took these nodes.
func (p *pace) begin(layer int, nodes float64) {
	if layer == p.layer {
		return
	}
	p.nodes += nodes - p.before
	for k := p.layer; k < layer; k++ {
		p.nodes, p.size = fading*p.nodes, fading*p.size+p.sizes[k]
	}
	each := p.nodes / p.size
	for k := p.layer + 1; k <= layer; k++ {
		p.each[k] = each
	}
	p.layer, p.before = layer, nodes
	p.now, p.total = each*p.sizes[layer], nodes+each*p.sizes[layer]
	for k := layer + 1; k < len(p.sizes); k++ {
		p.total += p.sizes[k] * min(each, p.each[min(len(p.sizes)-1-k, layer)])
	}
}

// rest is the size of all layers from the one that is due on, relative to its own.
func (p *pace) rest() (rest float64) {
	for _, size := range p.sizes[p.layer:] {
		rest += size / p.sizes[p.layer]
	}
	return rest
}

// done is the fraction done, with this part of the layer that is due.
func (p *pace) done(part float64) float64 {
	const most = .999
	if p.total == 0 {
		return 0
	}
	return min((p.before+part*p.now)/p.total, most)
}

// within has the count end if it is not expected to end before the deadline of ctx, if it has one.
func (p *pace) within(ctx context.Context, workers int, a *Account) {
	if a.begun.IsZero() {
		a.begun, a.used = time.Now(), cputime.Used()
	}
	p.Account, p.workers = a, workers
	p.deadline, _ = ctx.Deadline()
}

// late reports whether the account is spent and the count is behind at this fraction done. The more
// of the time has passed, the surer is the prediction: that of the whole may be twice too high, and
// beside a settled forecast more. Near the end it is the time of the clock, and before that of the
// processors: other processes only come and go.
func (p *pace) late(done float64) bool {
	const unsure, nearly = .5, .92
	if p.deadline.IsZero() || done == 0 {
		return false
	}
	passed := p.passed()
	if passed > nearly {
		return done < passed
	}
	passed = min(passed, p.worked())
	sure := min(1, unsure+passed)
	if p.Settled {
		sure = passed
	}
	return passed > trialPart && done < passed*sure
}

// passed is the part of the time until the deadline that has passed by the clock.
func (p *pace) passed() float64 {
	return float64(time.Since(p.begun)) / float64(p.deadline.Sub(p.begun))
}

// worked is the part that the processors have worked for this process; by the clock if that is not
// known.
func (p *pace) worked() float64 {
	used := cputime.Used() - p.used
	if used <= 0 {
		return p.passed()
	}
	return float64(used) / float64(p.workers) / float64(p.deadline.Sub(p.begun))
}

// trying reports whether the count is a trial: it is expected to take more than trialPart of the
// time, or a good part beside a settled forecast.
func (p *pace) trying() bool {
	const good = .5
	if p.deadline.IsZero() {
		return false
	}
	worked, done := p.worked(), p.done(0)
	return worked > good*done || !p.Settled && worked > trialPart*done
}

// expected is how many seconds a whole count that ended late was expected to take.
func (p *pace) expected(part float64) float64 {
	return time.Since(p.begun).Seconds() / p.done(part)
}
