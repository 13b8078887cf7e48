package cnf

import (
	"errors"
	"io"
	"iter"
)

// A Stream is a formula whose clauses are made each time that they are written, and
// never kept: memory does not grow with their number, whatever the encoding. It is
// made once more before that, since the header of DIMACS tells their number.
//
// A Stream never changes; its methods may be called by several goroutines if its
// build may.
type Stream struct {
	build func(f *Formula)
	size  Size
	bytes int64
}

// NewStream returns the formula that build makes. What build adds must be the same
// each time. The error is the one that the formula ends in.
func NewStream(build func(f *Formula)) (*Stream, error) {
	f := measured(build, true)
	if f.err != nil {
		return nil, f.err
	}
	return &Stream{build, f.size, f.passing.bytes + int64(len(dimacsHeader(f.size)))}, nil
}

// Measure returns the size of the formula that build makes, without keeping its
// clauses, and the error it would end in.
func Measure(build func(f *Formula)) (Size, error) {
	f := measured(build, false)
	return f.size, f.err
}

func measured(build func(f *Formula), weighed bool) *Formula {
	f := &Formula{passing: passing{on: true, weighed: weighed}}
	build(f)
	return f
}

// Size returns the numbers of variables, clauses and literals.
func (s *Stream) Size() Size { return s.size }

// Bytes returns how many bytes WriteDIMACS writes without notes.
func (s *Stream) Bytes() int64 { return s.bytes }

// WriteDIMACS implements Text. The error is that of w.
func (s *Stream) WriteDIMACS(w io.Writer, notes Notes) error {
	return writeText(w, notes, dimacsHeader(s.size), s.writeClauses, nil)
}

// WriteICNF implements Text. The error is that of w.
func (s *Stream) WriteICNF(w io.Writer, notes Notes, cubes iter.Seq[[]Lit]) error {
	notes.Show = nil
	return writeText(w, notes, icnfHeader, s.writeClauses, cubes)
}

func (s *Stream) writeClauses(out *textWriter) error {
	f := Formula{passing: passing{on: true, to: out}}
	s.build(&f)
	if f.err == nil && f.size != s.size {
		return errors.New("cnf: a formula was another one when it was made again: its header is false")
	}
	return f.err
}
