// Package output is the output of a verb: standard output, or a file that gets its name when
// it is complete; and the flags for the file and the format.
package output

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/internal/durable"
	"github.com/exactile/exactile/internal/visible"
)

// Printing returns the function that cobra runs for a verb with output: it resolves the flags,
// opens the output, runs do, and keeps or discards the output by the result of do.
func Printing(
	c *console.Console, f *Flags, do func(w *Writer, cmd *cobra.Command, args []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		target, err := f.Resolve()
		if err != nil {
			return err
		}
		c.ErrorsAsJSON = target.isJSON()
		w, err := Open(cmd.Context(), target, c.Progress.Beside(c.Stdout))
		if err != nil {
			return err
		}
		if w.file == nil {
			c.Printed = w
		}
		return w.Finish(do(w, cmd, args))
	}
}

// Network is the network for a verb with these flags, which it asks for before [Printing] opens
// the output: another program may take over.
func (f *Flags) Network(c *console.Console) (network.Network, error) {
	target, err := f.Resolve()
	if err != nil {
		return nil, err
	}
	c.ErrorsAsJSON = target.isJSON()
	return c.Network()
}

// A Job is a run of a verb, resolved from its flags.
type Job interface {
	// Run does the job and prints to w.
	Run(ctx context.Context, c *console.Console, w *Writer) error
}

// Running is [Printing] for a verb whose flags and arguments resolve to a job.
func Running[J Job](
	c *console.Console, f *Flags,
	resolve func(c *console.Console, cmd *cobra.Command, t Target, args []string) (J, error),
) func(*cobra.Command, []string) error {
	return Printing(c, f, func(w *Writer, cmd *cobra.Command, args []string) error {
		job, err := resolve(c, cmd, w.Target, args)
		if err != nil {
			return err
		}
		return job.Run(cmd.Context(), c, w)
	})
}

// A Writer is the output of a verb. Live output is flushed within flushAfter: a slow search
// shows each solution at once, a fast one still fills the buffer. Only Write, WriteString and
// Flush may be called from several goroutines.
type Writer struct {
	Target
	file *durable.Pending // nil: standard output

	mu     sync.Mutex
	buffer *bufio.Writer
	live   bool
}

const (
	// flushAfter is the longest time that live output stays in the buffer.
	flushAfter = 100 * time.Millisecond
	// bufferSize is the size of the buffer in bytes.
	bufferSize = 1 << 16
)

// Open returns the writer of a target. It waits for the reader of a pipe until ctx ends. The
// caller must call Finish.
func Open(ctx context.Context, t Target, stdout io.Writer) (*Writer, error) {
	w := &Writer{Target: t}
	if t.ToStandardOutput() {
		w.buffer, w.live = bufio.NewWriterSize(stdout, bufferSize), true
		return w, nil
	}
	file, err := createPending(ctx, t.Path)
	if err != nil {
		return nil, err
	}
	w.file, w.buffer = file, bufio.NewWriterSize(file, bufferSize)
	w.live = file.IsInPlace() // a pipe or a device may have readers now
	return w, nil
}

func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flushSoon()
	return w.buffer.Write(p)
}

// WriteString writes a text without a copy.
func (w *Writer) WriteString(s string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flushSoon()
	return w.buffer.WriteString(s)
}

// JSON prints a value as a line of JSON.
func (w *Writer) JSON(v any) error { return console.WriteJSON(w, v) }

// Count prints a report as JSON, or its number alone, after the name of the puzzle if named.
func (w *Writer) Count(r backends.Report, named bool) error {
	if w.Format == "json" {
		return w.JSON(r)
	}
	number := r.Count.String()
	switch {
	case r.Approximate:
		number = "about " + number
	case !r.Complete:
		number = "at least " + number
	}
	if named {
		number = visible.Text(r.Puzzle) + "\t" + number
	}
	_, err := fmt.Fprintln(w, number)
	return err
}

// Flush writes out the buffer.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buffer.Flush()
}

// flushSoon starts a timer that flushes what is written next to live output. While something is
// in the buffer, a timer for it runs already.
func (w *Writer) flushSoon() {
	if w.live && w.buffer.Buffered() == 0 {
		time.AfterFunc(flushAfter, func() { _ = w.Flush() }) // the next write returns its error again
	}
}

// Finish flushes the output. A file gets its name if err is nil or only an exit status, and
// is removed otherwise, or if all puzzles failed and nothing was printed. Finish returns the first
// error.
func (w *Writer) Finish(err error) error {
	flushed := w.Flush()
	switch {
	case w.file == nil:
		if err == nil {
			err = flushed
		}
		return err
	case flushed != nil:
		w.file.Discard()
		return fmt.Errorf("%s: %w", w.Path, flushed)
	case err != nil && (!status.Silent(err) || status.Of(err) == status.Bad && isEmpty(w.file)):
		w.file.Discard()
		return err
	}
	if failed := w.file.Commit(); failed != nil {
		return failed
	}
	return err
}

// WriteFile writes a file, which gets its name only when it is complete.
func WriteFile(ctx context.Context, path string, text []byte) error {
	w, err := Open(ctx, Target{Path: path}, nil)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return w.Finish(err)
}
