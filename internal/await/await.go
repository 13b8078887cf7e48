// Package await waits for results and writes only as long as a context lasts.
package await

import (
	"context"
	"io"
)

// Value returns what f returns, or ctx.Err() as soon as ctx ends; if it has ended, f is
// not called. Work that cannot be stopped, such as making a large model, may take
// minutes and gigabytes. After the end of ctx f runs on to its end, or to that of the
// process, and so must change nothing that it does not own.
func Value[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Writer returns a writer that writes to w, and fails with ctx.Err() once ctx has
// ended, which stops long writes.
func Writer(ctx context.Context, w io.Writer) io.Writer { return &writer{ctx, w} }

type writer struct {
	ctx context.Context
	w   io.Writer
}

func (w *writer) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.w.Write(p)
}
