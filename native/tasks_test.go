package native

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

// While one worker is long at the task that is read, the others come to wait for
// room among the streams. The first must then still find room, and end its stream.
func TestListingWithProgressAndAnUnevenTask(t *testing.T) {
	m := boards.Rectangle(8, 2, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 8, Max: 8})
	for workers := 2; workers <= 4; workers++ {
		done := make(chan string, 1)
		go func() {
			var asked atomic.Int64
			n := 0
			s := Searcher{merge: -1, Workers: workers, ahead: 1, Progress: func(float64) {}, Prune: func(_, _ []int) bool {
				if asked.Add(1)%23 == 0 {
					time.Sleep(5 * time.Millisecond)
				}
				return false
			}}
			for _, err := range s.Solutions(t.Context(), m) {
				if err != nil {
					done <- err.Error()
					return
				}
				n++
			}
			done <- fmt.Sprint(n)
		}()
		select {
		case got := <-done:
			if got != "34" {
				t.Errorf("%d workers list %s solutions, want 34", workers, got)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("%d workers wait for each other", workers)
		}
	}
}

// A listing does not use components. If they were used where its tasks are counted, it
// would meet more tasks than it has weights.
func TestListingWithProgressAndComponents(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	for _, engine := range []string{"fast", "wide"} {
		last := 0.0
		s := Searcher{forced: engine, levels: run.Levels{"components": 1}, NoSymmetry: true, Workers: 2, Progress: func(done float64) { last = done }}
		if got := list(t, s, m); len(got) != 8 || last < 0.999 {
			t.Errorf("%s: %d solutions, want 8; progress ends at %v", engine, len(got), last)
		}
	}
}
