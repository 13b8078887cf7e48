package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends/gini"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/dlx"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/native"
)

// exportedDLX reads what is written for dancing-links programs.
func exportedDLX(s *subject) error {
	var text bytes.Buffer
	m := s.maybeReduced()
	if err := export.DLX(&text, m); err != nil {
		return err
	}
	again, err := dlx.Parse(&text, "exported", dlx.Limits{})
	if err != nil {
		return err
	}
	n, err := native.Plain{}.Count(s.ctx, again)
	if err != nil {
		return err
	}
	return s.sameCount("the exported items and options", int(n.Int64()))
}

// maybeReduced returns the model, reduced every other time.
func (s *subject) maybeReduced() *cover.Model {
	if s.rand.IntN(2) == 0 {
		return s.Model
	}
	return s.Model.Reduce()
}

// exportedDIMACS reads a formula and counts its models: all of them, or their
// projections where auxiliary variables are left free.
func exportedDIMACS(s *subject) error {
	const mostVars = 150
	all := encode.Encodings()
	encoding := all[s.rand.IntN(len(all))]
	encoding.FreeAux = s.rand.IntN(2) == 0
	m := s.maybeReduced()
	f, err := encode.Encode(m, encoding)
	if err != nil {
		return err
	}
	if f.NumVars() > mostVars {
		return nil
	}
	var text bytes.Buffer
	if err := export.DIMACS(&text, m, &f.Formula, s.PlacementName); err != nil {
		return err
	}
	again, show, err := cnf.ParseDIMACS(&text, "exported", cnf.Limits{})
	if err != nil {
		return err
	}
	if len(show) != len(s.Options) {
		return fmt.Errorf("the formula shows %d variables, there are %d options", len(show), len(s.Options))
	}
	blocked := again.NumVars()
	if encoding.FreeAux {
		blocked = len(s.Options)
	}
	who := fmt.Sprintf("%s (free: %t)", encoding.Name, encoding.FreeAux)
	n, err := s.models(again, blocked, f)
	if err != nil {
		return fmt.Errorf("%s: %w", who, err)
	}
	return s.sameCount(who+": models", n)
}

// models counts the models of a formula by excluding each by a clause over the
// first variables, in both signs. Every one must be a solution.
func (s *subject) models(f *cnf.Formula, vars int, decoder *encode.Formula) (int, error) {
	e := gini.New()
	for clause := range f.Clauses() {
		e.Add(clause...)
	}
	for v := range f.NumVars() { // the engine must know each variable
		e.Add(cnf.Lit(v+1), -cnf.Lit(v+1))
	}
	for n := 0; ; n++ {
		sat, err := e.Solve(s.ctx)
		if err != nil || !sat {
			return n, err
		}
		if sol := decoder.Decode(e.Value); s.find(sol) < 0 {
			return n, fmt.Errorf("a model stands for %v, which is no solution", sol)
		}
		if n > len(s.solutions) {
			return n, fmt.Errorf("more models than the %d solutions", len(s.solutions))
		}
		block := make([]cnf.Lit, vars)
		for v := range block {
			if block[v] = cnf.Lit(v + 1); e.Value(block[v]) {
				block[v] = -block[v]
			}
		}
		e.Add(block...)
	}
}

// exportedICNF checks that each solution is in exactly one cube.
func exportedICNF(s *subject) error {
	encoding, err := encode.Lookup(encode.Default)
	if err != nil {
		return err
	}
	f, err := encode.Encode(s.Model, encoding)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := export.ICNF(&text, s.Model, &f.Formula, s.Model.Shards(2+s.rand.IntN(6)), s.PlacementName); err != nil {
		return err
	}
	var cubes [][]int
	for line := range strings.Lines(text.String()) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == "a" {
			cube := make([]int, 0, len(words))
			for _, word := range words[1 : len(words)-1] {
				l, err := strconv.Atoi(word)
				if err != nil {
					return err
				}
				cube = append(cube, l)
			}
			cubes = append(cubes, cube)
		}
	}
	for _, sol := range s.solutions {
		n := 0
		for _, cube := range cubes {
			if inCube(sol, cube) {
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%v is in %d of the cubes %v", sol, n, cubes)
		}
	}
	return nil
}

func inCube(sol cover.Solution, cube []int) bool {
	for _, l := range cube {
		if _, in := slices.BinarySearch(sol, max(l, -l)-1); in != (l > 0) {
			return false
		}
	}
	return true
}

// A linear is a constraint of an OPB file: the sum of coefficient times variable is
// at least bound, or equal to it.
type linear struct {
	coefficients map[int]int
	equal        bool
	bound        int
}

// exportedOPB reads pseudo-Boolean constraints and compares what satisfies them:
// every assignment where there are few, else the solutions and their neighbours.
func exportedOPB(s *subject) error {
	const few = 10
	var text bytes.Buffer
	if err := export.OPB(&text, s.maybeReduced(), s.PlacementName); err != nil {
		return err
	}
	constraints, err := parseOPB(text.String())
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, text.String())
	}
	judge := func(sol cover.Solution) error {
		if holds := satisfies(constraints, sol); holds != (s.find(sol) >= 0) {
			return fmt.Errorf("%v satisfies the constraints: %t\n%s", sol, holds, text.String())
		}
		return nil
	}
	if len(s.Options) <= few {
		for set := range 1 << len(s.Options) {
			sol := cover.Solution{}
			for o := range s.Options {
				if set>>o&1 == 1 {
					sol = append(sol, o)
				}
			}
			if err := judge(sol); err != nil {
				return err
			}
		}
		return nil
	}
	for _, sol := range append(s.some(), cover.Solution{}) {
		if err := judge(sol); err != nil {
			return err
		}
		for o := range s.Options {
			if err := judge(flip(sol, o)); err != nil {
				return err
			}
		}
	}
	return nil
}

// flip returns the set with option o put in or taken out.
func flip(sol cover.Solution, o int) cover.Solution {
	at, in := slices.BinarySearch(sol, o)
	if in {
		return slices.Delete(slices.Clone(sol), at, at+1)
	}
	return slices.Insert(slices.Clone(sol), at, o)
}

func satisfies(constraints []linear, sol cover.Solution) bool {
	for _, c := range constraints {
		sum := 0
		for _, o := range sol {
			sum += c.coefficients[o+1]
		}
		if sum < c.bound || c.equal && sum > c.bound {
			return false
		}
	}
	return true
}

// parseOPB reads the part of the format that is written: a constraint a line, ">="
// and "=" alone.
func parseOPB(text string) ([]linear, error) {
	var all []linear
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "*" {
			continue
		}
		c := linear{coefficients: make(map[int]int)}
		n := 0
		for ; n+1 < len(words) && strings.HasPrefix(words[n+1], "x"); n += 2 {
			k, err := strconv.Atoi(words[n])
			if err != nil {
				return nil, err
			}
			v, err := strconv.Atoi(words[n+1][1:])
			if err != nil {
				return nil, err
			}
			c.coefficients[v] += k
		}
		if n+3 != len(words) || words[n] != ">=" && words[n] != "=" || words[n+2] != ";" {
			return nil, fmt.Errorf("no constraint: %q", line)
		}
		bound, err := strconv.Atoi(words[n+1])
		if err != nil {
			return nil, err
		}
		c.equal, c.bound = words[n] == "=", bound
		all = append(all, c)
	}
	return all, nil
}
