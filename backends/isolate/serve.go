package isolate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/encode/cnf"
)

// greeting is the first line of a server, before the name of its engine.
const greeting = "exactile-engine 1 "

// A Solver is what can be served: an engine of the backends. One that has more of
// what engines may have (AddAtMost, SolveUnder, Conflicts) offers that, too.
type Solver interface {
	Add(clause ...cnf.Lit)
	Solve(ctx context.Context) (sat bool, err error)
	Value(l cnf.Lit) bool
}

type (
	bounding interface {
		AddAtMost(lits []cnf.Lit, k int)
	}
	assuming interface {
		SolveUnder(ctx context.Context, assumptions ...cnf.Lit) (sat bool, err error)
	}
	conflicted interface{ Conflicts() int64 }
)

// Serve speaks the protocol on r and w until r ends, with engines that newSolver
// makes, of the given name. The error is that of r or w, or says what in the input
// is not of the protocol.
func Serve(name string, newSolver func() Solver, r io.Reader, w io.Writer) error {
	s := &server{newSolver: newSolver, in: bufio.NewReaderSize(r, 1<<16), out: bufio.NewWriterSize(w, 1<<16)}
	fmt.Fprintf(s.out, "%s%s\n", greeting, name)
	if err := s.out.Flush(); err != nil {
		return err
	}
	for {
		err := s.line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("isolate: %w", err)
		}
	}
}

type server struct {
	newSolver func() Solver
	in        *bufio.Reader
	out       *bufio.Writer

	solver Solver
	vars   int // the highest variable so far
	failed string
	lits   []cnf.Lit
}

// line reads and obeys one line.
func (s *server) line() error {
	b, err := s.in.ReadByte()
	if err != nil {
		return err
	}
	if b != 'n' && s.solver == nil {
		return fmt.Errorf("found %q before the n that makes an engine", b)
	}
	switch b {
	case 'n':
		s.solver, s.vars, s.failed = s.newSolver(), 0, ""
		return s.end()
	case 's':
		if err := s.literals(); err != nil {
			return err
		}
		return s.solve()
	case 'k':
		k, err := readInt(s.in)
		if err != nil {
			return err
		}
		if err := s.literals(); err != nil {
			return err
		}
		if bounds, ok := s.solver.(bounding); ok {
			bounds.AddAtMost(s.lits, int(k))
		} else {
			s.failed = "the engine has no cardinality constraints"
		}
		return nil
	}
	if err := s.in.UnreadByte(); err != nil {
		return err
	}
	if err := s.literals(); err != nil {
		return err
	}
	s.solver.Add(s.lits...)
	return nil
}

// end reads the end of a line.
func (s *server) end() error {
	b, err := s.in.ReadByte()
	if err == nil && b != '\n' {
		err = fmt.Errorf("found %q: want the end of the line", b)
	}
	return err
}

// literals reads literals up to a 0 and the end of the line.
func (s *server) literals() error {
	s.lits = s.lits[:0]
	for {
		n, err := readInt(s.in)
		switch {
		case err != nil:
			return err
		case n == 0:
			return s.end()
		case n > cnf.MaxVar || n < -cnf.MaxVar:
			return fmt.Errorf("found literal %d", n)
		}
		l := cnf.Lit(n)
		s.vars = max(s.vars, l.Var())
		s.lits = append(s.lits, l)
	}
}

// solve answers the question.
func (s *server) solve() error {
	// Nothing is to be read until the client has the answer, but the end of input.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	quiet := make(chan struct{})
	go func() {
		defer close(quiet)
		if _, err := s.in.Peek(1); err != nil {
			cancel()
		}
	}()
	sat, err := s.ask(ctx)
	var conflicts int64
	if counter, ok := s.solver.(conflicted); ok {
		conflicts = counter.Conflicts()
	}
	switch {
	case err != nil:
		var text contain.Excerpt // as much as a client reads
		fmt.Fprint(&text, err)
		fmt.Fprintf(s.out, "e %v\n", &text)
	case !sat:
		fmt.Fprintf(s.out, "u %d\n", conflicts)
	default:
		fmt.Fprintf(s.out, "v %d ", conflicts)
		var digits []byte
		for v := 1; v <= s.vars; v++ {
			if s.solver.Value(cnf.Lit(v)) {
				digits = append(strconv.AppendInt(digits[:0], int64(v), 10), ' ')
				if _, err := s.out.Write(digits); err != nil {
					return err
				}
			}
		}
		fmt.Fprint(s.out, "0\n")
	}
	if err := s.out.Flush(); err != nil {
		return err
	}
	<-quiet
	return nil
}

// ask asks the engine.
func (s *server) ask(ctx context.Context) (bool, error) {
	if s.failed != "" {
		return false, errors.New(s.failed)
	}
	if len(s.lits) == 0 {
		return s.solver.Solve(ctx)
	}
	if assuming, ok := s.solver.(assuming); ok {
		return assuming.SolveUnder(ctx, s.lits...)
	}
	return false, errors.New("the engine takes no assumptions")
}

// readInt reads an integer and the one byte after it, which must be a space unless
// it is a line end, which stays.
func readInt(r *bufio.Reader) (int64, error) {
	const most = 1 << 40
	b, err := r.ReadByte()
	for err == nil && b == ' ' {
		b, err = r.ReadByte()
	}
	negative := err == nil && b == '-'
	if negative {
		b, err = r.ReadByte()
	}
	n, digits := int64(0), 0
	for ; err == nil && b >= '0' && b <= '9' && n < most; digits++ {
		n = 10*n + int64(b-'0')
		b, err = r.ReadByte()
	}
	switch {
	case err != nil:
		return 0, err
	case digits == 0 || b != ' ' && b != '\n':
		return 0, fmt.Errorf("found %q: want a number", b)
	case b == '\n':
		err = r.UnreadByte()
	}
	if negative {
		n = -n
	}
	return n, err
}
