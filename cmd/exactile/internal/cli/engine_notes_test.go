package cli

import (
	"bytes"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A run that takes much memory says so once, while it goes on; others, and those with --memory, do not.
func TestMuchMemoryIsAnnounced(t *testing.T) {
	t.Parallel()
	var peak atomic.Int64
	noted := make(chan bool, 9)
	watch := func() (end func()) { return announceMemory(peak.Load, func() { noted <- true }) }
	end := watch()
	time.Sleep(50 * time.Millisecond)
	end()
	if len(noted) > 0 {
		t.Error("a note without need")
	}
	end = watch()
	peak.Store(largeMemory + 1)
	select {
	case <-noted:
	case <-time.After(time.Minute):
		t.Error("no note")
	}
	time.Sleep(50 * time.Millisecond)
	if end(); len(noted) > 0 {
		t.Error("a second note")
	}
	var text bytes.Buffer
	c := &Console{Stderr: &text}
	noteMemory(c, "a")
	if !strings.HasPrefix(text.String(), "exactile: a: takes more than 200 MB of memory, and up to a quarter of RAM") ||
		!strings.HasSuffix(text.String(), ": --memory SIZE limits it\n") {
		t.Error(text.String())
	}
	text.Reset()
	if AnnounceMemory(c, "a", 1)(); text.Len() > 0 {
		t.Error(text.String())
	}
}
