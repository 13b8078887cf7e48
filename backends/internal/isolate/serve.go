package isolate

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/contain"
)

// A request is a message of the client. Clauses and models are bytes: there may be
// clauses of many literals and a model for every solution, and as numbers in a text they
// took longer than the engine.
type request struct {
	New   bool   `json:",omitempty"` // start anew, with an engine without clauses
	Rules []byte `json:",omitempty"` // to add, see appendRule
	// Prove requests the proof of an answer that there is no model.
	Prove bool `json:",omitempty"`
	// Vars, if not 0, queries whether all clauses can be satisfied, and the values of
	// this many variables. The server answers no other requests.
	Vars int `json:",omitempty"`
}

// isClause is the bound of a clause in a rule.
const isClause = -1

// appendRule appends a rule: the bound, the number of literals, and the literals, as varints. At
// most atMost literals are true; with isClause as the bound, at least one is.
func appendRule(rules []byte, atMost int, lits []cnf.Lit) []byte {
	rules = binary.AppendVarint(rules, int64(atMost))
	rules = binary.AppendVarint(rules, int64(len(lits)))
	for _, l := range lits {
		rules = binary.AppendVarint(rules, int64(l))
	}
	return rules
}

// An answer is a model, or that there is none.
type answer struct {
	Satisfiable bool
	Model       []byte   `json:",omitempty"` // a bit a variable, the first one lowest in its byte
	Effort      [3]int64 // of the engine so far: conflicts, decisions, propagations
	Failed      string   `json:",omitempty"` // why there is no answer
	// Proof is that there is no model, in this format, or Unproved why there is none.
	Format   sat.Format `json:",omitempty"`
	Proof    []byte     `json:",omitempty"`
	Unproved string     `json:",omitempty"`
}

// modelBytes is the length of a model of vars variables.
func modelBytes(vars int) int { return (vars + 7) / 8 }

// unreported is the effort of an engine that does not report it.
var unreported = [3]int64{-1, -1, -1}

// A Solver is an engine of the backends that can be served. If it has AddAtMost, Effort or
// Proof, these are served, too.
type Solver interface {
	Add(clause ...cnf.Lit)
	Solve(ctx context.Context) (sat bool, err error)
	Value(l cnf.Lit) bool
}

// Serve answers the requests of a client on r and w until r ends, with engines
// from newSolver. The error is that of r or w.
func Serve(newSolver func() Solver, r io.Reader, w io.Writer) error {
	requests, answers := json.NewDecoder(r), json.NewEncoder(w)
	s := &server{solver: newSolver()}
	for {
		var q request
		if err := requests.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("isolate: %w", err)
		}
		if q.New {
			s = &server{solver: newSolver()}
		}
		s.add(q.Rules)
		if q.Vars == 0 {
			continue
		}
		// The client sends nothing more before it has the answer: until then only the
		// end of its input can be read.
		ctx, cancel := context.WithCancel(context.Background())
		quiet := make(chan struct{})
		go func() {
			defer close(quiet)
			if !requests.More() {
				cancel()
			}
		}()
		err := answers.Encode(s.answer(ctx, &q))
		cancel()
		if err != nil {
			return fmt.Errorf("isolate: %w", err)
		}
		<-quiet
	}
}

// A server has one engine, and the reason why that cannot be queried, if any.
type server struct {
	solver Solver
	failed error
}

// add adds rules.
func (s *server) add(rules []byte) {
	next := func() (n int64) {
		n, length := binary.Varint(rules)
		if length <= 0 {
			s.failed, rules = errors.New("a rule is cut short"), nil
			return 0
		}
		rules = rules[length:]
		return n
	}
	var lits []cnf.Lit
	for len(rules) > 0 {
		atMost := int(next())
		lits = lits[:0]
		for n := next(); n > 0 && s.failed == nil; n-- {
			lits = append(lits, cnf.Lit(next()))
		}
		bounds, takes := s.solver.(interface{ AddAtMost(lits []cnf.Lit, k int) })
		switch {
		case s.failed != nil:
			return
		case atMost == isClause:
			s.solver.Add(lits...)
		case takes:
			bounds.AddAtMost(lits, atMost)
		default:
			s.failed = errors.New("the engine has no cardinality constraints")
		}
	}
}

// answer queries the solver.
func (s *server) answer(ctx context.Context, q *request) *answer {
	vars := q.Vars
	sat, err := false, s.failed
	if err == nil {
		sat, err = s.solver.Solve(ctx)
	}
	if err != nil {
		var text contain.Excerpt // one line, and not too long
		fmt.Fprint(&text, err)
		return &answer{Failed: text.String()}
	}
	a := &answer{Satisfiable: sat, Effort: unreported}
	if m, ok := s.solver.(interface{ Effort() (int64, int64, int64) }); ok {
		a.Effort[0], a.Effort[1], a.Effort[2] = m.Effort()
	}
	if !sat && q.Prove {
		a.prove(s.solver)
	}
	if sat {
		a.Model = make([]byte, modelBytes(vars))
	}
	for v := 0; sat && v < vars; v++ {
		if s.solver.Value(cnf.Lit(v + 1)) {
			a.Model[v/8] |= 1 << (v % 8)
		}
	}
	return a
}

// prove adds the proof of a solver.
func (a *answer) prove(s Solver) {
	p, ok := s.(interface {
		Proof() (sat.Format, io.Reader, error)
	})
	err := errors.New("the engine writes no proofs")
	var text io.Reader
	if ok {
		a.Format, text, err = p.Proof()
	}
	if err == nil {
		a.Proof, err = io.ReadAll(text)
	}
	if err != nil {
		a.Proof, a.Unproved = nil, err.Error()
	}
}
