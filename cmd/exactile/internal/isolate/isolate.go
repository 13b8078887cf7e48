// Package isolate runs the searches of SAT engines in processes of their own, so that an engine
// that ends its process, panics, hangs or grows without end is an error here and nothing more:
// [New] returns the backend that starts such a process, and [Serve] is what that runs. Package
// contain keeps processes within limits.
//
// A process makes one search. It gets the model and the name of a backend, and sends the solutions,
// which are checked here again, and in the end their number and what they cost. All else of the
// search happens there, such as the checks of proofs.
//
// Its cost, in user and system time: starting a process and its watcher takes 30 milliseconds, and
// a solution 3 microseconds. Dominoes on 6x7, 31529 solutions, take gini .71 s in this process and
// .83 s in another; pentominoes on 8x8 less the centre, 520 solutions, 1.17 s and 1.22 s. A process
// that got clauses and sent models, each when it was asked for, took 2.83 s and 1.38 s.
package isolate

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// A Backend searches as the one in it does, in another process.
type Backend struct {
	sat.Backend
	command []string
	memory  int64
	budget  int64
	report  func(backends.Stats) // may be nil
	// endTimeout is how long to wait for the end of a process that has closed its output, and so
	// is most likely ending.
	endTimeout time.Duration
	// stopGrace is how long a search may take to end and send its cost once it is stopped.
	stopGrace time.Duration
}

// New returns b such that each search has a process, which is the command, a program and its
// arguments that run Serve. The process may have memory bytes resident; 0 is three quarters of the
// machine's.
func New(b sat.Backend, command []string, memory int64) Backend {
	if memory <= 0 {
		memory = contain.MachineMemory() / 4 * 3
	}
	return Backend{
		Backend: b, command: command, memory: memory,
		endTimeout: 10 * time.Second, stopGrace: 100 * time.Millisecond,
	}
}

// Within implements the method of [sat.Backend].
func (b Backend) Within(most int64) backends.Backend {
	b.budget = most
	return b
}

// Observed implements [adapter.Observable].
func (b Backend) Observed(report func(backends.Stats)) backends.Backend {
	b.report = report
	return b
}

// Solutions implements [backends.Backend].
func (b Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.Find(ctx, m, 0)
}

// Find implements [adapter.Finder]; most 0 is all solutions.
func (b Backend) Find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		s := search{Backend: b, yield: yield}
		err := s.run(ctx, m, most)
		if b.report != nil {
			b.report(s.stats)
		}
		switch {
		case s.enough: // no error
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		case err != nil:
			yield(nil, err)
		}
	}
}

// A search is one search in another process.
type search struct {
	Backend
	yield  func(cover.Solution, error) bool
	enough bool // yield wants no more
	found  int64
	stats  backends.Stats
	child  *contain.Child
	kill   func()
}

// run starts the process and reads what it sends to its end.
func (s *search) run(ctx context.Context, m *cover.Model, most int64) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	alive, kill := context.WithCancel(context.WithoutCancel(ctx))
	defer kill()
	s.kill = kill
	program := contain.Program{
		Path: s.command[0], Args: s.command[1:], Memory: s.memory, Input: true,
	}
	if s.memory > 0 {
		// This keeps the collector of the process within the limit, as long as it can.
		program.Env = []string{fmt.Sprintf("GOMEMLIMIT=%d", s.memory-s.memory/8)}
	}
	var alone *contain.Runner
	if s.child, err = alone.Start(alive, program); err != nil {
		return s.failed(err)
	}
	defer func() {
		kill()
		used, _ := s.child.Wait()
		s.stats.ChildCPU = used.CPU.Seconds()
		s.stats.ChildPeak, s.stats.ChildMemory = used.Memory, used.Together
	}()
	// The end of its input stops the search.
	stop := func() {
		_ = s.child.Input.Close()
		time.AfterFunc(s.stopGrace, kill)
	}
	defer context.AfterFunc(ctx, stop)()
	go func() { // Wait ends it
		if gob.NewEncoder(s.child.Input).Encode(s.request(m, most)) != nil {
			// The process would wait for the rest, or it has closed its input.
			_ = s.child.Input.Close()
			time.AfterFunc(s.endTimeout, kill)
		}
	}()
	return s.read(ctx, m, stop)
}

