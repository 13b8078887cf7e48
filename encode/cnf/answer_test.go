package cnf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/exactile/exactile/internal/located"
)

// literals writes an assignment the way solvers do.
func literals(a Assignment) string {
	var list []Lit
	for v := range a.values {
		if l := Lit(v + 1); a.Value(l) {
			list = append(list, l)
		} else if a.Value(-l) {
			list = append(list, -l)
		}
	}
	return fmt.Sprint(list)
}

// said is an answer without a count.
func said(s Status, models int, complete bool) Answer {
	return Answer{Status: s, Models: models, Complete: complete}
}

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Answer
		models     []string
	}{
		{"nothing", "", Answer{}, nil},
		{"comments only", "c x\nc\n\n", Answer{}, nil},
		{"a model on one line", "c x\ns SATISFIABLE\nv 1 -2 3 0\n", said(Satisfiable, 1, false), []string{"[1 -2 3]"}},
		{"a model on several", "s SATISFIABLE\nv 1\nc x\nv -2 3\nv 0", said(Satisfiable, 1, false), []string{"[1 -2 3]"}},
		{"CR LF, other order, no status", "v 3 -1\r\nv 0\r\n", said(Satisfiable, 1, false), []string{"[-1 3]"}},
		{"no variables", "s SATISFIABLE\nv 0\n", said(Satisfiable, 1, false), []string{"[]"}},
		{"no model", "s SATISFIABLE\n", said(Satisfiable, 0, false), nil},
		{"none", "s UNSATISFIABLE\n", said(Unsatisfiable, 0, true), nil},
		{"unknown", "s UNKNOWN\n", Answer{}, nil},
		{"cryptominisat's unknown", "s INDETERMINATE\n", Answer{}, nil},
		{"minisat's file", "SAT\n1 -2 0\n", said(Satisfiable, 1, false), []string{"[1 -2]"}},
		{"minisat's file without variables", "SAT\n 0\n", said(Satisfiable, 1, false), []string{"[]"}},
		{"minisat's file, none", "UNSAT\n", said(Unsatisfiable, 0, true), nil},
		{"minisat's file, unknown", "INDET\n", Answer{}, nil},
		{"clasp's list", "c Answer: 1\nv 1 -2 0\nc Answer: 2\nv 1 2 0\ns SATISFIABLE\nc Models : 2\n",
			said(Satisfiable, 2, false), []string{"[1 -2]", "[1 2]"}},
		{"cryptominisat's list", "s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv 1 2 0\ns UNSATISFIABLE\n",
			said(Satisfiable, 2, true), []string{"[1 -2]", "[1 2]"}},
		{"picosat's list", "s SATISFIABLE\nv 1 -2 0\ns SATISFIABLE\nv 1 2 0\ns SOLUTIONS 2\n",
			said(Satisfiable, 2, true), []string{"[1 -2]", "[1 2]"}},
		{"picosat's empty list", "s SOLUTIONS 0\n", said(Unsatisfiable, 0, true), nil},
		{"a list that was cut short", "s SATISFIABLE\nv 1 0\ns UNKNOWN\n", said(Satisfiable, 1, false), []string{"[1]"}},
		{"a pseudo-Boolean list", "v x1 -x2\nv -x1 x2\nv -x1 -x2\ns SATISFIABLE\n",
			said(Satisfiable, 3, false), []string{"[1 -2]", "[-1 2]", "[-1 -2]"}},
		{"a pseudo-Boolean optimum", "o 3\no -2\ns OPTIMUM FOUND\nv -x1 x2\nv x3\n",
			Answer{Status: Satisfiable, Models: 1, Cost: "-2", Optimum: true}, []string{"[-1 2 3]"}},
		{"pseudo-Boolean, beyond the solver", "s UNSUPPORTED\n", Answer{}, nil},
		{"whole words", "SATISFIABLE\n1 -2 \n", said(Satisfiable, 1, false), []string{"[1 -2]"}},
		{"whole words, none", "UNSATISFIABLE\n", said(Unsatisfiable, 0, true), nil},
		{"whole words, unknown", "INDETERMINATE\n", Answer{}, nil},
		{"plus signs", "s SATISFIABLE\nv +1 -2 +3 0\n", said(Satisfiable, 1, false), []string{"[1 -2 3]"}},
		{"no last 0", "s SATISFIABLE\nv 1 -2\nv 3\n", said(Satisfiable, 1, false), []string{"[1 -2 3]"}},
		{"no last 0, a blank", "s SATISFIABLE\nv 1 -2 3 ", said(Satisfiable, 1, false), []string{"[1 -2 3]"}},
		{"many without a 0", "s SATISFIABLE\nv 1 -2\ns SATISFIABLE\nv -1 2\ns UNSATISFIABLE\n",
			said(Satisfiable, 2, true), []string{"[1 -2]", "[-1 2]"}},
		{"minisat's file without a 0", "SAT\n1 2\n", said(Satisfiable, 1, false), []string{"[1 2]"}},
		{"MaxSAT's word", "s OPTIMUM FOUND\no 0\nv 0101100110\n", Answer{Status: Satisfiable, Models: 1, Cost: "0", Optimum: true}, []string{"[-1 2 -3 4 5 -6 -7 8 9 -10]"}},
		{"MaxSAT's short word", "s OPTIMUM FOUND\nv 010 \r\n", Answer{Status: Satisfiable, Models: 1, Optimum: true}, []string{"[-1 2 -3]"}},
		{"no word of digits", "v 1\nv 10 11 0\nv 101 0\nv 12 0\n", said(Satisfiable, 3, false), []string{"[1 10 11]", "[101]", "[12]"}},
		{"repeated literals", "v 1 1 0\n", said(Satisfiable, 1, false), []string{"[1]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var models []string
			got, err := ParseAnswer(iotest.OneByteReader(strings.NewReader(c.text)), "in", 0, 0, func(a Assignment) error {
				models = append(models, literals(a))
				return nil
			})
			if err != nil || got != c.want || !slices.Equal(models, c.models) {
				t.Errorf("got %v, %v, %v", got, models, err)
			}
			first, answer, err := ParseFirst(strings.NewReader(c.text), "in", 0)
			if err != nil || answer.Status != c.want.Status || answer.Models != min(1, c.want.Models) {
				t.Errorf("ParseFirst: got %v, %v", answer, err)
			}
			if len(models) > 0 && literals(first) != models[0] {
				t.Errorf("ParseFirst: got %v", literals(first))
			}
		})
	}
}

func TestParseAnswerErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"v 0101", `in:1:3: the text ends within a line: the model may have been cut off`},
		{"v 010\n", `in:1:3: a model of 3 digits: the formula has at least 9 variables`},
		{"v 0101010101\n", `in:1:3: found a number above 9: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"s UNSATISFIABLE\nv 010101010\n", `in:2:3: a model after UNSATISFIABLE`},
		{"hello\n", `in:1:1: found "hello": want a line that starts with s, v or c`},
		{"\x00", `in:1:1: found "\x00": want a line that starts with s, v or c`},
		{strings.Repeat("x", 100), `in:1:1: found "xxxxxxxxxxxxxxxxxxxxxxxx...": want a line that starts with s, v or c`},
		{"1 2 0\n", `in:1:1: found a line of numbers: a model stands on lines that start with v, or in a file that starts with SAT`},
		{"-1 2 0\n", `in:1:1: found "-1": want a line that starts with s, v or c; a model stands on lines that start with v, or in a file that starts with SAT`},
		{"p cnf 1 1\n1 0\n", `in:1:1: found "p": want a line that starts with s, v or c; this is a formula, and not what a solver says of it`},
		{"WARNING: for repeatability, setting FPU to use double precision\n", `in:1:1: found "WARNING:"` + fromMinisat},
		{"============================[ Problem Statistics ]====\n", `in:1:1: found "========================..."` + fromMinisat},
		{"s\n", `in:1:2: found "": want SATISFIABLE, UNSATISFIABLE or UNKNOWN`},
		{"s MAYBE\n", `in:1:3: found "MAYBE": want SATISFIABLE, UNSATISFIABLE or UNKNOWN`},
		{"s OPTIMUM\n", `in:1:10: found "": want FOUND, as in OPTIMUM FOUND`},
		{"v x1 2\n", `in:1:6: a model of numbers and of names`},
		{"v x1 xx2\n", `in:1:7: found "x": want a literal of the variables 1 to 9, or 0 to end the model`},
		{"v x1 x10\n", `in:1:6: found a number above 9: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"s SATISFIABLE 1\n", `in:1:15: found "1": want the end of the line`},
		{"s SATISFIABLE\nv 1 2", `in:2:3: the model that starts here has no 0 at its end, and was cut off`},
		{"s SATISFIABLE\nv 1 2\n", `in:2:3: the model that starts here has no 0 at its end, and was cut off`},
		{"v 1 2\ns SATISFIABLE\n", `in:1:3: the model that starts here has no 0 at its end, and was cut off`},
		{"v x1 -x2", `in:1:3: the model that starts here has no 0 at its end, and was cut off`},
		{"SAT\n1 -", `in:2:4: found the end of the text: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"s SATISFIABLE\nv +-1 0\n", `in:2:4: found "-": want a literal of the variables 1 to 9, or 0 to end the model`},
		{"v 1 2 -1 0\n", `in:1:7: the model has both 1 and -1`},
		{"v 1 x 0\n", `in:1:6: found " ": want a literal of the variables 1 to 9, or 0 to end the model`},
		{"v 10 0\n", `in:1:3: found a number above 9: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"v -99999999999 0\n", `in:1:3: found a number above 9: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"v x1 -x2 x\n", `in:1:11: found the end of the line: want a literal of the variables 1 to 9, or 0 to end the model`},
		{"s UNSATISFIABLE\nv 1 0\n", `in:2:3: a model after UNSATISFIABLE`},
		{"UNSAT\nv 0\n", `in:2:3: a model after UNSATISFIABLE`},
		{"s UNSATISFIABLE\ns SATISFIABLE\n", `in:2:3: a status after UNSATISFIABLE`},
		{"s SATISFIABLE\ns UNSATISFIABLE\n", `in:2:3: UNSATISFIABLE after SATISFIABLE, without a model between them`},
		{"v 1 0\ns SOLUTIONS 2\n", `in:2:13: 2 models announced, but there are 1`},
		{"s SOLUTIONS x\n", `in:1:13: found "x": want the number of models`},
		{"s SOLUTIONS 0\nv 1 0\n", `in:2:3: a model after UNSATISFIABLE`},
	} {
		_, err := ParseAnswer(strings.NewReader(c.text), "in", 9, 9, func(Assignment) error { return nil })
		var place *located.Error
		if !errors.As(err, &place) || err.Error() != c.want {
			t.Errorf("%.40q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestParseAnswerStops(t *testing.T) {
	stop := errors.New("enough")
	seen := 0
	_, err := ParseAnswer(strings.NewReader("v 1 0\nv 2 0\nv 3 0\n"), "in", 0, 0, func(Assignment) error {
		seen++
		if seen == 2 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || seen != 2 {
		t.Errorf("error %v after %d models", err, seen)
	}
	broken := errors.New("broken")
	for _, text := range []string{"", "s SAT", "v 1", "v 1 0\n", "c x"} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		if _, _, err := ParseFirst(r, "in", 0); !errors.Is(err, broken) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestAssignment(t *testing.T) {
	a, _, err := ParseFirst(strings.NewReader("v 1 -2 0"), "in", 0)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range map[Lit]bool{1: true, -1: false, 2: false, -2: true, 3: false, -3: false} {
		if a.Value(l) != want {
			t.Errorf("value of %d: %v", l, !want)
		}
	}
	if a.Open(1) || a.Open(-2) || !a.Open(3) || !(Assignment{}).Open(1) {
		t.Error("open variables are wrong")
	}
}

// Model counters state one count, in several ways. What is an estimate is marked as one, and a count
// that was cut off is none.
func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"c o x\ns SATISFIABLE\nc s type mc\nc s log10-estimate 3.97\nc s exact arb int 9356\n": "9356 SATISFIABLE",
		"s UNSATISFIABLE\nc s type pmc\nc s log10-estimate -inf\nc s exact arb int 0\n":        "0 UNSATISFIABLE",
		"s SATISFIABLE\r\ns mc 9356\r\n":          "9356 SATISFIABLE",
		"s pmc 0012\n":                            "12 UNKNOWN",
		"c [CONSTRUCTOR] x\ns 9356\n":             "9356 UNKNOWN",
		"c solving\n3\n":                          "3 UNKNOWN",
		"s mc 5\nc s exact arb int 5\n":           "5 UNKNOWN",
		"s SATISFIABLE\nc Models         : 3\n":   "3 SATISFIABLE",
		"s UNSATISFIABLE\nc Models         : 0\n": "none UNSATISFIABLE",
		"s SATISFIABLE\nc Models         : 3+\n":  "none SATISFIABLE",
		"s SATISFIABLE\nc Models         : 3":     "none SATISFIABLE",
		"s SOLUTIONS 7\n":                         "7 UNKNOWN",
		"v 1 0\nc s exact arb int 2\n":            "2 SATISFIABLE",
		"s " + strings.Repeat("9", 100) + "\n":    strings.Repeat("9", 100) + " UNKNOWN",
		"c s exact double prec-sci 3.5\n":         "none UNKNOWN",
		"s SATISFIABLE\nc s log10-estimate 3\n":   "none SATISFIABLE about",
		"s SATISFIABLE\nc s approx arb int 9\n":   "9 SATISFIABLE about",
		"c [appmc] x\ns SATISFIABLE\ns mc 9\n":    "9 SATISFIABLE about",
		"s mc -3\n":                               "in:1:6: found \"-\": want the number of models",
		"c s exact arb int x\n":                   "in:1:19: found \"x\": want the number of models",
		"c s exact arb int 93":                    "in:1:19: the text ends within a line: the count may have been cut off",
		"93":                                      "in:1:1: the text ends within a line: the count may have been cut off",
		"s mc 5 6\n":                              "in:1:6: found a line of numbers: a model stands on lines that start with v, or in a file that starts with SAT",
		"s mc 5 x\n":                              "in:1:8: found \"x\": want the end of the line",
		"s mc 5\ns mc 6\n":                        "in:2:6: a count that is not the one in line 1",
		"s SATISFIABLE\ns mc 0\n":                 "in:2:6: a count of 0 beside SATISFIABLE",
		"s UNSATISFIABLE\ns 4\n":                  "in:2:3: a count above 0 beside UNSATISFIABLE",
		"v 1 0\nv 2 0\ns mc 1\n":                  "in:3:6: a count below the 2 models that are listed",
		"s " + strings.Repeat("9", 1<<20) + "\n":  "in:1:3: a count of more than 65536 digits",
	} {
		a, err := ParseAnswer(iotest.OneByteReader(strings.NewReader(text)), "in", 9, 9, func(Assignment) error { return nil })
		got := "none"
		if a.Count != nil {
			got = a.Count.String()
		}
		if got += " " + a.Status.String(); a.Approximate {
			got += " about"
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.60q:\n got %.100s\nwant %.100s", text, got, want)
		}
	}
}

// FuzzParseAnswer: no input makes the parser panic or keep more than the limits
// allow, an error has a place, and models are whole.
func FuzzParseAnswer(f *testing.F) {
	for _, seed := range []string{
		"c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "s UNSATISFIABLE\n", "SAT\n1 -2 0\n", "INDET\n",
		"c s exact arb int 12\n", "s mc 3\n", "7\n", "s SATISFIABLE\nv +1 -2\n", "SATISFIABLE\n1 2 ",
		"v 1 0\nv 2 0\ns SATISFIABLE\n", "s SATISFIABLE\nv 1 0\ns SOLUTIONS 1\n", "v 1 -1 0", "v 99999999999 0", "v 1", "s\n",
	} {
		f.Add([]byte(seed))
	}
	const vars = 100
	f.Fuzz(func(t *testing.T, text []byte) {
		models := 0
		answer, err := ParseAnswer(bytes.NewReader(text), "fuzz", max(vars, 0), max(vars, 0), func(a Assignment) error {
			models++
			if len(a.values) > vars {
				t.Fatalf("a model of %d variables", len(a.values))
			}
			return nil
		})
		if answer.Models != models || models > 0 && answer.Status != Satisfiable {
			t.Fatalf("%v after %d models", answer, models)
		}
		var place *located.Error
		if err != nil && (!errors.As(err, &place) || place.Line < 1 || place.Column < 1 || place.Column > len(text)+1) {
			t.Fatalf("error without a place: %v", err)
		}
	})
}

// A model of the highest variable there may be takes little more than its values.
func TestHighestVariable(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	first, answer, err := ParseFirst(strings.NewReader("s SATISFIABLE\nv 2 67108864 -1 0\n"), "in", 0)
	runtime.ReadMemStats(&after)
	if err != nil || answer.Models != 1 || !first.Value(1<<26) || !first.Value(2) || !first.Value(-1) || !first.Open(3) {
		t.Errorf("%+v, %v", answer, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<26+1<<20 {
		t.Errorf("it takes %d bytes", used)
	}
}

// fromMinisat is the error for a text that minisat prints beside its answer.
const fromMinisat = ": want a line that starts with s, v or c; if it is minisat that printed this, " +
	"it writes its model to a second file: minisat FORMULA RESULT, and RESULT is what is wanted here"
