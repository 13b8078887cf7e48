package plan

import (
	"context"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// The pace of a worker: how long a unit may take before it is split.

const (
	// leastWork is the least time that every unit gets. A unit also gets setUps times the
	// time of the cheapest unit, which did little but set up: so a unit that is given up
	// has taken far longer than its own parts take to set up.
	leastWork = time.Second
	setUps    = 16
	// mostWork bounds that product: the cheapest unit may be a large one.
	mostWork = 10 * time.Second
	// maxFailures is how many units in a row may be given up. After that many splits
	// any unit is short; if more are given up, setup takes too long, which splits do
	// not shorten.
	maxFailures = 6
	// mostPatience bounds patience, so that no time overflows.
	mostPatience = 1 << 20
)

// A pace adapts to the time that units have taken.
type pace struct {
	every    time.Duration
	cheapest time.Duration // CPU time of the cheapest unit; 0: none is done
	patience time.Duration // the factor by which the allowance is extended
	failures int           // how many units were given up since one was done
}

func newPace(every time.Duration) pace { return pace{every: every, patience: 1} }

// allowance is how long a unit may take: half of the interval, or more if that is too short.
func (p *pace) allowance() time.Duration {
	return max(p.every/2, min(max(leastWork, setUps*p.cheapest), mostWork)) * p.patience
}

// finished notes that a unit is done, and the CPU time it took.
func (p *pace) finished(cpu time.Duration) {
	p.failures = 0
	if p.cheapest == 0 || cpu < p.cheapest {
		p.cheapest = max(cpu, 1)
	}
}

// failed notes that a unit was given up. While none was ever done, setup may have taken all
// the time.
func (p *pace) failed() {
	if p.failures++; p.failures > maxFailures || p.cheapest == 0 {
		p.patience = min(2*p.patience, mostPatience)
	}
}

const (
	// glance is how often a unit under way is checked, and glances how often at least.
	glance, glances = 100 * time.Millisecond, 20
	// busy times the allowance is what a unit may take if this process gets too little
	// CPU time for it: others have it, or it goes to a program that has not ended, whose
	// time the system does not report before.
	busy = 3
)

// giveUpAfter returns a context that ends once the allowance has passed both by
// the clock and in CPU time of this process.
func giveUpAfter(
	ctx context.Context, allowance time.Duration,
) (limited context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(ctx)
	go func() {
		start, cpu := time.Now(), contain.CPU()
		ticker := time.NewTicker(max(min(glance, allowance/glances), time.Millisecond))
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			gone := time.Since(start)
			if gone >= allowance && (gone >= busy*allowance || contain.CPU()-cpu >= allowance) {
				cancel()
				return
			}
		}
	}()
	return ctx, cancel
}
