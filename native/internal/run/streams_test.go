package run

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
)

// Whatever the speed of workers and reader, solutions come in the order of the
// tasks, and no more of them wait than allowed, plus a batch of each worker.
func TestStreamsAreReadInOrder(t *testing.T) {
	const tasks, each, workers, most = 50, 7, 3, 60
	s := newStreams(most)
	claimed := 0
	var mu sync.Mutex // of claimed
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				mu.Lock()
				k := claimed
				if k == tasks {
					mu.Unlock()
					return
				}
				claimed++
				mine := s.open()
				mu.Unlock()
				for n := range each {
					if k%9 == 0 {
						time.Sleep(time.Millisecond)
					}
					s.put(mine, []cover.Solution{{k, n}, {k, n, 0}})
				}
				s.close(mine)
			}
		})
	}
	go func() { group.Wait(); s.end() }()
	k, held := 0, 0
	if !s.read(func(sol cover.Solution) bool {
		if want := []int{k / 2 / each, k / 2 % each}; !slices.Equal(sol[:2], want) || len(sol) != 2+k%2 {
			t.Fatalf("solution %d is %v, want one of %v", k, sol, want)
		}
		if k++; k%40 == 0 {
			time.Sleep(time.Millisecond)
		}
		s.mu.Lock()
		held = max(held, s.held)
		s.mu.Unlock()
		return true
	}) {
		t.Error("the reader had enough")
	}
	if k != 2*tasks*each || s.held != 0 || len(s.queue) != 0 {
		t.Errorf("%d solutions were read, %d options in %d streams are left", k, s.held, len(s.queue))
	}
	if bound := most + workers*size([]cover.Solution{{0, 0}, {0, 0, 0}}); held > bound {
		t.Errorf("%d options waited, of %d that may", held, bound)
	}
}
