package verbs

import (
	"testing"
	"time"
)

// One interrupt that comes twice, as it does from timeout(1), is one.
func TestEchoOfInterrupt(t *testing.T) {
	var all interrupts
	first := time.Now()
	for _, step := range []struct {
		after time.Duration
		want  bool
	}{{0, false}, {time.Microsecond, false}, {100 * time.Millisecond, false}, {time.Second, true}} {
		if got := all.isSecond(first.Add(step.after)); got != step.want {
			t.Errorf("%v after the first: insists: %t", step.after, got)
		}
	}
}
