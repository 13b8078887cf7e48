package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// writtenElsewhere adds to the error of [OutputFlags.Resolve] the verbs that write the format.
func (c *Console) writtenElsewhere(cmd *cobra.Command, format string, err error) error {
	others := c.verbsWith(cmd, func(verb *cobra.Command) bool {
		f := verb.Flags().Lookup("format")
		return f != nil && slices.Contains(Choices(f), format)
	})
	if slices.Contains(Choices(cmd.Flags().Lookup("format")), format) || others == "" {
		return err
	}
	return WithStatus(Misuse, fmt.Errorf("%w; for %s see %s", err, format, others))
}

// Network is the network for a verb with these flags, which it requests before [Call.Print]
// opens the output: another program may take over.
func (f *OutputFlags) Network(c *Console) (network.Network, error) {
	target, err := f.Resolve()
	if err != nil {
		return nil, err
	}
	c.ErrorsAsJSON = target.IsJSON()
	return c.Network()
}

// A Writer is the output of a verb. Live output is flushed within flushAfter: a slow search
// shows each solution at once, a fast one still fills the buffer. Only Write, WriteString and
// Flush may be called from several goroutines.
type Writer struct {
	Target
	file *file.Pending // nil: standard output

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

// OpenOutput returns the writer of a target. It waits for the reader of a pipe until ctx ends. The
// caller must call Finish.
func OpenOutput(ctx context.Context, t Target, stdout io.Writer) (*Writer, error) {
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
func (w *Writer) JSON(v any) error { return WriteJSON(w, v) }

// Count prints a report as JSON, or its number alone, after the name of the puzzle if named. Of a
// lower bound the error is the exit status.
func (w *Writer) Count(r backends.Report, named bool) (err error) {
	number := r.Count.String()
	switch {
	case r.Approximate:
		number = "about " + number
	case !r.Complete:
		number = "at least " + number
	}
	if named {
		number = text.Visible(r.Puzzle) + "\t" + number
	}
	if w.Format == "json" {
		err = w.JSON(r)
	} else {
		_, err = fmt.Fprintln(w, number)
	}
	if err == nil && !r.Complete && !r.Approximate {
		err = Exit(Stopped)
	}
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
		// the next write returns its error again
		time.AfterFunc(flushAfter, func() { _ = w.Flush() })
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
		if fault := (*fs.PathError)(nil); errors.As(flushed, &fault) {
			fault.Path = w.Path // not the temporary one
			return flushed
		}
		return fmt.Errorf("%s: %w", w.Path, flushed)
	case err != nil && (!IsSilent(err) || StatusOf(err) == Bad && isEmpty(w.file)):
		w.file.Discard()
		return err
	}
	if failed := w.file.Commit(); failed != nil {
		return failed
	}
	return err
}

// Drop gives the output up: other files are written in its place.
func (w *Writer) Drop() {
	if w.file != nil {
		w.file.Discard()
	}
	w.file, w.buffer = nil, bufio.NewWriter(io.Discard)
}

// WriteFile writes a file, which gets its name only when it is complete.
func WriteFile(ctx context.Context, path string, text []byte) error {
	w, err := OpenOutput(ctx, Target{Path: path}, nil)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return w.Finish(err)
}

// OutputFlags are the format and the path of the output, as they were given.
type OutputFlags struct {
	format string
	path   string
	json   bool
	known  []string // the formats of the verb, the default first
}

// Add defines the flags; formats lists what the verb can print, the default first.
func (f *OutputFlags) Add(flags *pflag.FlagSet, formats ...string) {
	f.known = formats
	AddSingle(flags, &f.format, "format", "f", "",
		"print in `FORMAT`: "+strings.Join(formats, ", "), "")
	SetChoices(flags, "format", formats...)
	AddSingle(flags, &f.path, "output", "o", "-",
		"write to the file `PATH`; -: standard output", "")
	if slices.Contains(formats, "json") {
		flags.BoolVar(&f.json, "json", false, "short for -f json")
	}
}

// A Target is the output that the flags ask for.
type Target struct {
	Format string
	Path   string // "-": standard output
	Chosen bool   // the format was named by a flag
}

// Resolve sets the format: from --json, -f, the ending of -o, or the default. With an error it is
// the one that was wanted.
func (f *OutputFlags) Resolve() (Target, error) {
	t := Target{f.format, f.path, f.format != "" || f.json}
	if f.json {
		if t.Format != "" && t.Format != "json" {
			return t, Misusef("--json and -f %s exclude each other", t.Format)
		}
		t.Format = "json"
	}
	if t.Format == "" {
		ending, promised := FormatOfEnding(f.path, f.known...)
		switch {
		case slices.Contains(f.known, ending):
			t.Format = ending
		case promised:
			t.Format = ending
			return t, Misusef("-o %s: this verb writes no %s; name a format with -f: %s",
				f.path, ending, strings.Join(f.known, ", "))
		default:
			t.Format = f.known[0]
		}
	}
	return t, OneOf("unknown format %q", t.Format, f.known)
}

// IsJSON reports whether the format is JSON: then errors are printed as JSON, too.
func (t Target) IsJSON() bool { return t.Format == "json" || t.Format == "jsonl" }

// ToStandardOutput reports whether the verb prints to standard output.
func (t Target) ToStandardOutput() bool { return t.Path == "-" || t.Path == "" }

// endings are usual file name endings that differ from the format's name, where a verb knows that.
var endings = map[string]string{"yml": "yaml", "cfg": "cap", "cnf": "dimacs", "mzn": "minizinc",
	"tex": "latex", "csv": "matrix"}

// textEndings are file name endings that name no format: such a file may have any format. Any other
// ending that is not a format of the verb is an error.
var textEndings = []string{"", "txt", "text", "log", "out"}

// FormatOfEnding returns the ending of a path in lower case, as the name of a format if it is a
// usual ending of one, and whether it promises other content than the known formats. A name whose
// only point is the first character has no ending.
func FormatOfEnding(path string, known ...string) (ending string, broken bool) {
	name := strings.TrimLeft(filepath.Base(path), ".")
	ending = strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if format := endings[ending]; slices.Contains(known, format) {
		ending = format
	}
	standard := path == "-" || path == ""
	return ending, !standard && !slices.Contains(known, ending) &&
		!slices.Contains(textEndings, ending)
}

// createPending opens the file at a path for writing. An existing file must be writable as if it
// were written in place. createPending waits only for the reader of a pipe, until ctx ends.
func createPending(ctx context.Context, path string) (*file.Pending, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file.Beside(path)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder", path)
	}
	old, err := await.Value(ctx, func() (*os.File, error) {
		return os.OpenFile(path, os.O_WRONLY, 0)
	})
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return file.InPlace(old), nil
	}
	if err := old.Close(); err != nil {
		return nil, err
	}
	return file.Beside(path)
}

// isEmpty reports whether nothing is in the file yet.
func isEmpty(f *file.Pending) bool {
	info, err := f.Stat()
	return err == nil && info.Size() == 0
}

// CheckFree returns an error if a file exists at a path and force is not set.
func CheckFree(path string, force bool) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil && !force:
		return fmt.Errorf("%s exists; --force overwrites it", path)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}
