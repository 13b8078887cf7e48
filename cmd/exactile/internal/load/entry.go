package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
)

// An Entry is a puzzle that the command line named, compiled, or why it is not.
type Entry struct {
	Name   string         // of the puzzle; of the argument if that could not be read in time
	Tiling *puzzle.Tiling // nil until [Entry.Open] if its compilation was put off
	// Spent is how long loading took: a puzzle's time begins with its reading.
	Spent time.Duration
	// Late says that loading took longer than it may. Then there is no tiling.
	Late error

	// Symmetry is the value of --symmetry.
	Symmetry string

	compile func() (*puzzle.Tiling, error)
	fault   error         // why there is no puzzle
	within  time.Duration // the time that loading may take; 0: any
}

// A lateError says that the time for a puzzle was up before it was compiled.
type lateError struct {
	name  string
	after time.Duration
}

func (e *lateError) Error() string {
	return fmt.Sprintf("%s: stopped after %v, before it was loaded", e.name, e.after)
}

// Unwrap says what kind of end that is.
func (e *lateError) Unwrap() error { return context.DeadlineExceeded }

// loading returns what f returns, ctx.Err() as soon as ctx ends, or a *lateError once so
// much time has gone by since start. In the last two cases f is left to run to its end: a
// pipe or a terminal may keep it waiting for ever.
func loading[T any](
	ctx context.Context, name string, start time.Time, within time.Duration, f func() (T, error),
) (T, error) {
	if within == 0 {
		return await.Value(ctx, f)
	}
	limited, cancel := context.WithDeadline(ctx, start.Add(within))
	defer cancel()
	value, err := await.Value(limited, f)
	if err != nil && ctx.Err() == nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		err = &lateError{name, within}
	}
	return value, err
}

// Open compiles the puzzle again if its model was let go. The error says why there is no
// puzzle; that it is late is none.
func (e *Entry) Open(ctx context.Context) error {
	if e.fault != nil || e.Tiling != nil || e.Late != nil {
		return e.fault
	}
	return e.load(ctx, time.Now())
}

// load compiles the puzzle, in what is left of the time that began at start.
func (e *Entry) load(ctx context.Context, start time.Time) (err error) {
	e.Tiling, err = loading(ctx, e.Name, start, e.within, e.compile)
	e.Spent = time.Since(start)
	if late := (*lateError)(nil); errors.As(err, &late) {
		e.Late, err = late, nil
	}
	return err
}

// size is about how many bytes the compiled puzzle takes.
func (e *Entry) size() int {
	entries := 0
	for _, items := range e.Tiling.Options {
		entries += len(items)
	}
	return 32*entries + (96+8*len(e.Tiling.Sym))*len(e.Tiling.Options)
}

// Document returns the puzzle as text that another process can read, and the name of its
// format.
func (e *Entry) Document() (text []byte, format string, err error) {
	format = "json"
	if e.Tiling.Puzzle.Cover != nil {
		format = "dlx"
	}
	var b bytes.Buffer
	err = formats.Write(&b, format, e.Tiling.Puzzle)
	return b.Bytes(), format, err
}

// Each runs one thing for every puzzle and puts the exit statuses together. Puzzles that
// fail are reported as they come, so that the others still run. A model is let go when its
// puzzle is done.
func Each(
	ctx context.Context, c *console.Console, entries []*Entry, do func(n int, e *Entry) error,
) error {
	var codes []int
	for n, e := range entries {
		err := e.Open(ctx)
		if err == nil {
			err = do(n, e)
		}
		e.Tiling = nil
		if err != nil && len(entries) == 1 {
			return err
		}
		c.Report(err)
		codes = append(codes, status.Of(err))
		if ctx.Err() != nil {
			break
		}
	}
	return status.Exit(status.Worst(codes))
}
