package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/contain"
)

// TrialVerb is the verb that makes one run: see [ServeTrial].
const TrialVerb = "trial"

// A Trial is what the process of a run reads: a puzzle, a backend and all settings.
type Trial struct {
	Document []byte `json:"document"` // the puzzle
	Format   string `json:"format"`   // of Document
	Backend  string `json:"backend"`
	First    bool   `json:"first"` // stop at the first solution
	cli.Settings
}

// An answer is what the process of a run prints.
type answer struct {
	Report backends.Report `json:"report"`
	// Completeness is that of Report, which a report that is read does not believe. The process is
	// this same program.
	Completeness backends.Completeness `json:"completeness"`
	OutOfMemory  bool                  `json:"out_of_memory"`
	Failed       string                `json:"failed"` // why there is no report, "" if there is one
}

// ServeTrial makes the run that a console's input asks for, and prints its answer.
func ServeTrial(ctx context.Context, c *cli.Console) error {
	var t Trial
	if err := json.NewDecoder(c.Stdin).Decode(&t); err != nil {
		return fmt.Errorf("this verb is for exactile compare: %w", err)
	}
	c.Stdin = bytes.NewReader(t.Document)
	var a answer
	var err error
	a.Report, err = t.run(ctx, c)
	switch {
	case cli.OutOfMemory(err):
		a.OutOfMemory, a.Report.Error = true, err.Error()
	case err != nil && !cli.IsStop(err):
		a.Failed = err.Error()
	}
	a.Completeness, a.Report.Memory = a.Report.Completeness,
		max(contain.Peak(), a.Report.Stats.ChildPeak)
	return json.NewEncoder(c.Stdout).Encode(a)
}

// run makes the run in this process. The report is valid if the error is none or a limit.
func (t *Trial) run(ctx context.Context, c *cli.Console) (r backends.Report, err error) {
	r = backends.Report{Backend: t.Backend, Count: new(big.Int)}
	call := &cli.Call{Console: c, Named: t.Backend != cli.DefaultSolver}
	flags := cli.EngineFlags{Given: cli.Config{Name: t.Backend, Settings: t.Settings}}
	if call.Config, err = flags.Resolve(ctx, nil); err != nil {
		return r, err
	}
	if call.Backend, err = call.Lookup(); err != nil {
		return r, err
	}
	call.Input.Format = t.Format
	e, err := call.One(ctx, "-")
	if err != nil {
		return r, err
	}
	ctx, cancel := call.Limited(ctx, e.Spent)
	defer cancel()
	task := backends.Task{Puzzle: e.Name, Backend: t.Backend}
	if t.First {
		task.Limit = 1
	} else {
		task.List = !backends.CountsOnly(call.Backend)
	}
	return backends.Run(ctx, call.For(e, nil), e.Tiling.Shuffled(t.Seed).Model, task)
}

// A process is how trials are made: a child process each, whose limits of time and memory are its
// own. Memory also bounds its descendants.
type process struct {
	command []string      // its program and arguments
	folder  string        // for temporary files
	grace   time.Duration // extra time before it is killed
	timeout time.Duration // of the trial, 0: none
	memory  int64         // in bytes, 0: no limit
}

const (
	// trialGrace is how long a child may run beyond its own limit, to start and to end, before it
	// is killed.
	trialGrace = 2 * time.Second
	// maxAnswer bounds its output in bytes.
	maxAnswer = 16 << 20
	// processOverhead bounds the memory of a process in bytes without the tables of its search and
	// the programs that it starts.
	processOverhead = 32 << 20
)

// run makes one run of a puzzle. A run fails if its child dies or prints anything else than an
// answer. A child that does not end is killed with all its descendants, and has run out of time.
// CPU and memory are measured by the system.
func (p *process) run(ctx context.Context, puzzle string, t *Trial) Run {
	limited, cancel := cli.Within(ctx, p.timeout, p.timeout+p.grace)
	defer cancel()
	start := time.Now()
	answer, used, err := p.answer(limited, t)
	report, end := answer.Report, Done
	switch {
	case ctx.Err() != nil:
		end = Interrupted
	case limited.Err() != nil:
		end = TimedOut
	case cli.OutOfMemory(err):
		report.Error, end = err.Error(), OutOfMemory
	case answer.OutOfMemory:
		end = OutOfMemory
	case err != nil:
		report.Error, end = err.Error(), Failed
	case !report.Complete && !report.Approximate && !(t.First && report.Count.Sign() > 0):
		end = TimedOut
	}
	if report.Count == nil {
		report.Count, report.Elapsed = new(big.Int), time.Since(start)
	}
	report.Completeness = answer.Completeness
	if end != Done { // the child may have come to its end while its time did
		report.Complete, report.Completeness = false, ""
	}
	report.Puzzle, report.Backend = puzzle, t.Backend
	solver := solverTime(&report, t.Backend)
	report.CPU = used.CPU
	if report.Memory == 0 { // the child's own figure is better, if it has one
		report.Memory = used.Memory
	}
	return Run{Report: report, End: end, Solver: &solver}
}

// solverTime is what [SolverTime] is of: all of a run by native, and of others what the solver
// takes.
func solverTime(r *backends.Report, backend string) float64 {
	b, _ := registry.Lookup(backend, registry.Options{})
	if _, outside := registry.Program(backend); outside {
		return r.Stats.ChildCPU
	}
	if _, formulates := b.(adapter.Formulator); formulates {
		return r.Stats.Solving
	}
	return r.CPU.Seconds()
}

// answer starts the child and reads its answer.
func (p *process) answer(ctx context.Context, t *Trial) (a answer, used contain.Usage, err error) {
	request, err := json.Marshal(t)
	if err != nil {
		return a, used, err
	}
	var alone *contain.Runner
	child, err := alone.Start(ctx, contain.Program{
		Path: p.command[0], Args: p.command[1:], Memory: p.memory, Folders: []string{p.folder},
		Input: true,
		// The names on all systems.
		Env: []string{"TMPDIR=" + p.folder, "TMP=" + p.folder, "TEMP=" + p.folder},
	})
	if err != nil {
		return a, used, err
	}
	go func() { // Wait ends it
		_, _ = child.Input.Write(request)
		_ = child.Input.Close()
	}()
	text, reading := io.ReadAll(io.LimitReader(child, maxAnswer))
	used, err = child.Wait()
	var exit *contain.ExitError
	if err != nil && !errors.As(err, &exit) {
		return a, used, err
	}
	bad := errors.Join(json.Unmarshal(text, &a), reading)
	if bad != nil || a.Failed == "" && a.Report.Backend != t.Backend {
		ended := "well"
		if err != nil {
			ended = "with " + err.Error()
		}
		return answer{}, used, fmt.Errorf("the child process ended %s and no report: %s", ended,
			child.Stderr())
	}
	if a.Failed != "" {
		return answer{}, used, errors.New(a.Failed)
	}
	return a, used, nil
}
