package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

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
	flags.StringVarP(&f.format, "format", "f", "", "`FORMAT` of what is printed: "+strings.Join(formats, ", "))
	flags.StringVarP(&f.path, "output", "o", "-", "`PATH` of the file to print to; -: standard output")
	if slices.Contains(formats, "json") {
		flags.BoolVar(&f.json, "json", false, "short for -f json")
	}
}

// endings are the usual ends of file names that are not the names of formats.
var endings = map[string]string{"yml": "yaml", "cfg": "cap", "cnf": "dimacs"}

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
		}
	}
	if !slices.Contains(f.known, f.format) {
		return usage("unknown format %q: want one of %s%s", f.format, strings.Join(f.known, ", "), spelling.Hint(f.format, f.known))
	}
	return nil
}

// ending is the format that the path ends in, if it is one.
func (f *outputFlags) ending() string {
	ending := strings.TrimPrefix(filepath.Ext(f.path), ".")
	if name, ok := endings[ending]; ok {
		return name
	}
	return ending
}

func (f *outputFlags) knowsEnding() bool { return slices.Contains(f.known, f.ending()) }

// toStandardOutput reports whether the verb prints to standard output.
func (f *outputFlags) toStandardOutput() bool { return f.path == "-" || f.path == "" }

// An output is where a verb prints: standard output, or a file that appears
// under its name only once it is whole.
type output struct {
	*bufio.Writer
	file *pendingFile // nil: standard output
}

// open returns the output that the flags ask for.
func (f *outputFlags) open(stdout io.Writer) (*output, error) {
	if f.toStandardOutput() {
		return &output{Writer: bufio.NewWriterSize(stdout, 1<<16)}, nil
	}
	file, err := createPending(f.path)
	if err != nil {
		return nil, err
	}
	return &output{bufio.NewWriterSize(file, 1<<16), file}, nil
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
