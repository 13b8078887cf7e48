package export_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/export"
)

const (
	glpkHead = "c Problem:\nc Status: INTEGER\nc\ns mip 1 3 "
	toulbar  = "c toulbar2  version : 1.1.1\nloading pseudo-Boolean optimization file:p.opb\n"
	clasp    = "clasp version 3.3.5\nReading from stdin\nSolving...\n"
)

// models returns the models of three options in a text, as 1, 0 and ? for what is open.
func models(text string) (all []string, answer cnf.Answer, err error) {
	answer, err = export.ParseAnswer(strings.NewReader(text), "in", 3, func(a cnf.Assignment) error {
		bits := []byte("???")
		for o := range bits {
			if l := cnf.Lit(o + 1); !a.Open(l) {
				bits[o] = "01"[map[bool]int{true: 1}[a.Value(l)]]
			}
		}
		all = append(all, string(bits))
		return nil
	})
	return all, answer, err
}

// What programs print for a model of three options.
func TestAnswersOfManyKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       string // models, then the status, and "all" if it is complete
	}{
		{"SAT", "c x\ns SATISFIABLE\nv 1 -2 3 0\n", "101 SATISFIABLE"},
		{"minisat", "SAT\n1 -2 3 0\n", "101 SATISFIABLE"},
		{"minizinc", "s SATISFIABLE\nv -1 -2 3 0\n----------\n==========\n", "001 SATISFIABLE all"},
		{"pseudo-Boolean", "s SATISFIABLE\nv x1 -x2\nv -x3\n", "100 SATISFIABLE"},
		{"pseudo-Boolean, many", "c Answer: 1\nv x1 -x2 -x3\nc Answer: 2\nv -x1 x2\nv -x3\nv x1 x2 x3\ns SATISFIABLE\n", "100 010 111 SATISFIABLE"},
		{"clasp", clasp + "Answer: 1\nx(2)\nAnswer: 2\nx(1) x(3)\nSATISFIABLE\n\nModels       : 2\nCalls        : 1\n", "010 101 SATISFIABLE all"},
		{"clasp, not all", clasp + "Answer: 1\n\nSATISFIABLE\n\nModels       : 1+\n", "000 SATISFIABLE"},
		{"clasp, none", clasp + "UNSATISFIABLE\n\nModels       : 0\n", "UNSATISFIABLE all"},
		{"clasp, stopped", clasp + "UNKNOWN\n\nTIME LIMIT   : 1\nModels       : 0+\n", "UNKNOWN"},
		{"clasp on a system of two line ends", strings.ReplaceAll(clasp+"Answer: 1\nx(2)\nSATISFIABLE\n", "\n", "\r\n"), "010 SATISFIABLE"},
		{"SMT values", "sat\n((x1 true)\n (x2 false)\n (x3 true))\n", "101 SATISFIABLE"},
		{"SMT values on a line", "sat\n((x1 false) (x2 false) (x3 true))", "001 SATISFIABLE"},
		{"SMT model", "sat\n(model\n  (define-fun x2 () Bool\n    false)\n  (define-fun x1 () Bool true)\n(define-fun x3 () Bool\n true)\n)\n", "101 SATISFIABLE"},
		{"SMT none", "unsat\n(error \"line 9 column 10: model is not available\")\n", "UNSATISFIABLE all"},
		{"SMT unknown", "unknown\n", "UNKNOWN"},
		{"glpsol", glpkHead + "o 0\ni 1 1\nj 1 0\nj 2 1\nj 3 0.9999999999\ne o f\n", "011 SATISFIABLE"},
		{"glpsol, none", glpkHead + "n 0\ni 1 1\nj 1 0\nj 2 .5\nj 3 0\ne o f\n", "UNSATISFIABLE all"},
		{"glpsol, stopped", glpkHead + "u 0\nj 1 0\ne o f\n", "UNKNOWN"},
		{"cbc", "Optimal - objective value 0.00000000\n      1 x2    1    0\n", "010 SATISFIABLE"},
		{"cbc, none", "Infeasible - objective value 0.00000000\n      0 x1  1  0\n", "UNSATISFIABLE all"},
		{"cbc, none of whole numbers", "Integer infeasible - objective value 0.00000000\n", "UNSATISFIABLE all"},
		{"cbc, stopped", "Stopped on time - objective value 0.5\n      0 x1  .5  0\n", "UNKNOWN"},
		{"z3's Python", "sat\n[x1 = True,\n x3 = True,\n x2 = False]\n", "101 SATISFIABLE"},
		{"gophersat, old", "SATISFIABLE\n1 -2 3 \n", "101 SATISFIABLE"},
		{"z3, old", "sat\n1 -2 3\n", "101 SATISFIABLE"},
		{"z3 -dimacs", "s SATISFIABLE\nv 1 -2 3 \n", "101 SATISFIABLE"},
		{"plus", "s SATISFIABLE\nv +1 -2 +3 0\n", "101 SATISFIABLE"},
		{"pycosat", "[1, -2, 3]\n", "101 SATISFIABLE"},
		{"pycosat, many", "[[1, -2, 3], [-1,\n 2, 3]]\n[-1, -2, -3]\n", "101 011 000 SATISFIABLE"},
		{"pycosat, none", "UNSAT\n", "UNSATISFIABLE all"},
		{"pysat", "True\n[1, -2, 3]\n", "101 SATISFIABLE"},
		{"pysat, none", "False\nNone\n", "UNSATISFIABLE all"},
		{"nothing", "", "UNKNOWN"},
		{"MaxSAT", "o 0\ns OPTIMUM FOUND\nv 01101\n", "011 SATISFIABLE"},
		{"MaxSAT, with auxiliaries", "s OPTIMUM FOUND\nv 10110 \n", "101 SATISFIABLE"},
		{"a large literal first", "s SATISFIABLE\nv 101 -1 2 3 0\n", "011 SATISFIABLE"},
		{"a literal of ones first", "s SATISFIABLE\nv 112 -1 2 3 0\n", "011 SATISFIABLE"},
		{"MaxSAT, as short as the puzzle", "s OPTIMUM FOUND\nv 101\n", "101 SATISFIABLE"},
		{"toulbar2 -s", toulbar + "New solution: 2 (0 backtracks)\n 1 1 1\nNew solution: 0 (0 backtracks, 0 nodes, depth 2)\n 1 0 1 1\nOptimum: 0 in 0 backtracks\nend.\n", "101 SATISFIABLE"},
		{"toulbar2 -a -s", toulbar + "1 solution(0):  0 0 1\n2 solution(0):  1 1 0\nNumber of solutions    : =  2\nend.\n", "001 110 SATISFIABLE all"},
		{"toulbar2 -a", toulbar + "Number of solutions    : =  2\nend.\n", "UNKNOWN 2"},
		{"toulbar2, none", toulbar + "No solution in 0 backtracks and 0 nodes\nend.\n", "UNSATISFIABLE all"},
		{"toulbar2 -w", "1 0 1\n", "101 SATISFIABLE"},
		{"two models of SMT", "sat\n((x1 true) (x2 false) (x3 true))\nunsat\n", "101 SATISFIABLE all"},
	} {
		said, answer, err := models(c.text)
		said = append(said, answer.Status.String())
		if answer.Complete {
			said = append(said, "all")
		}
		if answer.Count != nil {
			said = append(said, answer.Count.String())
		}
		if got := strings.Join(said, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// A bad answer is an error with its line, in every dialect.
func TestBadAnswers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		clasp + "Answer: 1\nx(4)\n":                                                `in:5:1: found "4": want the number of one of 3 placements`,
		clasp + "Answer: 1\ny(1)\n":                                                `in:5:1: found the atom "y(1)"`,
		clasp + "Answer: 1\nx(1)":                                                  `in:5:1: the end of the text within a line`,
		"Optimal - 0\n 0 x1 1 0\n 0 x1 0 0\n":                                      `in:3:1: the column "x1" is there twice`,
		"Optimal - objective value 0":                                              `in:1:1: the end of the text within a line`,
		"Optimal - 0\n 0 x1 0 0\n 1 x2 1 0\n":                                      `in:3:1: the end of the text after 2 of 3 columns`,
		clasp + "Answer: 1\n":                                                      `in:4:1: the end of the text: want the atoms`,
		clasp + "Answer: 1\nx(1)\nAnswer: 2\nx(2)\nSATISFIABLE\nModels : 1\n":      `in:9:13: 1 models announced, but there are 2`,
		"{\n  \"Solver\": \"clingo version 5.4.1\",\n":                             `in:1:1: this is the JSON of clingo: run it without --outf=2`,
		"{\n  \"Solver\": \"clasp version 3.3.5\",\n":                              `in:1:1: this is the JSON of clasp: run it without --outf=2`,
		"{\"type\": \"solution\", \"output\": {}}\n":                               `in:1:1: this is the JSON of minizinc: run it without --json-stream`,
		"{\n  \"x\" : [true, false]\n}\n":                                          `in:1:1: this is JSON: run the program without`,
		"x = [true, false];\n":                                                     `in:1:1: these are values of minizinc: run it without --output-mode`,
		"% clingo version 5.4.1\n% Reading\nANSWER\nx(1).\n":                       `in:1:1: these are facts of clingo: run it without --outf=1`,
		"x(1) x(3)\nSATISFIABLE\n":                                                 `in:1:1: these are atoms without a heading`,
		"Problem:    \nRows:       7\n":                                            `in:1:1: this is a report of glpsol: run it with --write FILE in place of -o FILE`,
		"GLPSOL: GLPK LP/MIP Solver, v4.65\n":                                      `in:1:1: this is what glpsol prints beside`,
		"Welcome to the CBC MILP Solver \n":                                        `in:1:1: this is what cbc prints beside`,
		toulbar + "New solution: 0 (0 backtracks, 0 nodes, depth 2)\nOptimum: 0\n": `in:4:1: toulbar2 prints no solution without -s`,
		toulbar + "New solution: 0 (0 backtracks, 0 nodes, depth 2)\n 1 0\n":       `in:4:1: want a value, 0 or 1, for each variable`,
		toulbar + "1 solution(0):  1 0 2\n":                                        `in:3:1: want a value, 0 or 1, for each variable`,
		"1 0\n":                                                                    `in:1:1: want a value, 0 or 1, for each variable`,
		"sat\n((x1 true) (x4 true))\n":                                             `in:2:1: found "x4": want x1, x2, ..., x3`,
		glpkHead + "o 0\nj 4 1\n":                                                  `in:5:1: found the column "4": want a number from 1 to 3`,
		"sat\nx1 true\n":                                                           `in:2:1: found "x1 true": want sat`,
		"sat\n((x1 true) (x2 7))\n":                                                `in:2:1: found "7"`,
		"sat\n((x1 true)\n(x2":                                                     `in:3:1: the end of the text within parentheses`,
		"sat\n((x1))\n":                                                            `in:2:1: x1 has no value`,
		"sat\n((x1 true) (x1 false))\n":                                            `in:2:5: the model has both 1 and -1`,
		"sat\n)\n":                                                                 `in:2:1: found ")"`,
		"sat\n((x1 true)))":                                                        `in:2:1: a parenthesis too many`,
		glpkHead + "o 0\nj 1 .5\n":                                                 `in:5:1: found the value ".5": want 0 or 1`,
		glpkHead + "o 0\nj 0 1\n":                                                  `in:5:1: found the column "0"`,
		glpkHead + "o 0\nj 1 1\n":                                                  `in:5:1: the end of the text within a line, or before its last: it was cut off`,
		glpkHead + "x 0\n":                                                         `in:4:1: found the status "x"`,
		glpkHead + "o 0\nk 1 1\n":                                                  `in:5:1: found "k 1 1": want a line of glpsol --write`,
		"Optimal - objective value 0\n 0 x1 .7 0\n":                                `in:2:1: found the value ".7"`,
		"Optimal - objective value 0\n 0 x9 1 0\n":                                 `in:2:1: found "9": want the number of one of 3`,
		"Optimal - objective value 0\n** 0 x1 1 0\n":                               `in:2:1: found "** 0 x1 1 0": want a column`,
		"v x1 -x2 3 0\n":                                                           `in:1:10: a model of numbers and of names`,
		"v 1 x2 0\n":                                                               `in:1:5: a model of numbers and of names`,
		"v x1 x0\n":                                                                `in:1:6: a model of numbers and of names`,
		"[1, -2":                                                                   `in:1:1: the end of the text within a list`,
		"[1, -2]]\n":                                                               `in:1:1: a bracket too many`,
		"[[[1]]]\n":                                                                `in:1:1: found a list in a list of lists`,
		"[1, two]\n":                                                               `in:1:6: found "t": want a literal`,
		"[1, -2]\nx\n":                                                             `in:2:1: found "x": want True, False or a list`,
		"some words\n":                                                             `in:1:1: found "some"`,
		"Optimal - x\n 0 x1 1 0\n" + strings.Repeat("\x00", 9) + "\n":              `in:3:1: found "\x00`,
	} {
		_, err := export.ParseAnswer(strings.NewReader(text), "in", 3, func(cnf.Assignment) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	stop := errors.New("enough")
	for _, text := range []string{clasp + "Answer: 1\nx(1)\n", "sat\n((x1 true))", glpkHead + "o 0\nj 1 1\ne o f\n"} {
		_, err := export.ParseAnswer(strings.NewReader(text), "in", 3, func(cnf.Assignment) error { return stop })
		if !errors.Is(err, stop) {
			t.Errorf("%q: %v, want what the receiver says", text, err)
		}
	}
}

// An answer that was cut off gives only models of the whole answer, and is complete only if the
// whole is. Of cbc's two forms only the one with all columns can be checked.
func TestAnAnswerCutOffInventsNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"s SATISFIABLE\nv 1 -2 3 0\n", "SAT\n1 -2 3 0\n",
		"s SATISFIABLE\nv 1 -2 3 0\n----------\ns SATISFIABLE\nv -1 -2 3 0\n----------\n",
		"c Answer: 1\nv x1 -x2 -x3\nc Answer: 2\nv -x1 x2\nv x3\ns SATISFIABLE\n",
		clasp + "Answer: 1\nx(1) x(3)\nAnswer: 2\nx(2) x(3)\nSATISFIABLE\n\nModels       : 2+\n",
		"sat\n((x1 true)\n (x2 false)\n (x3 true))\n",
		"SATISFIABLE\n1 -2 3\n", "s SATISFIABLE\nv +1 -2 +3 0\n", "[[1, -2, 3], [1, 2, 3]]\n", "sat\n1 -2 3\n",
		"sat\n[x1 = True,\n x2 = False,\n x3 = True]\n",
		glpkHead + "o 0\ni 1 1\nj 1 1\nj 2 0\nj 3 1\ne o f\n",
		"Optimal - objective value 0\n 0 x1 0 0\n 1 x2 1 0\n 2 x3 1 0\n",
	} {
		whole, said, err := models(text)
		if err != nil || len(whole) == 0 || said.Complete {
			t.Fatalf("%q: %v, %+v, %v", text, whole, said, err)
		}
		for n := range text {
			if text[:n] == "Optimal - objective value 0\n" {
				continue // all zeros look the same if zeros are left out
			}
			cut, said, err := models(text[:n])
			if err == nil && (said.Complete || said.Status == cnf.Unsatisfiable) {
				t.Errorf("%q: says of all models %+v", text[:n], said)
			}
			for k := range cut {
				if !strings.Contains(cut[k], "?") && (k >= len(whole) || cut[k] != whole[k]) {
					t.Errorf("%q: the model %s, where the whole has %v", text[:n], cut[k], whole)
				}
			}
		}
	}
}

