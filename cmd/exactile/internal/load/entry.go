package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/faults"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/brief"
)

// An Entry is a puzzle from the command line, or the reason why there is none.
type Entry struct {
	Name   string         // of the puzzle; the argument if it was not read
	Tiling *puzzle.Tiling // nil unless the puzzle is open
	// Argument proves that the open puzzle has no solution; nil if that does not show at once.
	Argument *argument.Argument
	// Spent is how long loading took: it counts for a puzzle's time limit.
	Spent time.Duration

	// Symmetry is the value of --symmetry.
	Symmetry string

	builtIn bool
	compile func() (*puzzle.Tiling, error)
	fault   error                            // why there is no puzzle
	read    time.Duration                    // how long reading took
	within  time.Duration                    // the time limit of loading; 0: none
	note    func(format string, args ...any) // prints notes about the puzzle; nil: they are printed
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

// IsLate reports whether an error is a time limit that ended before a puzzle was compiled.
func IsLate(err error) bool {
	var late *lateError
	return errors.As(err, &late)
}

// Open compiles the puzzle if it is not open. It returns why there is no puzzle.
func (e *Entry) Open(ctx context.Context) error {
	if e.fault != nil || e.Tiling != nil {
		return e.fault
	}
	start := time.Now().Add(-e.read)
	e.Tiling, e.fault = loading(ctx, e.Name, start, e.within, e.compile)
	e.Spent = time.Since(start)
	if e.fault != nil || e.note == nil {
		return e.fault
	}
	found := faults.Of(e.Tiling)
	e.Argument = found.Argument
	for n, why := range found.Notes {
		if more := len(found.Notes) - n; n == brief.Most && more > 1 {
			e.note("%s: and %d more pieces that fit nowhere", e.Name, more)
			break
		}
		e.note("%s: %s", e.Name, why)
	}
	e.note = nil
	return nil
}

// NoteCongruent notes which pieces have the same shape: solutions that swap them are different
// ones. Built-in puzzles have such pieces on purpose, and say so.
func (e *Entry) NoteCongruent(c *console.Console) {
	if e.builtIn || e.Tiling == nil {
		return
	}
	groups := e.Tiling.Puzzle.Congruent()
	if len(groups) == 0 {
		return
	}
	var names []string
	for _, k := range groups[0] {
		names = append(names, strconv.Quote(e.Tiling.Puzzle.Pieces[k].Name))
	}
	c.Note("%s: pieces %s have the same shape: solutions that swap them count as different ones; --merge-congruent counts them once",
		e.Name, brief.List(names, ", "))
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

// Each calls do for every puzzle, which it may open, and combines the exit statuses. It reports
// puzzles that fail at once, so that the others still run. A model is made when do opens its
// puzzle and dropped when do returns: of a thousand puzzles one is in memory.
func Each(
	ctx context.Context, c *console.Console, entries []*Entry, do func(n int, e *Entry) error,
) error {
	var codes []int
	for n, e := range entries {
		err := do(n, e)
		if err != nil && err == ctx.Err() {
			err = context.Cause(ctx) // which says what ended it
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
