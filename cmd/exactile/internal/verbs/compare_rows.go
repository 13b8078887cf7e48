package verbs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/contain"
)

// A comparison runs every puzzle of its plan by every backend, except the runs that its record has.
// Each run is a child process, whose limits of time and memory are its own; memory also bounds
// its descendants.
type comparison struct {
	cli.Config
	study.Plan
	entries []*cli.Entry
	first   bool // stop at the first solution
	by      study.By
	results string // the path of the record; "": in memory
	drawn   bool   // run nothing: all runs of the record, or those of the backends
	rerun   bool   // make runs again whose backend has changed
	// single is set for one puzzle without a record, whose rows are shown without a ranking.
	single  bool
	program string
	folder  string        // for the children's temporary files
	grace   time.Duration // extra time before a child is killed
}

// A trialInput is a puzzle as input of runs.
type trialInput struct {
	study.Formulas // of the backends that get one
	document       []byte
	format         string
	entry          *cli.Entry
}

// read takes in the text of an open puzzle.
func (in *trialInput) read(ctx context.Context) (err error) {
	if in.document, in.format, err = in.entry.Document(); err != nil {
		return err
	}
	in.Name = in.entry.Name
	in.Fingerprint, err = await.Value(ctx, func() (string, error) {
		return in.entry.Tiling.Model.Fingerprint(), nil
	})
	return err
}

// rowGrace is how long a child may run beyond its own limit, to start and to end, before it is
// killed. maxReport bounds its output in bytes.
const (
	rowGrace  = 2 * time.Second
	maxReport = 16 << 20
)

// args is the command line of a run.
func (j *comparison) args(name, format string, seed uint64) []string {
	args := []string{
		"count", "--json", "-b", name, "--from", format, "--seed", fmt.Sprint(seed),
	}
	args = append(args, j.Args...)
	if memory := j.Work.Memory; memory > 0 {
		// The limit is for the whole process, so its search gets less.
		args = append(args, "--memory", fmt.Sprint(max(memory-processOverhead, memory/2)))
	}
	if j.first {
		args = append(args, "--limit", "1")
	} else if !backends.CountsOnly(backendOrNil(name, j.Work)) {
		args = append(args, "--list")
	}
	return append(args, "-")
}

// processOverhead bounds the memory of a process in bytes without the tables of its search and the
// programs that it starts.
const processOverhead = 32 << 20

// backendOrNil returns a named backend; nil if there is none.
func backendOrNil(name string, work registry.Options) backends.Backend {
	b, _ := registry.Lookup(name, work)
	return b
}

// errChildMemory is a memory limit that ended a program of the child: no other error comes in a
// report with the exit status of a limit.
var errChildMemory = errors.New("out of memory")

// made makes one run.
func (j *comparison) made(
	ctx context.Context, in *trialInput, backend string, seed uint64,
) study.Run {
	return j.run(ctx, in, backend, j.args(backend, in.format, seed))
}

// run runs one backend on a puzzle. A run fails if its child dies or prints anything else than a
// report. A child that does not end is killed with all its descendants, and has run out of time.
// CPU and memory are measured by the system.
func (j *comparison) run(
	ctx context.Context, in *trialInput, name string, args []string,
) study.Run {
	limited, cancel := cli.Within(ctx, j.Timeout, j.Timeout+j.grace)
	defer cancel()
	start := time.Now()
	report, used, err := j.report(limited, in, name, args)
	end := study.Done
	switch {
	case ctx.Err() != nil:
		end = study.Interrupted
	case limited.Err() != nil:
		end = study.TimedOut
	case cli.OutOfMemory(err):
		report.Error, end = err.Error(), study.OutOfMemory
	case errors.Is(err, errChildMemory):
		end = study.OutOfMemory
	case err != nil:
		report.Error, end = err.Error(), study.Failed
	case report.Error != "":
		end = study.Failed
	case !report.Complete && !report.Approximate && !(j.first && report.Count.Sign() > 0):
		end = study.TimedOut
	}
	if report.Count == nil {
		report.Count, report.Elapsed = new(big.Int), time.Since(start)
	}
	if end != study.Done { // the child may have come to its end while its time did
		report.Complete, report.Completeness = false, ""
	}
	report.Puzzle, report.Backend = in.Name, name
	solver := report.CPU.Seconds()
	b := backendOrNil(name, j.Work)
	_, outside := registry.Program(name)
	if _, formulates := b.(adapter.Formulator); outside {
		solver = report.Stats.ChildCPU
	} else if formulates {
		solver = report.Stats.Solving
	}
	report.CPU = used.CPU
	if report.Memory == 0 { // the child's own figure is better, if it has one
		report.Memory = used.Memory
	}
	return study.Run{Report: report, End: end, Solver: &solver}
}

// report starts the child and reads its report.
func (j *comparison) report(
	ctx context.Context, in *trialInput, name string, args []string,
) (report backends.Report, used contain.Usage, err error) {
	var alone *contain.Runner
	child, err := alone.Start(ctx, contain.Program{
		Path: j.program, Args: args, Memory: j.Work.Memory, Folders: []string{j.folder},
		Input: true,
		// The names on all systems.
		Env: []string{"TMPDIR=" + j.folder, "TMP=" + j.folder, "TEMP=" + j.folder},
	})
	if err != nil {
		return report, used, err
	}
	go func() { // Wait ends it
		_, _ = child.Input.Write(in.document)
		_ = child.Input.Close()
	}()
	text, reading := io.ReadAll(io.LimitReader(child, maxReport))
	used, err = child.Wait()
	var exit *contain.ExitError
	if err != nil && !errors.As(err, &exit) {
		return report, used, err
	}
	var answer struct {
		Error        *cli.ErrorObject      `json:"error"`
		Completeness backends.Completeness `json:"completeness"`
	}
	if json.Unmarshal(text, &answer) == nil && answer.Error != nil {
		return report, used, errors.New(strings.TrimPrefix(answer.Error.Message, in.Name+": "))
	}
	var said backends.Report
	bad := json.Unmarshal(text, &said)
	if bad != nil || reading != nil || said.Backend != name {
		ended := "well"
		if err != nil {
			ended = "with " + err.Error()
		}
		return report, used, fmt.Errorf("the child process ended %s and no report: %s", ended,
			child.Stderr())
	}
	if said.Error != "" && exit != nil && exit.ExitCode() == cli.Stopped {
		return said, used, errChildMemory
	}
	switch answer.Completeness {
	case backends.ByProof, backends.ByArgument:
		said.Completeness = answer.Completeness // the child is this same program
	}
	return said, used, nil
}
