package gini_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	library "github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// The tests of this file are about the library alone. They pin the faults of the
// release in use, so that a release that fixes one is noticed: a test that fails
// means that a precaution of this package may no longer be needed.

func add(g *library.Gini, clauses ...[]int) {
	for _, clause := range clauses {
		for _, l := range clause {
			g.Add(z.Dimacs2Lit(l))
		}
		g.Add(z.LitNull)
	}
}

// panics reports whether f does.
func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestLibraryValueOfUnseenVariablePanics(t *testing.T) {
	g := library.New()
	add(g, []int{1})
	g.Solve()
	if !panics(func() { g.Value(z.Dimacs2Lit(1 << 20)) }) {
		t.Error("mended: Value of a variable that is in no clause")
	}
}

func TestLibraryActivateOfDecidedClausePanics(t *testing.T) {
	g := library.New()
	add(g, []int{1})
	act := g.ActivationLit()
	g.Add(z.Dimacs2Lit(1))
	g.Add(z.Dimacs2Lit(2))
	if !panics(func() { g.ActivateWith(act) }) {
		t.Error("mended: ActivateWith of a clause that holds already")
	}
}

// pigeons adds that n+1 pigeons fit into n holes.
func pigeons(g *library.Gini, n int) {
	in := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var somewhere []int
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				add(g, []int{-in(p, h), -in(q, h)})
			}
		}
		add(g, somewhere)
	}
}

func TestLibraryTryLeavesItsDeadlineBehind(t *testing.T) {
	g := library.New()
	pigeons(g, 7)
	if got := g.Try(time.Nanosecond); got != 0 {
		t.Skipf("Try ended with %d before its deadline", got)
	}
	if got := g.Solve(); got != 0 {
		t.Errorf("mended: Solve after a Try that ran out of time is %d", got)
	}
}

// inChild is set in the process that TestLibrarySolveAfterRefutation starts.
const inChild = "EXACTILE_GINI_AFTER_REFUTATION"

// A solver that is queried again after it has refuted its clauses returns
// assignments that are no models, and ends the process when it detects that: so
// this runs in another process.
func TestLibrarySolveAfterRefutation(t *testing.T) {
	if os.Getenv(inChild) != "" {
		solveAfterRefutation()
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), program, "-test.run=^TestLibrarySolveAfterRefutation$")
	child.Env = append(os.Environ(), inChild+"=1")
	output, err := child.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		t.Error("mended: Solve after a refutation neither ends the process nor panics")
	case !errors.As(err, &exit) || !strings.Contains(string(output), "internal error in solve"):
		t.Errorf("the child ended otherwise than expected: %v\n%.2000s", err, output)
	}
}

// solveAfterRefutation queries solvers of random unsatisfiable clauses three times.
func solveAfterRefutation() {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := library.New()
		for range 60 {
			for range 3 {
				g.Add(z.Var(1+r.IntN(8)).Pos() ^ z.Lit(r.IntN(2)))
			}
			g.Add(z.LitNull)
		}
		if g.Solve() == -1 {
			g.Solve()
			g.Solve()
		}
	}
}

// Once clauses have been refuted by propagation alone, Test denies it: it finds
// nothing wrong with assumptions, and a search that takes its word at the leaves
// finds solutions where there are none. With all variables assigned it would end the
// process; clauses of two more, which are left open, keep it from that.
func TestLibraryTestAfterRefutation(t *testing.T) {
	g := library.New()
	add(g, []int{1, 2}, []int{3, 4}, []int{-1}, []int{-2})
	test := func(l int) int {
		g.Assume(z.Dimacs2Lit(l))
		defer g.Untest()
		result, _ := g.Test(nil)
		return result
	}
	if got := test(5); got != -1 {
		t.Fatalf("Test of contradictory clauses is %d", got)
	}
	if test(3) == -1 && test(4) == -1 {
		t.Error("mended: Test after a refutation says so again")
	}

	g = library.New()
	add(g, []int{1, -2}, []int{-1}, []int{2}, []int{3, -2}, []int{5, 6})
	leaves := 0
	var count func(v int)
	count = func(v int) {
		if v > 4 {
			leaves++
			return
		}
		for _, l := range []int{v, -v} {
			g.Assume(z.Dimacs2Lit(l))
			if result, _ := g.Test(nil); result != -1 {
				count(v + 1)
			}
			g.Untest()
		}
	}
	count(1)
	if leaves == 0 {
		t.Error("mended: a search by Test and Untest finds no solutions of contradictory clauses")
	}
}
