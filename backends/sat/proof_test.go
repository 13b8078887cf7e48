package sat_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	checker "github.com/exactile/exactile/encode/proof/check/sat"
)

// altered is gophersat with another proof.
type altered struct {
	*gophersat.Engine
	alter func(lines [][]byte) ([][]byte, error)
}

func (a altered) Proof() (checker.Format, io.Reader, error) {
	format, text, err := a.Engine.Proof()
	if err != nil {
		return format, text, err
	}
	var lines [][]byte
	for in := bufio.NewScanner(text); in.Scan(); {
		lines = append(lines, bytes.Clone(in.Bytes()))
	}
	lines, err = a.alter(lines)
	return format, bytes.NewReader(bytes.Join(lines, []byte("\n"))), err
}

func run(t *testing.T, proofs sat.Proofs, engine func() sat.Engine) (backends.Report, error) {
	t.Helper()
	product, err := encode.Lookup("product")
	if err != nil {
		t.Fatal(err)
	}
	b := sat.Backend{Name: "one", New: engine, Encoding: product, Enumerate: sat.Blocking, Proofs: proofs}
	return backends.Run(t.Context(), b, models.Dominoes(4, 4), backends.Task{List: true})
}

// A proof with some of its clauses left out is refused, or refutes the formula without
// them; without all of them it is refused.
func TestProofsWithClausesLeftOut(t *testing.T) {
	t.Parallel()
	lemmas := 0
	if r, err := run(t, sat.CheckProofs, func() sat.Engine {
		return altered{gophersat.New(), func(lines [][]byte) ([][]byte, error) {
			lemmas = len(lines)
			return lines, nil
		}}
	}); err != nil || r.Completeness != backends.ByProof || r.Count.Int64() != 36 || lemmas < 10 {
		t.Fatalf("the whole proof, of %d clauses: %v of %q, %v", lemmas, r.Count, r.Completeness, err)
	}
	refused := 0
	for k := range lemmas {
		_, err := run(t, sat.CheckProofs, func() sat.Engine {
			return altered{gophersat.New(), func(lines [][]byte) ([][]byte, error) {
				return append(lines[:k:k], lines[min(k+1+lemmas/4, len(lines)):]...), nil
			}}
		})
		var refusal *checker.Refusal
		if errors.As(err, &refusal) {
			refused++
		} else if err != nil {
			t.Errorf("a proof without clauses from %d on: %v, want a refusal", k, err)
		}
	}
	if refused < lemmas/2 {
		t.Errorf("%d of %d proofs with clauses left out are refused", refused, lemmas)
	}
	_, err := run(t, sat.CheckProofs, func() sat.Engine {
		return altered{gophersat.New(), func([][]byte) ([][]byte, error) { return nil, nil }}
	})
	if err == nil || !strings.HasPrefix(err.Error(), "one: it reports no further solution, and its proof") {
		t.Errorf("a proof without clauses: %v, want an error with the engine's name", err)
	}
}

// An engine that does not list everything cannot prove that nothing is left.
func TestAnEngineThatStopsTooEarlyIsFoundOut(t *testing.T) {
	t.Parallel()
	for calls := range 4 {
		_, err := run(t, sat.CheckProofs, func() sat.Engine {
			return &hasty{altered{gophersat.New(), func(lines [][]byte) ([][]byte, error) { return lines, nil }}, calls}
		})
		var refusal *checker.Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("an engine that finds %d of 36: %v, want a refusal", calls, err)
		}
	}
}

// hasty reports that nothing is left after some calls.
type hasty struct {
	altered
	left int
}

func (q *hasty) Solve(ctx context.Context) (bool, error) {
	if q.left--; q.left < 0 {
		return false, nil
	}
	return q.altered.Solve(ctx)
}

// The caller decides what becomes of answers without a proof.
func TestAnswersWithoutProof(t *testing.T) {
	t.Parallel()
	lost := func() sat.Engine {
		return altered{gophersat.New(), func([][]byte) ([][]byte, error) { return nil, checker.ErrTooLarge }}
	}
	full := func() sat.Engine {
		return altered{gophersat.New(), func([][]byte) ([][]byte, error) { return nil, errors.New("no space left") }}
	}
	refused := func() sat.Engine { return unwilling{gophersat.New()} }
	mute := func() sat.Engine { return silent{gophersat.New()} }
	for _, c := range []struct {
		name   string
		proofs sat.Proofs
		engine func() sat.Engine
		want   backends.Completeness
		why    string // Unproved, or part of the error
	}{
		{"a lost proof", sat.CheckProofs, lost, "", "one: it reports no further solution, and its proof cannot be checked: larger"},
		{"a lost proof that nobody wants", sat.Trust, lost, backends.ByEngine, "proofs were not requested"},
		{"a lost proof that must be", sat.InsistOnProofs, lost, "", "its proof cannot be checked: larger"},
		{"no place for a proof", sat.CheckProofs, full, "", "its proof cannot be checked: no space left"},
		{"a refused proof", sat.CheckProofs, refused, backends.ByEngine, "will not"},
		{"a refused proof that must be", sat.InsistOnProofs, refused, "", "without a proof: will not"},
		{"no proof", sat.CheckProofs, mute, backends.ByEngine, ""},
		{"no proof, where one must be", sat.InsistOnProofs, mute, "", "without a proof"},
	} {
		r, err := run(t, c.proofs, c.engine)
		switch {
		case c.want != "" && (err != nil || r.Completeness != c.want || r.Unproved != c.why):
			t.Errorf("%s: %q because %q, %v, want %q because %q", c.name, r.Completeness, r.Unproved, err, c.want, c.why)
		case c.want == "" && (err == nil || !strings.Contains(err.Error(), c.why) || r.Complete):
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.why)
		}
	}
}

// unwilling is an engine that runs without proofs.
type unwilling struct{ *gophersat.Engine }

func (unwilling) Refusal() string { return "will not" }

// silent is an engine without optional abilities.
type silent struct{ engine *gophersat.Engine }

func (s silent) Add(clause ...cnf.Lit)                   { s.engine.Add(clause...) }
func (s silent) Solve(ctx context.Context) (bool, error) { return s.engine.Solve(ctx) }
func (s silent) Value(l cnf.Lit) bool                    { return s.engine.Value(l) }
