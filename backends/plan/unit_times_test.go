package plan_test

import (
	"testing"
	"time"

	"github.com/exactile/exactile/backends/plan"
)

func TestPace(t *testing.T) {
	for _, c := range []struct {
		name     string
		every    time.Duration
		finished []time.Duration // CPU times of parts; 0: it was given up
		want     time.Duration
	}{
		{"at first", time.Millisecond, nil, time.Second},
		{"a long interval", time.Minute, nil, 30 * time.Second},
		{"nothing is done yet", time.Millisecond, []time.Duration{0, 0, 0}, 8 * time.Second},
		{"a part that sets up a while", time.Millisecond, []time.Duration{300 * time.Millisecond}, 4800 * time.Millisecond},
		{"the cheapest counts", time.Millisecond, []time.Duration{time.Minute, 100 * time.Millisecond, time.Second}, 1600 * time.Millisecond},
		{"large parts", time.Minute, []time.Duration{25 * time.Second}, 30 * time.Second},
		{"given up again and again", time.Minute, []time.Duration{time.Second, 0, 0, 0, 0, 0, 0, 0}, time.Minute},
		{"given up for ever", time.Minute, make([]time.Duration, 1000), 30 << 20 * time.Second},
	} {
		if got := plan.Allowance(c.every, c.finished...); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// On a busy machine a unit may not have had its time when the clock has passed it; but
// the wait for it is bounded.
func TestTimeOfOthersIsNotThatOfThePart(t *testing.T) {
	const allowance = 200 * time.Millisecond
	start := time.Now()
	ctx, cancel := plan.GiveUpAfter(t.Context(), allowance)
	defer cancel()
	<-ctx.Done() // nothing is computed meanwhile
	if gone := time.Since(start); gone < 2*allowance {
		t.Errorf("given up after %v without CPU time", gone)
	}
}
