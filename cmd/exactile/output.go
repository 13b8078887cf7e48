package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/encode/spelling"
)

// outputFlags say what is printed and where.
type outputFlags struct {
	format string
	path   string
	json   bool
	chosen bool     // the format was asked for
	known  []string // the formats of the verb, the default first
}

// add defines the flags; formats lists what the verb can print, the default first.
func (f *outputFlags) add(flags *pflag.FlagSet, formats ...string) {
	f.known = formats
	addSingle(flags, &f.format, "format", "f", "",
		"`FORMAT` of what is printed: "+strings.Join(formats, ", "), "")
	addSingle(flags, &f.path, "output", "o", "-",
		"`PATH` of the file to print to; -: standard output", "")
	if slices.Contains(formats, "json") {
		flags.BoolVar(&f.json, "json", false, "short for -f json")
	}
}

// endings are the usual ends of file names that are not the names of formats.
var endings = map[string]string{"yml": "yaml", "cfg": "cap", "cnf": "dimacs"}

// plain are the ends of file names that promise nothing: any format may be in such a
// file. Any other end that is no format is a promise that would be broken.
var plain = []string{"", "txt", "text", "log", "out"}

// resolve settles the format: --json, -f, the ending of -o, the default.
func (f *outputFlags) resolve() error {
	if f.json {
		if f.format != "" && f.format != "json" {
			return usage("--json and -f %s ask for different things", f.format)
		}
		f.format = "json"
	}
	f.chosen = f.format != ""
	if f.format == "" {
		if f.format = f.known[0]; f.knowsEnding() {
			f.format = f.ending()
		} else if f.promises() {
			return usage("-o %s: this verb writes no %s; name a format with -f: %s", f.path, f.ending(), strings.Join(f.known, ", "))
		}
	}
	if !slices.Contains(f.known, f.format) {
		return usage("unknown format %q: want one of %s%s", f.format, strings.Join(f.known, ", "), spelling.Hint(f.format, f.known))
	}
	return nil
}

// ending is the format that the path ends in, if it is one, whatever its case. A name
// that begins with its only point has none.
func (f *outputFlags) ending() string {
	name := strings.TrimLeft(filepath.Base(f.path), ".")
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if name, ok := endings[ending]; ok {
		return name
	}
	return ending
}

func (f *outputFlags) knowsEnding() bool { return slices.Contains(f.known, f.ending()) }

// promises reports whether the path's ending says that something else will be in the
// file than the verb writes.
func (f *outputFlags) promises() bool {
	return !f.toStandardOutput() && !f.knowsEnding() && !slices.Contains(plain, f.ending())
}

// toStandardOutput reports whether the verb prints to standard output.
func (f *outputFlags) toStandardOutput() bool { return f.path == "-" || f.path == "" }

// An output is where a verb prints: standard output, or a file that appears
// under its name only once it is whole. Whoever reads along sees within flushAfter
// what was written: a slow search is news one solution at a time, a fast one still
// fills the buffer. Only Write, WriteString and Flush may be called from several
// goroutines.
type output struct {
	file *pendingFile // nil: standard output

	mu      sync.Mutex
	buffer  *bufio.Writer
	soon    *time.Timer // flushes; nil: nobody reads along
	waiting bool        // soon will flush what is in the buffer
}

// flushAfter is the longest time for which what was printed stays unseen.
const flushAfter = 100 * time.Millisecond

// open returns the output that the flags ask for. A pipe that nobody reads is waited
// for until ctx ends.
func (f *outputFlags) open(ctx context.Context, stdout io.Writer) (*output, error) {
	if f.toStandardOutput() {
		return newOutput(stdout), nil
	}
	file, err := createPending(ctx, f.path)
	if err != nil {
		return nil, err
	}
	if file.final == "" { // a pipe or a device: there are readers before it is whole
		o := newOutput(file)
		o.file = file
		return o, nil
	}
	return &output{file: file, buffer: bufio.NewWriterSize(file, outputBuffer)}, nil
}

// outputBuffer is the size of an output's buffer in bytes.
const outputBuffer = 1 << 16

// newOutput returns an output to someone who reads along. It must be finished.
func newOutput(w io.Writer) *output {
	o := &output{buffer: bufio.NewWriterSize(w, outputBuffer)}
	o.soon = time.AfterFunc(flushAfter, o.flushWaiting)
	o.soon.Stop()
	return o
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.remind()
	return o.buffer.Write(p)
}

func (o *output) WriteString(s string) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.remind()
	return o.buffer.WriteString(s)
}

// Flush hands on what is in the buffer.
func (o *output) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = false
	return o.buffer.Flush()
}

// remind sees to it that what is written now is flushed soon.
func (o *output) remind() {
	if o.soon != nil && !o.waiting {
		o.waiting = true
		o.soon.Reset(flushAfter)
	}
}

// flushWaiting flushes what has waited long enough. An error is that of the next
// write or flush as well.
func (o *output) flushWaiting() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting {
		o.waiting = false
		_ = o.buffer.Flush()
	}
}

// name is how messages call the output.
func (o *output) name() string {
	if o.file == nil {
		return "-"
	}
	return o.file.path
}

// finish flushes the output and, for a file, gives it its name, if err is nil or
// only an exit status; otherwise the file is removed. It returns the first error.
func (o *output) finish(err error) error {
	var se *statusError
	whole := err == nil || errors.As(err, &se) && se.err == nil
	flushed := o.Flush()
	if o.soon != nil {
		o.soon.Stop()
	}
	if o.file == nil {
		if err == nil {
			err = flushed
		}
		return err
	}
	switch {
	case flushed != nil:
		o.file.discard()
		flushed = fmt.Errorf("%s: %w", o.file.path, flushed)
	case whole:
		flushed = o.file.commit()
	default:
		o.file.discard()
	}
	if flushed != nil {
		return flushed
	}
	return err
}
