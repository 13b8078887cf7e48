package soak_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
)

// exportedDIMACS reads a formula and counts its models: all of them, or their
// projections if auxiliary variables are left free.
func exportedDIMACS(s *subject) {
	const mostVars = 150
	all := encode.Encodings()
	encoding := all[s.rand.IntN(len(all))]
	encoding.FreeAux = s.rand.IntN(2) == 0
	encoding.BreakSymmetry = s.rand.IntN(2) == 0
	m := s.Model
	if s.rand.IntN(2) == 0 {
		m = m.Reduce()
	}
	f := value(encode.Encode(m, encoding))
	if f.NumVars() > mostVars {
		return
	}
	var text bytes.Buffer
	must(f.WriteDIMACS(&text, export.Comments(m, s.PlacementName)))
	again, show, err := fakesolver.ReadFormula(&text)
	must(err)
	if len(show) != len(s.Options) {
		fail("the formula shows %d variables, there are %d options", len(show), len(s.Options))
	}
	blocked := again.NumVars()
	if encoding.FreeAux {
		blocked = len(s.Options)
	}
	s.who = fmt.Sprintf("%s (free: %t)", encoding.Name, encoding.FreeAux)
	want := len(s.solutions)
	if encoding.BreakSymmetry {
		want = s.countOrbits()
	}
	same("models", modelsOf(s, again, blocked, f), want)
}

// modelsOf counts the models of a formula by excluding each by a clause over the
// first variables, in both signs. Every one must be a solution.
func modelsOf(s *subject, f *cnf.Formula, vars int, decoder *encode.Formula) int {
	e := value(registry.Lookup("gini", registry.Options{})).(sat.Backend).New()
	for clause := range f.Clauses() {
		e.Add(clause...)
	}
	for v := range f.NumVars() { // the engine must know each variable
		e.Add(cnf.Lit(v+1), -cnf.Lit(v+1))
	}
	n := 0
	for ; value(e.Solve(s.ctx)); n++ {
		if sol := decoder.Decode(e.Value); s.find(sol) < 0 || n > len(s.solutions) {
			fail("model %d stands for %v, of %d solutions", n+1, sol, len(s.solutions))
		}
		block := make([]cnf.Lit, vars)
		for v := range block {
			if block[v] = cnf.Lit(v + 1); e.Value(block[v]) {
				block[v] = -block[v]
			}
		}
		e.Add(block...)
	}
	return n
}

// exportedICNF checks that each solution is in exactly one cube.
func exportedICNF(s *subject) {
	f := value(encode.Encode(s.Model, value(encode.Lookup(encode.Default))))
	var text bytes.Buffer
	must(export.ICNF(&text, s.Model, &f.Formula, s.Model.Shards(2+s.rand.IntN(6)), s.PlacementName))
	in := make([]int, len(s.solutions)) // how many cubes
	for line := range strings.Lines(text.String()) {
		words, ok := strings.CutPrefix(line, "a ")
		if !ok {
			continue
		}
		var cube []int
		for _, word := range strings.Fields(strings.TrimSuffix(words, "0\n")) {
			cube = append(cube, value(strconv.Atoi(word)))
		}
		for n, sol := range s.solutions {
			if inCube(sol, cube) {
				in[n]++
			}
		}
	}
	if n := slices.IndexFunc(in, func(n int) bool { return n != 1 }); n >= 0 {
		fail("%v is in %d of the cubes in\n%s", s.solutions[n], in[n], text.String())
	}
}

func inCube(sol cover.Solution, cube []int) bool {
	for _, l := range cube {
		if _, in := slices.BinarySearch(sol, max(l, -l)-1); in != (l > 0) {
			return false
		}
	}
	return true
}
