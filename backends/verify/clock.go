package verify

import (
	"context"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// wallFactor times its limit is the wall time that a backend may take on a busy machine. It
// also ends a backend that hangs.
const wallFactor = 20

// A clock measures how much time a search has had since the clock started. It measures CPU time,
// since with wall time the verdict would depend on what else the machine does.
//
// The time is that of the whole process and its children: a search has threads and processes of
// its own, and no system measures a goroutine. It is exact if backends run one after the
// other. If something else runs in the process at the same time, it is more than the backend
// had, but never more than wall time: the clock is no worse than a wall clock.
type clock struct {
	began time.Time
	cpu   time.Duration // of the process when the clock started
}

func startClock() clock { return clock{time.Now(), contain.CPU()} }

// spent returns the lesser of wall and CPU time. A search with much less CPU time than wall time
// waits rather than works: it is charged wall time. So is every search where the system does
// not measure CPU time.
func (c clock) spent() time.Duration {
	return chargedTime(time.Since(c.began),
		contain.CPU()-c.cpu)
}

func chargedTime(wall, cpu time.Duration) time.Duration {
	if cpu*wallFactor < wall {
		return wall
	}
	return min(wall, cpu)
}

// A limit is the longest time that a search may have, by a clock.
type limit time.Duration

// unlimited is the limit that is never reached.
const unlimited = -1

// less returns the limit less the time that is spent.
func (l limit) less(spent time.Duration) limit {
	if l < 0 {
		return l
	}
	return max(l-limit(spent), 0)
}

func (l limit) String() string { return time.Duration(l).String() + " of CPU time" }

// errTimeout means that the time for a puzzle was up; it is a context.DeadlineExceeded.
var errTimeout error = timeoutError{}

type timeoutError struct{}

func (timeoutError) Error() string        { return "the time was up" }
func (timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// clockInterval is how often a clock is read near its limit, or every sixteenth of its limit if
// that is more: reading takes CPU time, too, and must not be mistaken for a search at work.
const clockInterval = 50 * time.Millisecond

// within returns a context that ends, with the cause errTimeout, once the clock has come
// to the limit. cancel must be called.
func (c clock) within(
	ctx context.Context, l limit,
) (limited context.Context, cancel context.CancelFunc) {
	limited, end := context.WithCancelCause(ctx)
	cancel = func() { end(context.Canceled) }
	if l < 0 {
		return limited, cancel
	}
	// The clock is never ahead of wall time, so there is no need to read it earlier.
	first := time.Duration(l) - time.Since(c.began)
	if first <= 0 && c.spent() >= time.Duration(l) {
		end(errTimeout)
		return limited, cancel
	}
	go func() {
		timer := time.NewTimer(first)
		defer timer.Stop()
		for {
			select {
			case <-limited.Done():
				return
			case <-timer.C:
			}
			left := time.Duration(l) - c.spent()
			if left <= 0 {
				end(errTimeout)
				return
			}
			timer.Reset(min(left, max(clockInterval, time.Duration(l)/16)))
		}
	}()
	return limited, cancel
}