// request is the request for a search.
func (s *search) request(m *cover.Model, most int64) *request {
	return &request{
		Model: m, Most: most, Backend: s.Name, Budget: s.budget,
		Workers: s.Workers, Enumerate: s.Enumerate, NoReduce: s.NoReduce,
		NoSymmetry: s.NoSymmetry, LexLeader: s.LexLeader, Proofs: s.Proofs,
	}
}

// What is wrong with an output that is not one of Serve.
var (
	errMark = errors.New("something else than a message")
	errLong = errors.New("a message that is too long")
)

// read reads the messages of the process and passes on the solutions.
func (s *search) read(ctx context.Context, m *cover.Model, stop func()) error {
	output := &io.LimitedReader{R: s.child}
	buffer := bufio.NewReader(output)
	messages := gob.NewDecoder(buffer)
	if s.Monitor == nil {
		s.Monitor = new(adapter.Monitor) // that is not read
	}
	s.Monitor.SetDone(0)
	for conflicts := int64(0); ; {
		output.N = int64(10*len(m.Options) + 1<<14) // an option takes less, and the rest, too
		var next message
		first, err := buffer.ReadByte()
		if err == nil && first != mark {
			err = errMark
		} else if err == nil {
			err = messages.Decode(&next)
		}
		if err != nil && output.N <= 0 {
			err = errLong
		}
		if err != nil {
			return s.died(err)
		}
		s.Monitor.SetDone(next.Done)
		s.Monitor.Add(0, next.Conflicts-conflicts)
		conflicts = next.Conflicts
		switch {
		case next.End != nil:
			s.stats = next.End.Stats
			return s.ended(next.End)
		case !next.Solution, s.enough, ctx.Err() != nil:
			continue
		}
		if err := m.Check(next.Options); err != nil {
			return s.failed(fmt.Errorf("it sends what is no solution: %w", err))
		}
		s.found++
		s.Monitor.Add(1, 0)
		if s.enough = !s.yield(next.Options, nil); s.enough {
			stop()
		}
	}
}

// ended returns the error of a search that has ended.
func (s *search) ended(e *ending) error {
	switch {
	case e.Budget:
		return fmt.Errorf("%s: %w", s.Name, native.ErrBudget)
	case e.Failed != "":
		return errors.New(e.Failed)
	case e.Solutions != s.found:
		return s.failed(fmt.Errorf("it reports %d solutions, and sent %d", e.Solutions, s.found))
	}
	return nil
}

// died ends the process, whose output ends with this error, and returns how it ended, or what it
// did wrong. A process that has closed its output seems to be ending: how it ends tells more.
func (s *search) died(wrong error) error {
	closed := errors.Is(wrong, io.EOF) || errors.Is(wrong, io.ErrUnexpectedEOF) ||
		errors.Is(wrong, os.ErrClosed)
	wait := time.Duration(0)
	if closed {
		wait = s.endTimeout
	}
	timer := time.AfterFunc(wait, s.kill)
	_, err := s.child.Wait()
	killed := !timer.Stop()
	// The end of a killed process tells nothing, unless its memory was the reason.
	var memory *contain.MemoryError
	switch {
	case errors.As(err, &memory):
	case !closed:
		err = fmt.Errorf("it sends what is no answer: %w", wrong)
	case killed && err != nil:
		err = errors.New("it closed its output")
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	if said := s.child.Stderr(); said != "" {
		err = fmt.Errorf("%w; stderr: %s", err, said)
	}
	return s.failed(err)
}

// failed is the error of a process that failed.
func (s *search) failed(err error) error {
	return fmt.Errorf("%s: its process failed: %w", s.Name, err)
}
