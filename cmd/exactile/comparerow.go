package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/comparison"
	"github.com/exactile/exactile/backends/contain"
)

// runRows runs every row the wanted number of times, in turn. An interrupt ends
// the run at work, and what was not begun then is left out.
func (a *app) runRows(ctx context.Context, names []string, f *compareFlags, e *entry, engine *engineFlags) ([]comparison.Row, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	document, format, err := e.document()
	if err != nil {
		return nil, err
	}
	// What a child that is killed leaves in its folder for temporary files goes with it.
	folder, err := os.MkdirTemp("", "exactile-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	r := &rowRunner{folder: folder, program: program, document: document, puzzle: e.tiling.Puzzle.Name, timeout: engine.timeout, grace: rowGrace, first: f.first}
	rows := make([]comparison.Row, len(names))
	args := make([][]string, len(names))
	for k, name := range names {
		rows[k].Backend = name
		args[k] = rowArgs(name, format, f, engine)
	}
	for range f.repeat {
		for k, name := range names {
			if ctx.Err() == nil || len(rows[k].Runs) == 0 {
				end := a.progress.begin(ctx, fmt.Sprintf("%s, row %d of %d", name, k+1, len(names)))
				rows[k].Runs = append(rows[k].Runs, r.run(ctx, name, args[k]))
				end()
			}
		}
	}
	return rows, nil
}

// rowArgs is the command line of a run.
func rowArgs(name, format string, f *compareFlags, engine *engineFlags) []string {
	args := append([]string{"count", "--json", "-b", name, "--from", format, "--seed", fmt.Sprint(engine.seed)}, engine.limitArgs()...)
	switch {
	case f.first:
		args = append(args, "--limit", "1")
	case !countsOnly(name, engine):
		args = append(args, "--list")
	}
	return append(args, "-")
}

// countsOnly reports whether a row can have no listing.
func countsOnly(name string, engine *engineFlags) bool {
	work, err := engine.options()
	if err != nil {
		return false
	}
	b, err := work.Lookup(name)
	return err == nil && backends.CountsOnly(b)
}

// A rowRunner runs backends, each in a child process.
type rowRunner struct {
	program  string
	folder   string // for the children's temporary files
	document []byte // the puzzle, for the child's standard input
	puzzle   string
	timeout  time.Duration // the child's own; 0: none
	grace    time.Duration // how much longer it may take before it is killed
	first    bool
}

// rowGrace is how long a child may take to start and to end beyond its own limit
// before it is killed, and maxReport how much it may print.
const (
	rowGrace  = 2 * time.Second
	maxReport = 16 << 20
)

// run runs one backend. A child that dies or prints something else than a report
// is a failed run; one that does not end is killed, with all that it started, and
// has run out of time. CPU and memory are the system's own account of the process.
func (r *rowRunner) run(ctx context.Context, name string, args []string) comparison.Run {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if r.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, r.timeout+r.grace)
	}
	defer cancel()
	start := time.Now()
	report, used, err := r.report(limited, name, args)
	end := comparison.Done
	switch {
	case ctx.Err() != nil:
		end = comparison.Interrupted
	case limited.Err() != nil:
		end = comparison.TimedOut
	case err != nil:
		report.Error, end = err.Error(), comparison.Failed
	case report.Error != "":
		end = comparison.Failed
	case !report.Complete && !report.Approximate && !(r.first && report.Count.Sign() > 0):
		end = comparison.TimedOut
	}
	if report.Count == nil {
		report.Count, report.Elapsed = new(big.Int), time.Since(start)
	}
	report.Puzzle, report.Backend = r.puzzle, name
	report.CPU = used.CPU
	if report.Memory == 0 { // the child knows best, if it lived to say so
		report.Memory = used.Memory
	}
	return comparison.Run{Report: report, End: end}
}

// report starts the child and reads what it says.
func (r *rowRunner) report(ctx context.Context, name string, args []string) (report backends.Report, used contain.Usage, err error) {
	command := exec.CommandContext(ctx, r.program, args...)
	command.Stdin = bytes.NewReader(r.document)
	if r.folder != "" {
		for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // as systems call it
			command.Env = append(command.Environ(), name+"="+r.folder)
		}
	}
	complaints := &contain.Excerpt{}
	command.Stderr = complaints
	child, err := contain.Start(command, 0, r.folder)
	if err != nil {
		return report, used, err
	}
	text, reading := io.ReadAll(io.LimitReader(child, maxReport))
	used, err = child.Wait()
	var exit *contain.ExitError
	if err != nil && !errors.As(err, &exit) {
		return report, used, err
	}
	var answer struct {
		Error *jsonError `json:"error"`
	}
	if json.Unmarshal(text, &answer) == nil && answer.Error != nil {
		return report, used, errors.New(strings.TrimPrefix(answer.Error.Message, r.puzzle+": "))
	}
	var said backends.Report
	if jsonErr := json.Unmarshal(text, &said); jsonErr != nil || reading != nil || said.Backend != name {
		ended := "well"
		if err != nil {
			ended = "with " + err.Error()
		}
		return report, used, fmt.Errorf("the child process ended %s and no report: %s", ended, complaints)
	}
	return said, used, nil
}

// leastDescribing is the time that the length of a formula may take at least, also
// where the row has taken all of its own.
const leastDescribing = 50 * time.Millisecond

// describeRows finds out what is the same in every run of a row: the version of
// what does the work, and the length of its formula. A length is not waited for
// beyond what the row has left of timeout (0: any time), and then neither are those of
// the rows below.
func describeRows(ctx context.Context, rows []comparison.Row, e *entry, work backends.Options, timeout time.Duration) {
	lengths := make(map[string]int64) // of each encoding
	late := false
	for k := range rows {
		row := &rows[k]
		row.Version = work.Version(ctx, row.Backend)
		b, err := work.Lookup(row.Backend)
		if err != nil {
			continue
		}
		encoded, ok := b.(backends.Encoded)
		if !ok {
			continue
		}
		_, encoding, given := strings.Cut(row.Backend, "/")
		if !given || strings.HasPrefix(row.Backend, "process:") {
			encoding = row.Backend
		}
		if _, known := lengths[encoding]; !known && !late {
			limited, cancel := ctx, context.CancelFunc(func() {})
			if timeout > 0 {
				limited, cancel = context.WithTimeout(ctx, max(timeout-row.Typical().Elapsed, leastDescribing))
			}
			// What cannot be encoded has no length, and its row says why.
			lengths[encoding], _ = encoded.FormulaBytes(limited, e.tiling.Model)
			late = limited.Err() != nil
			cancel()
		}
		row.FormulaBytes = lengths[encoding]
	}
}
