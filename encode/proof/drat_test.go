package proof_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
)

// The proof for a formula whose propagation is weaker than the search is refused.
func TestWeakFormula(t *testing.T) {
	m := board(rectangle(4, 4, "."), domino)
	f := new(cnf.Formula)
	f.AddVars(len(m.Options))
	dir := t.TempDir()
	o := proof.Options{SAT: &proof.SAT{Formula: f}}
	if _, err := proof.Write(t.Context(), dir, m, o); err != nil {
		t.Fatal(err)
	}
	_, err := check.Folder(t.Context(), os.DirFS(dir), check.Sources{})
	if err == nil || !strings.Contains(err.Error(), "does not follow from the clauses before it") {
		t.Errorf("got %v", err)
	}
}

// A failer is a test, of this package or of rapid.
type failer interface {
	Helper()
	Fatal(...any)
}

func readBlocked(t failer, dir string) *cnf.Formula {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, proof.FileNames.Blocked))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f, _, err := fakesolver.ReadFormula(file)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestForeignCheckers runs the checkers of others where they are installed: drat-trim checks the
// proof and adds hints, by which the others check it, and this module's.
func TestForeignCheckers(t *testing.T) {
	dir := whole(t, board(rectangle(4, 4, "."), domino.times(8, 8)))
	blocked, drat := filepath.Join(dir, proof.FileNames.Blocked), filepath.Join(dir, proof.FileNames.DRAT)
	hinted := filepath.Join(dir, "hinted")
	for _, c := range []struct {
		program, want string
		args          []string
	}{
		{"drat-trim", "s VERIFIED", []string{drat, "-L", hinted}},
		{"lrat-check", "VERIFIED", []string{hinted}},
		{"cake_lpr", "s VERIFIED UNSAT", []string{hinted}},
	} {
		t.Run(c.program, func(t *testing.T) {
			program, err := exec.LookPath(c.program)
			if _, lacks := os.Stat(hinted); err != nil || lacks != nil && c.program != "drat-trim" {
				t.Skipf("%s or drat-trim is not installed: its verdict is missing", c.program)
			}
			args := append([]string{blocked}, c.args...)
			out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), c.want) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	text, err := os.ReadFile(hinted)
	if err != nil {
		t.Skip("drat-trim is not installed, so its hints are not checked here")
	}
	f := readBlocked(t, dir)
	err = sat.Refutation(t.Context(), f.NumVars(), f.Clauses(), sat.LRAT, bytes.NewReader(text))
	if err != nil {
		t.Error(err)
	}
}
