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

// certificateSources make anew what a certificate was made of.
type certificateSources struct {
	ctx    context.Context
	tiling *puzzle.Tiling // of the certificate's puzzle; nil: it has none
}

// puzzle makes the model of a certificate's puzzle once more.
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

// maxFormulaText is the length in bytes from which on a formula is not made again.
const maxFormulaText = 1 << 30

// formula writes the formula of a certificate's model once more.
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

// formulaNotes are what a certificate's formula says beside its clauses.
func formulaNotes(t *puzzle.Tiling) cnf.Notes { return export.Notes(t.Model, t.PlacementName) }

// proofEncoding is the encoding on which unit propagation does what the proof's
// search does: pairs for the bound 1, counters in both directions for others.
const proofEncoding = "pairwise+totalizer"

// forProofs returns that encoding, with clauses for every bound: the proof's search knows
// of each, and propagation of no sum.
func forProofs() (encode.Encoding, error) {
	e, err := encode.Lookup(proofEncoding)
	e.Redundant = true
	return e, err
}
