package isolate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof/check/sat"
)

// An Engine is an engine in another process. It is for one goroutine at a time,
// and an error ends its life: every later Solve returns the same error.
type Engine struct {
	pool    *Pool
	worker  *worker // nil before the first clause, and after Close
	next    request // what was not sent to the process yet
	vars    int     // the highest variable so far
	model   []byte  // of the last Solve, as in an answer
	effort  [3]int64
	bounded bool   // it has bounds, of which there are no proofs
	proof   answer // of the last Solve that returned false
	refuted bool
	err     error
	failed  bool // writing has failed, and no Solve has reported that yet
}

// NewEngine returns an engine without clauses. Its process is taken from the pool when it
// is needed first, and given back by Close.
func NewEngine(p *Pool) *Engine {
	return &Engine{pool: p, next: request{New: true}, effort: unreported}
}

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

// sendAfter is how many bytes of rules wait to be sent together.
const sendAfter = 1 << 14

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) { e.add(isClause, clause) }

// AddAtMost adds that at most k of the literals, which are of distinct variables,
// hold. It does not keep the slice. If the engine has no such constraints, Solve
// returns an error.
func (e *Engine) AddAtMost(lits []cnf.Lit, k int) {
	e.bounded = true
	e.add(k, lits)
}

func (e *Engine) add(atMost int, lits []cnf.Lit) {
	for _, l := range lits {
		e.vars = max(e.vars, l.Var())
	}
	if e.next.Rules = appendRule(e.next.Rules, atMost, lits); len(e.next.Rules) > sendAfter {
		e.send()
	}
}

// send sends the process what it does not have yet. A write blocks while the process
// does not read; the end of the pool's context ends that.
func (e *Engine) send() {
	if e.worker == nil && e.err == nil {
		e.worker, e.err = e.pool.take()
	}
	if e.err == nil && !e.failed {
		e.failed = e.worker.requests.Encode(&e.next) != nil // the process will tell the reason
	}
	e.next = request{Rules: e.next.Rules[:0]}
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Solve. A variable in no clause is false.
func (e *Engine) Value(l cnf.Lit) bool {
	at, bit := (l.Var()-1)/8, (l.Var()-1)%8
	value := at < len(e.model) && e.model[at]>>bit&1 != 0
	return value == l.Positive()
}

// Effort returns the conflicts, decisions and propagations that the engine has reported
// so far; a number is -1 if it does not report it.
func (e *Engine) Effort() (conflicts, decisions, propagations int64) {
	return e.effort[0], e.effort[1], e.effort[2]
}

// Solve queries the process. When ctx ends, or that of the pool, it kills the
// process and returns ctx.Err(), within some 100 ms.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	e.model = nil
	if e.err == nil {
		e.err = errors.Join(ctx.Err(), e.pool.ctx.Err())
	}
	if e.err != nil || e.refuted {
		return false, e.err
	}
	if e.worker == nil {
		if e.worker, e.err = e.pool.take(); e.err != nil {
			return false, e.err
		}
	}
	stop := context.AfterFunc(ctx, e.worker.kill)
	defer stop()
	sat, err = e.request()
	if !stop() || err != nil {
		// The process is gone now, also if the answer came first.
		if e.err = errors.Join(ctx.Err(), e.pool.ctx.Err()); e.err == nil {
			e.err = err
		}
	}
	e.refuted = !sat && e.err == nil
	return sat && e.err == nil, e.err
}

// The reasons why there is no answer if the process does not end, either.
var (
	errInput  = errors.New("it closed its input")
	errOutput = errors.New("it closed its output")
)

// request queries the process and waits for the answer.
func (e *Engine) request() (sat bool, err error) {
	vars, prove := max(e.vars, 1), e.Proves() && !e.pool.Unrequested
	e.next.Vars, e.next.Prove = vars, prove
	e.send()
	if e.failed {
		return false, e.worker.died(errInput, true)
	}
	// A variable takes less than a byte; the rest is at most an excerpt.
	e.worker.output.N = 1<<12 + int64(e.vars)
	if prove {
		e.worker.output.N += maxProof
	}
	var a answer
	switch err := e.worker.answers.Decode(&a); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, os.ErrClosed):
		return false, e.worker.died(errOutput, true)
	case err != nil:
		return false, e.worker.died(fmt.Errorf("its answer is malformed: %w", err), false)
	case a.Failed != "":
		return false, fmt.Errorf("%s, isolated: %s", e.pool.name, a.Failed)
	}
	if e.pool.answered != nil {
		e.pool.answered()
	}
	e.effort = a.Effort
	if want := modelBytes(vars); a.Satisfiable && len(a.Model) != want {
		return false, e.worker.died(fmt.Errorf("its model has %d bytes, want %d", len(a.Model), want), false)
	}
	e.model, e.proof = a.Model, a
	return a.Satisfiable, nil
}

// maxProof is how many bytes an answer with a proof may have.
const maxProof = 1 << 29

// Proves reports whether the engine is able to prove its answers. With bounds it is not.
func (e *Engine) Proves() bool { return e.pool.Proves && !e.bounded }

// Proof returns the engine's proof of the last Solve that returned false, or why there is none.
func (e *Engine) Proof() (sat.Format, io.Reader, error) {
	if e.proof.Unproved != "" {
		return "", nil, errors.New(e.proof.Unproved)
	}
	return e.proof.Format, bytes.NewReader(e.proof.Proof), nil
}
