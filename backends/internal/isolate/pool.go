package isolate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// A Pool is the processes that serve one search. It starts one when an engine is
// needed and none is idle, so that there are as many as engines are used at once.
// It may be used by several goroutines.
type Pool struct {
	// Proves is set if the engines are able to prove their answers, Unrequested if no one reads
	// the proofs.
	Proves, Unrequested bool

	name    string
	command []string
	memory  int64
	runner  contain.Runner
	ctx     context.Context
	cancel  context.CancelFunc

	// killTimeout is how long to wait for the end of a process that has closed its
	// input or its output, and so is most likely ending.
	killTimeout time.Duration
	answered    func() // for tests: an answer has come

	mu      sync.Mutex
	idle    []*worker
	started []*worker
}

// NewPool returns a pool without a process. The command, a program and its
// arguments, must run Serve with that engine. Each process may have
// memory bytes resident; 0 is no limit. All end with ctx.
func NewPool(ctx context.Context, name string, command []string, memory int64) *Pool {
	p := &Pool{name: name, command: command, memory: memory, killTimeout: 10 * time.Second}
	p.ctx, p.cancel = context.WithCancel(ctx)
	return p
}

// Close ends the processes and returns what they used together, and the largest
// peak of memory among them. The engines of the pool must be out of use.
func (p *Pool) Close() contain.Usage {
	p.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	var total contain.Usage
	for _, w := range p.started {
		used, _ := w.child.Wait()
		total.CPU += used.CPU
		total.Memory = max(total.Memory, used.Memory)
		total.Together += used.Together
	}
	p.idle, p.started = nil, nil
	p.runner.Close()
	return total
}

// A worker is a process that serves.
type worker struct {
	child    *contain.Child
	ctx      context.Context // its end kills the process
	kill     context.CancelFunc
	requests *json.Encoder
	answers  *json.Decoder
	output   *io.LimitedReader // of answers
	pool     *Pool
}

// take returns a process for an engine.
func (p *Pool) take() (*worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		w := p.idle[last]
		p.idle = p.idle[:last]
		return w, nil
	}
	w := &worker{pool: p}
	program := contain.Program{Path: p.command[0], Args: p.command[1:], Memory: p.memory, Input: true}
	if p.memory > 0 {
		// This keeps the collector of a Go program within the limit, as long as it can.
		program.Env = []string{fmt.Sprintf("GOMEMLIMIT=%d", p.memory-p.memory/8)}
	}
	w.ctx, w.kill = context.WithCancel(p.ctx)
	var err error
	if w.child, err = p.runner.Start(w.ctx, program); err != nil {
		w.kill()
		return nil, fmt.Errorf("%s, isolated: %w", p.name, err)
	}
	w.output = &io.LimitedReader{R: w.child}
	w.requests, w.answers = json.NewEncoder(w.child.Input), json.NewDecoder(w.output)
	p.started = append(p.started, w)
	return w, nil
}

// give takes back a process that has answered all requests.
func (p *Pool) give(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, w)
}

// died ends the process and returns how it ended, or what it did wrong. If the
// process has closed its pipes, and so seems to be ending, died waits for it, since
// how it ends tells more.
func (w *worker) died(wrong error, closed bool) error {
	wait := time.Duration(0)
	if closed {
		wait = w.pool.killTimeout
	}
	timer := time.AfterFunc(wait, w.kill)
	_, err := w.child.Wait()
	killed := !timer.Stop()
	// The end of a killed process tells nothing, unless its memory was the reason.
	var memory *contain.MemoryError
	switch {
	case !closed, killed && err != nil && !errors.As(err, &memory):
		err = wrong
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	if said := w.child.Stderr(); said != "" {
		return fmt.Errorf("%s, isolated: its process failed: %w; stderr: %s",
			w.pool.name, err, said)
	}
	return fmt.Errorf("%s, isolated: its process failed: %w", w.pool.name, err)
}
