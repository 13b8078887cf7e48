package proof_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
)

// refutation writes a certificate of m with the files for SAT checkers into a
// folder and returns it.
func refutation(t testing.TB, m *cover.Model) string {
	t.Helper()
	pairwise, err := encode.Lookup("pairwise")
	pairwise.Redundant = true
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.Encode(m, pairwise)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sat := &proof.SAT{Formula: &f.Formula, Block: f.Block, Blocked: true}
	begin := time.Now()
	if _, err := proof.Write(t.Context(), dir, m, proof.Options{SAT: sat, Uncompressed: true}); err != nil {
		t.Fatal(err)
	}
	t.Log("written in", time.Since(begin))
	return dir
}

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

// A rupChecker checks the lines of a DRAT file. It counts, for each clause, the
// literals that are not false: simpler than watching, and independent of how the
// proof was made.
type rupChecker struct {
	clauses [][]cnf.Lit
	open    []int   // of each clause: literals not false
	in      [][]int // by literal: the clauses it is in
	value   []bool  // by literal: is it true?
	byText  map[string][]int
	queue   []cnf.Lit
	units   []int
}

// at numbers the literals from 0.
func at(l cnf.Lit) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

func newRUPChecker(f *cnf.Formula) *rupChecker {
	n := 2*f.NumVars() + 2
	c := &rupChecker{in: make([][]int, n), value: make([]bool, n), byText: make(map[string][]int)}
	for clause := range f.Clauses() {
		c.add(clause)
	}
	return c
}

func clauseKey(clause []cnf.Lit) string {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	var key []byte
	for _, l := range clause {
		key = binary.AppendVarint(key, int64(l))
	}
	return string(key)
}

func (c *rupChecker) add(clause []cnf.Lit) {
	k := len(c.clauses)
	c.clauses = append(c.clauses, slices.Clone(clause))
	c.open = append(c.open, len(clause))
	if len(clause) == 1 {
		c.units = append(c.units, k)
	}
	for _, l := range clause {
		c.in[at(l)] = append(c.in[at(l)], k)
	}
	key := clauseKey(clause)
	c.byText[key] = append(c.byText[key], k)
}

// remove deletes a clause and reports whether it was there.
func (c *rupChecker) remove(clause []cnf.Lit) bool {
	key := clauseKey(clause)
	list := c.byText[key]
	if len(list) == 0 {
		return false
	}
	k := list[len(list)-1]
	c.byText[key] = list[:len(list)-1]
	for _, l := range clause {
		c.in[at(l)] = slices.DeleteFunc(c.in[at(l)], func(j int) bool { return j == k })
	}
	c.units = slices.DeleteFunc(c.units, func(j int) bool { return j == k })
	return true
}

// follows reports whether unit propagation refutes the negation of the clause.
func (c *rupChecker) follows(clause []cnf.Lit) bool {
	conflict := len(c.byText[clauseKey(nil)]) > 0
	set := func(l cnf.Lit) {
		if c.value[at(-l)] {
			conflict = true
		} else if !c.value[at(l)] {
			c.value[at(l)] = true
			c.queue = append(c.queue, l)
		}
	}
	for _, k := range c.units {
		set(c.clauses[k][0])
	}
	for _, l := range clause {
		set(-l)
	}
	done := 0
	for ; done < len(c.queue) && !conflict; done++ {
		for _, k := range c.in[at(-c.queue[done])] {
			c.open[k]--
			if c.open[k] > 1 || conflict {
				continue
			}
			if j := slices.IndexFunc(c.clauses[k], func(l cnf.Lit) bool { return !c.value[at(-l)] }); j >= 0 {
				set(c.clauses[k][j])
			} else {
				conflict = true
			}
		}
	}
	for k, l := range c.queue {
		c.value[at(l)] = false
		if k >= done {
			continue
		}
		for _, k := range c.in[at(-l)] {
			c.open[k]++
		}
	}
	c.queue = c.queue[:0]
	return conflict
}

func literals(words []string) (clause []cnf.Lit) {
	for _, w := range words {
		n, _ := strconv.Atoi(w)
		clause = append(clause, cnf.Lit(n))
	}
	return clause
}

// checkDRAT checks every line of a proof and that the last one is empty.
func checkDRAT(f *cnf.Formula, drat io.Reader) error {
	text, err := io.ReadAll(drat)
	if err != nil {
		return err
	}
	c := newRUPChecker(f)
	n, empty := 0, false
	for line := range strings.Lines(string(text)) {
		n++
		words := strings.Fields(line)
		if len(words) == 0 || words[len(words)-1] != "0" {
			return fmt.Errorf("line %d has no end", n)
		}
		words = words[:len(words)-1]
		if len(words) > 0 && words[0] == "d" {
			if !c.remove(literals(words[1:])) {
				return fmt.Errorf("line %d deletes what is not there", n)
			}
			continue
		}
		clause := literals(words)
		if !c.follows(clause) {
			return fmt.Errorf("line %d does not follow: %v", n, clause)
		}
		empty = len(clause) == 0
		c.add(clause)
	}
	if !empty {
		return fmt.Errorf("the last clause is not empty")
	}
	return nil
}

// TestRefutations checks DRAT proofs with a checker of our own, and that it refuses a proof without
// one of its blocking clauses.
func TestRefutations(t *testing.T) {
	for _, c := range smallModels {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := refutation(t, c.m)
			f := readBlocked(t, dir)
			drat, err := os.ReadFile(filepath.Join(dir, proof.FileNames.DRAT))
			if err != nil {
				t.Fatal(err)
			}
			if err := checkDRAT(f, bytes.NewReader(drat)); err != nil {
				t.Error(err)
			}
			if len(solve(c.m)) == 0 {
				return
			}
			// Without the last blocking clause there is a solution left.
			var fewer cnf.Formula
			fewer.AddVars(f.NumVars())
			for clause := range f.Clauses() {
				if fewer.NumClauses() < f.NumClauses()-1 {
					fewer.Add(clause...)
				}
			}
			if checkDRAT(&fewer, bytes.NewReader(drat)) == nil {
				t.Error("a refutation of a formula with a model was accepted")
			}
		})
	}
}

// TestDRAT3x20 checks a proof of thousands of clauses.
func TestDRAT3x20(t *testing.T) {
	testkit.OnlyThorough(t) // the others here are of small boards, which show as much
	t.Parallel()
	dir := refutation(t, board(rectangle(3, 20, "."), pentominoes...))
	drat, err := os.Open(filepath.Join(dir, proof.FileNames.DRAT))
	if err != nil {
		t.Fatal(err)
	}
	defer drat.Close()
	if err := checkDRAT(readBlocked(t, dir), drat); err != nil {
		t.Error(err)
	}
}

// TestForeignCheckers runs the checkers of others where they are installed: drat-trim checks the
// proof and adds hints, by which the others check it, and this module's.
func TestForeignCheckers(t *testing.T) {
	dir := refutation(t, board(rectangle(4, 4, "."), shape{"D", []string{"XX"}, 8, 8}))
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
