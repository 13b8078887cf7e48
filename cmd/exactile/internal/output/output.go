// Package output is where a verb prints: standard output, or a file that appears under its
// name once it is whole; and the flags that say which, and in what format.
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
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/internal/visible"
)

// Printing returns what cobra runs for a verb that prints: it settles the flags, opens the
// output, runs do, and closes the output according to how that ended.
func Printing(
	c *console.Console, f *Flags, do func(w *Writer, cmd *cobra.Command, args []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		target, err := f.Resolve()
		if err != nil {
			return err
		}
		c.ErrorsAsJSON = target.Format == "json" || target.Format == "jsonl"
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

// A Job is what the flags of a verb ask for.
type Job interface {
	// Run does it and prints to w.
	Run(ctx context.Context, c *console.Console, w *Writer) error
}

// Running returns what cobra runs for a verb whose flags and arguments resolve to a job.
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

// A Writer is where a verb prints. Somebody who reads along sees within flushAfter what was
// written: a slow search is news one solution at a time, a fast one still fills the buffer.
// Only Write, WriteString and Flush may be called from several goroutines.
type Writer struct {
	Target
	file *pendingFile // nil: standard output

	mu      sync.Mutex
	buffer  *bufio.Writer
	soon    *time.Timer // flushes; nil: nobody reads along
	waiting bool        // soon will flush what is in the buffer
}

const (
	// flushAfter is the longest time for which what was printed stays unseen.
	flushAfter = 100 * time.Millisecond
	// bufferSize is the size of the buffer in bytes.
	bufferSize = 1 << 16
)

// Open returns the writer of a target. A pipe that nobody reads is waited for until ctx
// ends. The writer must be finished.
func Open(ctx context.Context, t Target, stdout io.Writer) (*Writer, error) {
	w := &Writer{Target: t}
	if t.ToStandardOutput() {
		w.readAlong(stdout)
		return w, nil
	}
	file, err := createPending(ctx, t.Path)
	if err != nil {
		return nil, err
	}
	w.file = file
	if file.final == "" { // a pipe or a device: there are readers before it is whole
		w.readAlong(file)
	} else {
		w.buffer = bufio.NewWriterSize(file, bufferSize)
	}
	return w, nil
}

// readAlong has w print to somebody who reads along.
func (w *Writer) readAlong(to io.Writer) {
	w.buffer = bufio.NewWriterSize(to, bufferSize)
	w.soon = time.AfterFunc(flushAfter, w.flushWaiting)
	w.soon.Stop()
}

func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.remind()
	return w.buffer.Write(p)
}

// WriteString writes a text without a copy.
func (w *Writer) WriteString(s string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.remind()
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

// Flush hands on what is in the buffer.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = false
	return w.buffer.Flush()
}

// remind has what is written now flushed soon.
func (w *Writer) remind() {
	if w.soon != nil && !w.waiting {
		w.waiting = true
		w.soon.Reset(flushAfter)
	}
}

// flushWaiting flushes what has waited long enough. An error is that of the next write or
// flush as well.
func (w *Writer) flushWaiting() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting {
		w.waiting = false
		_ = w.buffer.Flush()
	}
}

// Finish flushes the output. A file gets its name if err is nil or only an exit status, and
// is removed otherwise. Finish returns the first error.
func (w *Writer) Finish(err error) error {
	flushed := w.Flush()
	if w.soon != nil {
		w.soon.Stop()
	}
	switch {
	case w.file == nil:
		if err == nil {
			err = flushed
		}
		return err
	case flushed != nil:
		w.file.discard()
		return fmt.Errorf("%s: %w", w.Path, flushed)
	case err != nil && !status.Silent(err):
		w.file.discard()
		return err
	}
	if failed := w.file.commit(); failed != nil {
		return failed
	}
	return err
}
