package evidence

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
)

// certificateSources rebuild the model and the formula of a certificate.
type certificateSources struct {
	ctx    context.Context
	tiling *puzzle.Tiling // of the certificate's puzzle; nil: none
}

// puzzle rebuilds the model from a certificate's puzzle.
func (s *certificateSources) puzzle(text []byte) (name string, m *cover.Model, err error) {
	file, err := formats.Read(proof.FileNames.Puzzle, bytes.NewReader(text), formats.Options{Format: "yaml"})
	if err != nil {
		return "", nil, err
	}
	if len(file.Documents) != 1 {
		return "", nil, fmt.Errorf("%s holds %d puzzles, not one", proof.FileNames.Puzzle, len(file.Documents))
	}
	if s.tiling, err = file.Documents[0].Compile(); err != nil {
		return "", nil, err
	}
	return s.tiling.Puzzle.Name, s.tiling.Model, nil
}

// maxFormulaText is the greatest length in bytes of a formula that is rebuilt.
const maxFormulaText = 1 << 30

// formula rebuilds the formula of a certificate's model.
func (s *certificateSources) formula(w io.Writer, m *cover.Model) error {
	t := s.tiling
	if t == nil {
		t = &puzzle.Tiling{Model: m, Puzzle: &puzzle.Puzzle{Cover: m}}
	}
	encoding, err := forProofs()
	if err != nil {
		return err
	}
	formula, err := await.Value(s.ctx, func() (*cnf.Stream, error) {
		return encode.Stream(m, encoding)
	})
	switch {
	case err != nil:
		return err
	case formula.Bytes() > maxFormulaText:
		return check.ErrTooLarge
	}
	return formula.WriteDIMACS(w, formulaNotes(t))
}

// formulaNotes are the comments of a certificate's formula.
func formulaNotes(t *puzzle.Tiling) cnf.Notes { return export.Notes(t.Model, t.PlacementName) }

// proofEncoding is the encoding whose unit propagation does the same as the proof's search:
// pairs for the bound 1, counters in both directions for others.
const proofEncoding = "pairwise+totalizer"

// forProofs returns proofEncoding with clauses also for redundant bounds: the proof's search
// uses them, and unit propagation cannot derive them from sums.
func forProofs() (encode.Encoding, error) {
	e, err := encode.Lookup(proofEncoding)
	e.Redundant = true
	return e, err
}
