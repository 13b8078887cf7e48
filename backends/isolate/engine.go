package isolate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cnf"
)

// An Engine is an engine in another process. It is for one goroutine at a time,
// and an error ends its life: every later Solve repeats it.
type Engine struct {
	// Silent says that the engine counts no conflicts: then those that its process
	// tells of, which are none, say nothing.
	Silent bool

	pool      *Pool
	worker    *worker // nil before the first clause, and after Close
	line      []byte
	vars      int    // the highest variable so far
	model     []bool // of the last Solve; variable v at v-1
	conflicts int64
	refuted   bool
	err       error
	failed    bool // writing has failed, and nobody has asked yet
}

// Engine returns an engine without clauses. Its process is taken when it is
// needed first, and given back by Close.
func (p *Pool) Engine() *Engine { return &Engine{pool: p} }

// Close gives the process of the engine back for others to use.
func (e *Engine) Close() error {
	switch {
	case e.worker == nil:
	case e.err == nil && !e.failed:
		e.pool.give(e.worker)
	default:
		e.worker.kill()
	}
	e.worker, e.err = nil, errors.Join(e.err, os.ErrClosed)
	return nil
}

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	e.line = e.line[:0]
	e.write(clause)
}

// AddAtMost adds that at most k of the literals, which are of distinct variables,
// hold. It does not keep the slice. If the engine has no such constraints, Solve
// will say so.
func (e *Engine) AddAtMost(lits []cnf.Lit, k int) {
	e.line = strconv.AppendInt(append(e.line[:0], "k "...), int64(k), 10)
	e.line = append(e.line, ' ')
	e.write(lits)
}

// write writes a line that ends in literals.
func (e *Engine) write(lits []cnf.Lit) {
	for _, l := range lits {
		e.vars = max(e.vars, l.Var())
		e.line = append(strconv.AppendInt(e.line, int64(l), 10), ' ')
	}
	e.send(append(e.line, "0\n"...))
}

// send writes to the process. A write waits for as long as the process does not
// read, which the end of the pool's context ends.
func (e *Engine) send(line []byte) {
	if e.err != nil || e.failed || !e.start() {
		return
	}
	_, err := e.worker.in.Write(line)
	e.failed = err != nil // why, the process will tell
}

// start sees to it that there is a process, and reports whether there is.
func (e *Engine) start() bool {
	if e.worker == nil && e.err == nil {
		if e.worker, e.err = e.pool.take(); e.err == nil {
			e.send([]byte("n\n"))
		}
	}
	return e.err == nil
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Solve. A variable in no clause is false.
func (e *Engine) Value(l cnf.Lit) bool {
	value := l.Var() <= len(e.model) && e.model[l.Var()-1]
	return value == l.Positive()
}

// Conflicts returns how many conflicts the engine has told of; -1 if it is Silent.
func (e *Engine) Conflicts() int64 {
	if e.Silent {
		return -1
	}
	return e.conflicts
}

// Solve asks the process. When ctx ends, or that of the pool, it kills the process
// and returns ctx.Err(), within some 100 ms.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	sat, err = e.solve(ctx, nil)
	e.refuted = e.refuted || !sat && err == nil
	return sat, err
}

// SolveUnder is Solve with literals that are assumed to hold, this once. If the
// engine takes no assumptions, it says so.
func (e *Engine) SolveUnder(ctx context.Context, assumptions ...cnf.Lit) (sat bool, err error) {
	return e.solve(ctx, assumptions)
}

func (e *Engine) solve(ctx context.Context, assumptions []cnf.Lit) (sat bool, err error) {
	e.model = nil
	if e.err == nil {
		e.err = errors.Join(ctx.Err(), e.pool.ctx.Err())
	}
	if e.err != nil || e.refuted {
		return false, e.err
	}
	if !e.start() {
		return false, e.err
	}
	stop := context.AfterFunc(ctx, e.worker.kill)
	defer stop()
	e.line = append(e.line[:0], "s "...)
	e.write(assumptions)
	sat, err = e.ask()
	if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
		err = errOutput
	}
	if err != nil {
		err = e.worker.died(err, err == errInput || err == errOutput)
	}
	if !stop() || err != nil {
		// Also where the answer came first, the process is gone now.
		if e.err = errors.Join(ctx.Err(), e.pool.ctx.Err()); e.err == nil {
			e.err = err
		}
	}
	return sat && e.err == nil, e.err // an engine that has failed has set err
}

// Why there is no answer, if the process does not end, either.
var (
	errInput  = errors.New("it closed its input")
	errOutput = errors.New("it closed its output")
)

// ask waits for the answer. An error is that there is none, or none that is of the
// protocol.
func (e *Engine) ask() (sat bool, err error) {
	w := e.worker
	gone := e.failed || w.in.Flush() != nil
	if !w.greeted {
		// What is no engine may have said so before it went.
		if err := w.greet(); err != nil {
			return false, err
		}
	}
	if gone {
		return false, errInput
	}
	kind, err := w.out.ReadByte()
	if err != nil {
		return false, err
	}
	switch kind {
	case 'e':
		text, err := readLine(w.out)
		if err != nil {
			return false, err
		}
		e.err = fmt.Errorf("%s, isolated: %s", w.isolated, strings.TrimSpace(text))
		return false, nil
	case 'u', 'v':
		if e.conflicts, err = readInt(w.out); err != nil {
			return false, err
		}
	default:
		return false, fmt.Errorf("it answers %q", kind)
	}
	if kind == 'v' {
		if err := e.readModel(w.out); err != nil {
			return false, err
		}
	}
	if end, err := w.out.ReadByte(); err != nil || end != '\n' {
		return false, errors.Join(err, fmt.Errorf("found %q: want the end of the line", end))
	}
	return kind == 'v', nil
}

// readModel reads the true variables and the 0 after them.
func (e *Engine) readModel(r *bufio.Reader) error {
	e.model = make([]bool, e.vars)
	for last := int64(0); ; {
		n, err := readInt(r)
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil
		case n <= last || n > int64(e.vars):
			return fmt.Errorf("its model has %d after %d, of %d variables", n, last, e.vars)
		}
		e.model[n-1], last = true, n
	}
}

// greet reads the first line of a server.
func (w *worker) greet() error {
	line, err := readLine(w.out)
	if err == nil && line != greeting+w.isolated {
		err = fmt.Errorf("it is no engine %s: it begins with %.40q", w.isolated, line)
	}
	w.greeted = true
	return err
}

// readLine reads a short line.
func readLine(r *bufio.Reader) (string, error) {
	const most = 1 << 12
	var line []byte
	for {
		b, err := r.ReadByte()
		if err != nil {
			return "", err
		}
		if b == '\n' {
			return string(line), nil
		}
		if line = append(line, b); len(line) > most {
			return "", fmt.Errorf("it prints a line that begins with %.40q and does not end", line)
		}
	}
}
