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

// An Entry is a puzzle from the command line, compiled, or the reason why there is none.
type Entry struct {
	Name   string         // of the puzzle; the argument if it was not read in time
	Tiling *puzzle.Tiling // nil until [Entry.Open] if not compiled yet
	// Spent is how long loading took: it counts for a puzzle's time limit.
	Spent time.Duration
	// Late is set if loading exceeded its time limit. Then there is no tiling.
	Late error

	// Symmetry is the value of --symmetry.
	Symmetry string

	compile func() (*puzzle.Tiling, error)
	fault   error         // why there is no puzzle
	within  time.Duration // the time limit of loading; 0: none
}

// A lateError is a time limit that ended before a puzzle was compiled.
type lateError struct {
	name  string
	after time.Duration
}

func (e *lateError) Error() string {
	return fmt.Sprintf("%s: stopped after %v, before it was loaded", e.name, e.after)
}

// Unwrap makes a lateError a deadline error.
func (e *lateError) Unwrap() error { return context.DeadlineExceeded }

// loading returns the result of f, or ctx.Err() as soon as ctx ends, or a *lateError when the
// time within has passed since start. In the last two cases f goes on in the background: a
// pipe or a terminal may block it for ever.
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

// Open compiles the puzzle if it has no model in memory. It returns why there is no puzzle; a
// late puzzle is no error.
func (e *Entry) Open(ctx context.Context) error {
	if e.fault != nil || e.Tiling != nil || e.Late != nil {
		return e.fault
	}
	return e.load(ctx, time.Now())
}

// load compiles the puzzle, in the rest of the time that began at start.
func (e *Entry) load(ctx context.Context, start time.Time) (err error) {
	e.Tiling, err = loading(ctx, e.Name, start, e.within, e.compile)
	e.Spent = time.Since(start)
	if late := (*lateError)(nil); errors.As(err, &late) {
		e.Late, err = late, nil
	}
	return err
}

// size estimates the memory of the compiled puzzle in bytes.
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

// Each calls do for every puzzle and combines the exit statuses. It reports puzzles that fail
// at once, so that the others still run. It drops each model when its puzzle is done.
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
