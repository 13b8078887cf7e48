package await_test

import (
	"context"
	"errors"
	"testing"

	"github.com/exactile/exactile/encode/await"
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
