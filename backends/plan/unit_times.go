package plan

import (
	"context"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

const (
	// Every unit gets at least minUnitTime, and setupFactor times the time of the cheapest unit,
	// which did little but set up: a unit that is given up has taken far longer than its parts take
	// to set up.
	minUnitTime = time.Second
	setupFactor = 16
	// maxUnitTime bounds that product: the cheapest unit may be a large one.
	maxUnitTime = 10 * time.Second
	// maxFailures is how many units in a row may be given up. After that many splits
	// any unit is short; if more are given up, setup takes too long, which splits do
	// not shorten.
	maxFailures = 6
	// maxExtension bounds the extension, so that no time overflows.
	maxExtension = 1 << 20
)

// unitTimes decides how long a unit may take before it is split, by the times of the units so far.
type unitTimes struct {
	every     time.Duration
	cheapest  time.Duration // CPU time of the cheapest unit; 0: none is done
	extension time.Duration // the factor by which the allowance is extended
	failures  int           // how many units were given up since one was done
}

func newUnitTimes(every time.Duration) unitTimes { return unitTimes{every: every, extension: 1} }

// allowance is how long a unit may take: half of the interval, or more if that is too short.
func (p *unitTimes) allowance() time.Duration {
	return max(p.every/2, min(max(minUnitTime, setupFactor*p.cheapest), maxUnitTime)) * p.extension
}

// finished notes that a unit is done, and the CPU time it took.
func (p *unitTimes) finished(cpu time.Duration) {
	p.failures = 0
	if p.cheapest == 0 || cpu < p.cheapest {
		p.cheapest = max(cpu, 1)
	}
}

// failed notes that a unit was given up. While none was ever done, setup may have taken all
// the time.
func (p *unitTimes) failed() {
	if p.failures++; p.failures > maxFailures || p.cheapest == 0 {
		p.extension = min(2*p.extension, maxExtension)
	}
}

const (
	// The clock is read every clockInterval, and at least minClockReads times in the allowance.
	clockInterval, minClockReads = 100 * time.Millisecond, 20
	// A unit may take wallFactor times the allowance by the wall clock if this process gets too
	// little CPU time: other processes have it, or a child, whose time is reported at its end.
	wallFactor = 3
)

// limitTime returns a context that ends once the allowance has passed both by
// the clock and in CPU time of this process.
func limitTime(
	ctx context.Context, allowance time.Duration,
) (limited context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(ctx)
	go func() {
		start, cpu := time.Now(), contain.CPU()
		ticker := time.NewTicker(max(min(clockInterval, allowance/minClockReads), time.Millisecond))
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			gone := time.Since(start)
			if gone >= allowance && (gone >= wallFactor*allowance ||
				contain.CPU()-cpu >= allowance) {
				cancel()
				return
			}
		}
	}()
	return ctx, cancel
}
