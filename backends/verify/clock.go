package verify

import (
	"context"
	"time"

	"github.com/exactile/exactile/backends/contain"
)

// Patience is how many times its limit a backend may take of wall time, on a machine
// that is busy with something else: the bound that ends what hangs.
const Patience = 20

// A clock says how much of its time something has had that began when the clock
// started: what is measured is processor time, since wall time would make the answer
// depend on what else the machine does.
//
// The time is that of the whole process and its children, since a search has threads
// and processes of its own: no system tells it of a goroutine. It is honest where one
// backend runs after the other; where something else runs in the process at the same
// time, it is more than the backend had. Never counting more than wall time keeps
// that from being worse than a wall clock.
type clock struct {
	began time.Time
	cpu   time.Duration // of the process when the clock started
}

func startClock() clock { return clock{time.Now(), contain.CPU()} }

// spent returns the lesser of wall and CPU time. What has had less than its part of a
// processor waits rather than works, and is charged wall time; so is everything where
// the system tells nothing of CPU time.
func (c clock) spent() time.Duration { return charged(time.Since(c.began), contain.CPU()-c.cpu) }

func charged(wall, cpu time.Duration) time.Duration {
	if cpu*Patience < wall {
		return wall
	}
	return min(wall, cpu)
}

// A limit is the longest time that something may have, by a clock.
type limit time.Duration

// unlimited is a limit that nothing reaches.
const unlimited = -1

// less returns what is left of a limit after some time.
func (l limit) less(spent time.Duration) limit {
	if l < 0 {
		return l
	}
	return max(l-limit(spent), 0)
}

func (l limit) String() string { return time.Duration(l).String() + " of CPU time" }

// errLate says that the time for a puzzle was up; it is a context.DeadlineExceeded.
var errLate error = lateError{}

type lateError struct{}

func (lateError) Error() string        { return "the time was up" }
func (lateError) Is(target error) bool { return target == context.DeadlineExceeded }

// lookEvery is how often a clock is looked at, at least, once its limit is near.
const lookEvery = 50 * time.Millisecond

// within returns a context that ends, with the cause errLate, once the clock has come
// to the limit. cancel must be called.
func (c clock) within(ctx context.Context, l limit) (limited context.Context, cancel context.CancelFunc) {
	limited, end := context.WithCancelCause(ctx)
	cancel = func() { end(context.Canceled) }
	if l < 0 {
		return limited, cancel
	}
	// The limit cannot be reached before wall time has come so far.
	first := time.Duration(l) - time.Since(c.began)
	if first <= 0 && c.spent() >= time.Duration(l) {
		end(errLate)
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
				end(errLate)
				return
			}
			timer.Reset(min(left, lookEvery))
		}
	}()
	return limited, cancel
}
