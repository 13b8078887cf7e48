package checkpoint

import (
	"context"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// The pace of a run: how long a part may take before it is split, and when results
// are saved. The interval decides both, unless it is so short that the run would
// spend its time on other things than counting.

const (
	// leastWork is the least time that every part gets. A part also gets setUps times the
	// time of the cheapest part, which did little but set up: so a part that is given up
	// has taken far longer than its own parts take to set up.
	leastWork = time.Second
	setUps    = 16
	// mostWork bounds that product: the cheapest part may be a large one.
	mostWork = 10 * time.Second
	// maxFailures is how many parts in a row may be given up. After that many splits
	// any part is short; if more are given up, setup takes too long, which splits do
	// not shorten.
	maxFailures = 6
	// mostPatience bounds patience, so that no time overflows.
	mostPatience = 1 << 20
	// saves is the least ratio of the time between two saves to the time of a save.
	saves = 20
)

// A pace adapts to the time that parts and saves have taken.
type pace struct {
	every    time.Duration
	cheapest time.Duration // CPU time of the cheapest part; 0: none is done
	patience time.Duration // the factor by which the allowance is extended
	failures int           // how many parts were given up since one was done
	saved    time.Time     // the end of the last save
	saving   time.Duration // the time that it took
}

func newPace(every time.Duration) pace { return pace{every: every, patience: 1, saved: time.Now()} }

// allowance is how long a part may take: half of the interval, or more if that is
// too short; the other half is for parts that are done and not saved.
func (p *pace) allowance() time.Duration {
	return max(p.every/2, min(max(leastWork, setUps*p.cheapest), mostWork)) * p.patience
}

// finished notes that a part is done, and the CPU time it took.
func (p *pace) finished(cpu time.Duration) {
	p.failures = 0
	if p.cheapest == 0 || cpu < p.cheapest {
		p.cheapest = max(cpu, 1)
	}
}

// failed notes that a part was given up. While no part was ever done, setup may
// have taken all the time.
func (p *pace) failed() {
	if p.failures++; p.failures > maxFailures || p.cheapest == 0 {
		p.patience = min(2*p.patience, mostPatience)
	}
}

// due reports whether it is time to save.
func (p *pace) due() bool {
	return time.Since(p.saved) >= max(p.every/2, saves*p.saving)
}

// savedAt notes the end of a save that began at start.
func (p *pace) savedAt(start time.Time) {
	p.saved = time.Now()
	p.saving = p.saved.Sub(start)
}

const (
	// glance is how often a part under way is checked, and glances how often at least.
	glance, glances = 100 * time.Millisecond, 20
	// busy times the allowance is what a part may take if this process gets too little
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
