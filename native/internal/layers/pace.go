package layers

import (
	"context"
	"errors"
	"time"

	"github.com/exactile/exactile/internal/cputime"
)

// ErrLate ends a count that is not expected to end before its deadline.
var ErrLate = errors.New("native: merged states would take longer than the time limit")

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

	begun, deadline time.Time
	workers         int
	used            time.Duration // processor time of this process when the count began
}

// fading is how much less a layer counts than the next one.
const fading = .75

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

// within has the count end if it is not expected to end before the deadline of ctx, if there is
// one.
func (p *pace) within(ctx context.Context, workers int) {
	p.begun, p.used, p.workers = time.Now(), cputime.Used(), workers
	p.deadline, _ = ctx.Deadline()
}

// late reports whether the count is behind at this fraction done. The more of the time has
// passed, the surer is the prediction. Near the end it is the time of the clock, and before that of
// the processors: other processes only come and go.
func (p *pace) late(done float64) bool {
	const early, nearly = .1, .92
	if p.deadline.IsZero() || done == 0 {
		return false
	}
	passed := p.passed()
	if passed > nearly {
		return done < passed
	}
	passed = min(passed, p.worked())
	return passed > early && done < passed*passed
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

// trying reports whether it is open whether the count will end in time: it is expected to take more
// than a good part of it. Predictions in the first tenth are too low.
func (p *pace) trying() bool {
	const good, early, low = .5, .1, 4
	if p.deadline.IsZero() {
		return false
	}
	done := p.done(0)
	if done < early {
		done /= low
	}
	return p.worked() > good*done
}

// expected is how many seconds a whole count that ended late was expected to take.
func (p *pace) expected(part float64) float64 {
	return time.Since(p.begun).Seconds() / p.done(part)
}
