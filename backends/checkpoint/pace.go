package checkpoint

import (
	"context"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// The pace of a run: how long a part may take before it is parted, and when what is
// done is saved. Both are what the interval asks for, but never so little that the
// run spends its time on other things than counting.

const (
	// leastWork is the time that every part gets at least. A part also gets setUps times
	// the time of the cheapest part, which did little but set up: so a part that is given
	// up has taken far longer than its own parts take to set up.
	leastWork = time.Second
	setUps    = 16
	// mostWork bounds what setUps asks for: the cheapest part may be a large one.
	mostWork = 10 * time.Second
	// maxFailures is how many parts in a row may be given up. So many splits make any
	// part short; if more are given up, it is setting up that takes too long, which no
	// split makes shorter.
	maxFailures = 6
	// mostPatience bounds patience, so that no time overflows.
	mostPatience = 1 << 20
	// saves is how many times what a saving took must go by before the next.
	saves = 20
)

// A pace adapts to what parts and savings have turned out to take.
type pace struct {
	every    time.Duration
	cheapest time.Duration // CPU time of the cheapest part; 0: none is done
	patience time.Duration // the factor by which a part may take longer than it should
	failures int           // how many parts were given up since one was done
	saved    time.Time     // the end of the last saving
	saving   time.Duration // what it took
}

func newPace(every time.Duration) pace { return pace{every: every, patience: 1, saved: time.Now()} }

// allowance is how long a part may take: half of the interval, the other half being
// for parts that are done and not saved.
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

// failed notes that a part was given up. As long as none was ever done, setting up
// may be all that there was time for.
func (p *pace) failed() {
	if p.failures++; p.failures > maxFailures || p.cheapest == 0 {
		p.patience = min(2*p.patience, mostPatience)
	}
}

// due reports whether it is time to save.
func (p *pace) due() bool {
	return time.Since(p.saved) >= max(p.every/2, saves*p.saving)
}

// savedAt notes that a saving that began at start is over.
func (p *pace) savedAt(start time.Time) {
	p.saved = time.Now()
	p.saving = p.saved.Sub(start)
}

const (
	// glance is how often a part under way is looked at, and glances how often at least.
	glance, glances = 100 * time.Millisecond, 20
	// busy is how many times the allowance a part may take where this process gets no
	// CPU time for it: others have it, or it goes to a program that has not ended and of
	// which the system does not tell before.
	busy = 3
)

// giveUpAfter returns a context that ends once so much time has gone by, and this
// process has had as much CPU time.
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
