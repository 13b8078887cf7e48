package cnf

import (
	"errors"
	"io"
)

// A Stream is a formula whose clauses are made again for each writing and never kept: memory does
// not grow with their number, whatever the encoding. NewStream makes them once more, to count them
// for the header of DIMACS.
//
// A Stream never changes; its methods may be called by several goroutines if its build may. The
// zero Stream cannot be written.
type Stream struct {
	build func(to Sink)
	size  Size
	bytes int64
}

// NewStream returns the formula that build makes. build must add the same clauses each time. The
// error is that of building the formula.
func NewStream(build func(to Sink)) (*Stream, error) {
	m := sizeMeter{counted: true}
	build(&m)
	if m.err != nil {
		return nil, m.err
	}
	return &Stream{build, m.size, m.bytes + int64(len(header(m.size)))}, nil
}

// Size returns the numbers of variables, clauses and literals.
func (s *Stream) Size() Size { return s.size }

// Bytes returns the number of bytes that WriteDIMACS writes without notes.
func (s *Stream) Bytes() int64 { return s.bytes }

// WriteDIMACS implements Text. The error is that of w.
func (s *Stream) WriteDIMACS(w io.Writer, notes Comments) error {
	if s.build == nil {
		return errors.New("cnf: a stream without a formula: it is not from NewStream")
	}
	return writeText(w, notes, header(s.size), func(out *textWriter) error {
		p := dimacsSink{out: out}
		s.build(&p)
		if p.err == nil && p.size != s.size {
			return errors.New(
				"cnf: a formula was another one when it was made again: its header is false",
			)
		}
		return p.err
	})
}

// A dimacsSink is a sink that writes its clauses. A write error sets Err, so that build can stop
// early.
type dimacsSink struct {
	sizeCounter
	out *textWriter
}

func (p *dimacsSink) Add(lits ...Lit) {
	if p.count(lits) {
		p.out.clause(lits)
		p.err = p.out.err
	}
}
