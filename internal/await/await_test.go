package await_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/await"
)

func TestValue(t *testing.T) {
	fault := errors.New("no such number")
	if n, err := await.Value(t.Context(), func() (int, error) { return 7, fault }); n != 7 || err != fault {
		t.Errorf("got %d, %v", n, err)
	}
}

func TestValueIsNotWaitedFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, end := make(chan bool), make(chan bool)
	go func() {
		<-begun
		cancel()
	}()
	n, err := await.Value(ctx, func() (int, error) {
		close(begun)
		<-end // which comes after the answer
		return 7, nil
	})
	close(end)
	if n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %d, %v", n, err)
	}
	if _, err := await.Value(ctx, func() (int, error) { panic("called") }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func TestWriterEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var text strings.Builder
	w := await.Writer(ctx, &text)
	if n, err := w.Write([]byte("before")); n != 6 || err != nil {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
	cancel()
	if n, err := w.Write([]byte("after")); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
	if text.String() != "before" {
		t.Errorf("got %q", text.String())
	}
}
