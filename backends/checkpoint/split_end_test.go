package checkpoint

import (
	"context"
	"errors"
	"testing"
)

// Splitting a large model takes longer than a time limit may be.
func TestSplitEndsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	root := &part{}
	r := &Run{}
	r.parts = 2
	r.state.Root = root
	slow := piece{split: func() []piece {
		cancel()
		<-release
		return nil
	}}
	if err := r.count(ctx, root, slow); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the context has ended", err)
	}
}
