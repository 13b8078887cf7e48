package encode

import (
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// Stream returns the formula that Encode makes of m, to be written without being kept. It takes
// about the time of Encode, and almost no memory; writing takes the same time again. The error is
// that of Encode. m must not change meanwhile.
func Stream(m *cover.Model, e Encoding) (*cnf.Stream, error) {
	s, err := cnf.NewStream(func(to cnf.Sink) { newBuilder(m, e, to).model() })
	return s, tooLarge(e, err)
}

// WriteDIMACS writes the formula of m as text, with a `c p show` line of the options, for a SAT
// solver or a model counter. It keeps no clauses. The error is that of w or of Encode; in the
// latter case nothing is written.
func WriteDIMACS(w io.Writer, m *cover.Model, e Encoding) error {
	s, err := Stream(m, e)
	if err != nil {
		return err
	}
	notes := cnf.Comments{Show: []cnf.Lit{}}
	for o := range m.Options {
		notes.Show = append(notes.Show, optionLit(o))
	}
	return s.WriteDIMACS(w, notes)
}
