package native

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/exactile/exactile/native/internal/boards"
)

// A countdown is a context that ends when it has been asked so many times whether it
// has.
type countdown struct {
	context.Context
	left *atomic.Int64
}

func (c countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever a search is ended, it tells the number of nodes that all of its probes say it
// takes, or none: a probe or two are off by orders of magnitude.
func TestFewProbesMakeNoEstimate(t *testing.T) {
	m := boards.Rectangle(6, 10, '.').Model(boards.Pentominoes...)
	run := func(ctx context.Context) (st Stats, err error) {
		_, err = Searcher{Stats: func(s Stats) { st = s }}.Count(ctx, m)
		return st, err
	}
	whole, err := run(t.Context())
	if err != nil || whole.Estimate < 1e5 {
		t.Fatalf("%+v, %v", whole, err)
	}
	told, silent := 0, 0
	for looks := int64(1); ; looks += 1 + looks/50 {
		left := new(atomic.Int64)
		left.Store(looks)
		ctx := countdown{t.Context(), left}
		st, err := run(ctx)
		if err == nil {
			break
		}
		switch {
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case st.Estimate == whole.Estimate:
			told++
		case st.Estimate != 0:
			t.Errorf("ended at the %dth look: %v nodes expected, not %v", looks, st.Estimate, whole.Estimate)
		default:
			silent++
		}
	}
	if told == 0 || silent < 2 {
		t.Errorf("%d searches told what they expected, and %d did not", told, silent)
	}
}

// A search that nobody has probed says nothing of its nodes.
func TestNoProbesMakeNoEstimate(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var st Stats
	s := Searcher{Stats: func(did Stats) { st = did }, MaxNodes: 50_000}
	m := boards.Rectangle(6, 10, '.').Model(boards.Pentominoes...)
	m.Pos = nil // no order of the cells, no tables
	_, err := s.Count(ctx, m)
	if !errors.Is(err, ErrBudget) || st.Engine != "words" && st.Engine != "links" || st.Estimate != 0 {
		t.Errorf("%+v, %v", st, err)
	}
}