// An answer without a model is the empty model only if there are no options.
func TestTheModelOfNothing(t *testing.T) {
	t.Parallel()
	for options, want := range []int{1, 0} {
		n := 0
		answer, err := export.ParseAnswer(strings.NewReader("sat\n"), "in", options, func(cnf.Assignment) error { n++; return nil })
		if err != nil || n != want || answer.Models != want {
			t.Errorf("%d options: %d models, %v", options, n, err)
		}
	}
}

// No text makes the parser panic or read for ever, and it passes on as many models as it counts.
func FuzzParseAnswer(f *testing.F) {
	for _, text := range []string{
		"s SATISFIABLE\nv 1 -2 3 0\n", "v x1 -x2\nv -x3 x1\n", clasp + "Answer: 1\nx(2)\nSATISFIABLE\nModels : 1\n",
		"sat\n(model (define-fun x2 () Bool\n false))\n", glpkHead + "o 0\ni 1 1\nj 1 0\ne o f\n", "Optimal - 0\n 1 x2 1 0\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		answer, err := export.ParseAnswer(strings.NewReader(text), "in", 3, func(cnf.Assignment) error { n++; return nil })
		if n != answer.Models {
			t.Fatalf("%d models of %d, %v", n, answer.Models, err)
		}
	})
}

func ExampleParseAnswer() {
	clingo := "clingo version 5.4.1\nSolving...\nAnswer: 1\nx(2) x(3)\nSATISFIABLE\n"
	answer, err := export.ParseAnswer(strings.NewReader(clingo), "clingo", 3, func(a cnf.Assignment) error {
		chosen := slices.DeleteFunc([]cnf.Lit{1, 2, 3}, func(l cnf.Lit) bool { return !a.Value(l) })
		fmt.Println(chosen)
		return nil
	})
	fmt.Println(answer.Status, err)
	// Output:
	// [2 3]
	// SATISFIABLE <nil>
}
