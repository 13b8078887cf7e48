package sat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// drat is a formula whose refutation needs a clause that does not follow, -1.
// Source: N. Wetzler, M. J. H. Heule and W. A. Hunt, DRAT-trim, SAT 2014.
var drat = [][]int32{
	{1, 2, -3}, {-1, -2, 3}, {2, 3, -4}, {-2, -3, 4},
	{-1, -3, -4}, {1, 3, 4}, {-1, 2, 4}, {1, -2, -4},
}

func TestRefutations(t *testing.T) {
	t.Parallel()
	pairs := [][]int32{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}
	for _, c := range []struct {
		name    string
		vars    int
		clauses [][]int32
		format  Format
		proof   string
		refuses string // "": it is a proof
	}{
		{"by propagation", 1, [][]int32{{1}, {-1}}, DRAT, "", ""},
		{"the empty clause", 0, [][]int32{{}}, DRAT, "", ""},
		{"nothing to refute", 2, [][]int32{{1, 2}}, DRAT, "", "line 1: the proof ends"},
		{"no clauses at all", 0, nil, DRAT, "0\n", "line 1: does not follow"},
		{"RUP", 2, pairs, DRAT, "c by hand\n2 0\n0\n", ""},
		{"RUP without the end", 2, pairs, DRAT, "2 0\n", ""},
		{"only the end", 2, pairs, DRAT, "0\n", "line 1: does not follow"},
		{"a heading", 2, pairs, DRAT, "%RUPD32 2 4\n2 0\n0\n", ""},
		{"RAT", 4, drat, DRAT, "-1 0\nd -1 2 4 0\n2 0\n0\n", ""},
		{"a clause left out", 4, drat, DRAT, "d -1 2 4 0\n2 0\n0\n", "line 3: does not follow"},
		{"neither RUP nor RAT", 3, [][]int32{{1, 2}, {1, 3}}, DRAT, "-1 2 0\n0\n", "line 1: does not follow"},
		{"a new variable", 2, pairs, DRAT, "5 1 0\n5 -1 0\n2 0\n", ""},
		{"a new variable, twice new", 2, [][]int32{{1, 2}}, DRAT, "5 0\n-5 0\n0\n", "line 2: does not follow"},
		{"far too many variables", 2, pairs, DRAT, "99999999 0\n", "line 1: 99999999 is no literal"},
		{"no number", 2, pairs, DRAT, "2 x 0\n", "line 1: \"x\" is not the number"},
		{"cut short", 2, pairs, DRAT, "2 ", "line 1: ends in the middle"},
		{"FRAT", 2, pairs, frat, "o 1 1 2 0\na 5 2 0 l 1 2 0\nd 5 2 0\na 6 0\nf 6 0\n", ""},
		{"FRAT of another formula", 2, [][]int32{{1, 2}}, frat, "o 1 -1 0\no 2 1 0\na 3 0\n", "line 3: does not follow"},
		{"FRAT with parities", 2, pairs, frat, "x 1 2 0\n", "line 1: no line of a proof"},
		{"LRAT", 2, pairs, LRAT, "5 2 0 1 2 0\n6 0 5 3 4 0\n", ""},
		{"LRAT with the wrong hint", 2, pairs, LRAT, "5 2 0 1 4 0\n6 0 5 3 4 0\n", "line 1: "},
		{"LRAT that does not end", 2, pairs, LRAT, "5 2 0 1 2 0\n", "the last clause is not the empty one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Refutation(t.Context(), c.vars, slices.Values(c.clauses), c.format, strings.NewReader(c.proof))
			var refusal *Refusal
			switch {
			case c.refuses == "":
				if err != nil {
					t.Errorf("refused: %v", err)
				}
			case !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.refuses):
				t.Errorf("%v, want a refusal with %q", err, c.refuses)
			}
		})
	}
}

// A clause with a literal of no variable is an error.
func TestLiteralsBeyondTheVariables(t *testing.T) {
	for _, l := range []int32{0, 3, -3, math.MinInt32} {
		clauses := slices.Values([][]int32{{1, l}})
		err := Refutation(t.Context(), 2, clauses, DRAT, strings.NewReader("0\n"))
		if want := fmt.Sprintf("sat: %d is no literal of 2 variables", l); fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A check ends with its context, however long the proof is.
func TestRefutationEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format Format
		text   string
	}{{DRAT, "1 2 0\n"}, {DRAT, "c and so on\n"}, {DRAT, "c "}, {frat, "o 1 1 2 0\n"}, {frat, "l 1 0 "}, {LRAT, "% so on\n"}} {
		ctx, cancel := context.WithCancel(t.Context())
		endless := &repeated{text: c.text, after: cancel}
		err := Refutation(ctx, 2, slices.Values([][]int32{{1, 2}}), c.format, endless)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%q without end: %v, want the error of the context", c.text, err)
		}
	}
}

// So it does in one clause that takes a propagation for each of many others.
func TestOneClauseEnds(t *testing.T) {
	t.Parallel()
	const n = 1000
	var f [][]int32
	for k := int32(2); k < n; k += 2 {
		f = append(f, []int32{-1, k, k + 1}, []int32{k, k + 1})
	}
	ctx := &looked{Context: t.Context(), left: 10}
	err := Refutation(ctx, n+1, slices.Values(f), DRAT, strings.NewReader("1 0\n"))
	if !errors.Is(err, context.Canceled) || ctx.left < -10 {
		t.Errorf("%v after %d looks, want the error of the context", err, 10-ctx.left)
	}
}

// looked is a context that ends once it was looked at some times.
type looked struct {
	context.Context
	left int
}

func (l *looked) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// repeated is a text without end, which calls after once it was read for a while.
type repeated struct {
	text  string
	reads int
	after func()
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.reads++; r.reads == 10 {
		r.after()
	}
	return copy(p, r.text), nil
}
