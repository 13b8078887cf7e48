package native

import (
	"context"
	"errors"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
)

// A reader that goes away, in whichever way, leaves no worker waiting for room.
func TestReaderGoes(t *testing.T) {
	m := boards.Dominoes(6, 6)
	all := int(mustCount(t, Searcher{}, m).Int64())
	for _, enough := range []int{1, 100, 5000} {
		n := 0
		for range (Searcher{merge: -1, Workers: 3, ahead: 1}).Solutions(t.Context(), m) {
			if n++; n == enough {
				break
			}
		}
		if n != enough {
			t.Errorf("%d solutions, want %d", n, enough)
		}
		n = 0
		func() {
			defer func() {
				if r := recover(); r != "enough" {
					t.Errorf("recovered %v", r)
				}
			}()
			for range (Searcher{merge: -1, Workers: 3, ahead: 1}).Solutions(t.Context(), m) {
				if n++; n == enough {
					panic("enough")
				}
			}
		}()
		ctx, cancel := context.WithCancel(t.Context())
		n = 0
		var last error
		for _, err := range (Searcher{merge: -1, Workers: 3, ahead: 1}).Solutions(ctx, m) {
			if n++; n == enough {
				cancel()
			}
			last = err
		}
		cancel()
		if last == nil && n != all || last != nil && !errors.Is(last, context.Canceled) {
			t.Errorf("after the cancellation at %d: %d solutions, then %v", enough, n, last)
		}
	}
}
