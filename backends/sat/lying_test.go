package sat_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// liar is an engine whose answers a test makes up.
type liar struct {
	answers func(call int) (map[cnf.Lit]bool, error)
	model   map[cnf.Lit]bool
	calls   int
}

func (l *liar) Add(...cnf.Lit) {}
func (l *liar) Solve(context.Context) (sat bool, err error) {
	l.model, err = l.answers(l.calls)
	l.calls++
	return l.model != nil, err
}
func (l *liar) Value(x cnf.Lit) bool { return l.model[x] }

func TestLyingEnginesAreFoundOut(t *testing.T) {
	product, err := encode.Lookup("product")
	if err != nil {
		t.Fatal(err)
	}
	m := models.Dominoes(2, 2) // options 1 and 2 are one solution, 3 and 4 the other
	good := map[cnf.Lit]bool{1: true, 2: true}
	for _, c := range []struct {
		name    string
		answers func(call int) (map[cnf.Lit]bool, error)
		want    string
		found   int64
	}{
		{"no solution", func(int) (map[cnf.Lit]bool, error) { return map[cnf.Lit]bool{1: true}, nil }, "the engine's model is no solution: item ", 0},
		{"a repeated one", func(int) (map[cnf.Lit]bool, error) { return good, nil }, "repeats a solution", 1},
		{"failure", func(call int) (map[cnf.Lit]bool, error) {
			if call == 1 {
				return nil, errors.New("out of cheese")
			}
			return good, nil
		}, "out of cheese", 1},
	} {
		b := sat.Backend{Name: "liar", New: func() sat.Engine { return &liar{answers: c.answers} }, Encoding: product}
		r, err := backends.Run(t.Context(), b, m, backends.Task{})
		if err == nil || !strings.HasPrefix(err.Error(), "liar: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Run = %v, want an error with %q", c.name, err, c.want)
		}
		if r.Checked != c.found || r.Complete || r.Error != err.Error() {
			t.Errorf("%s: report %+v", c.name, r)
		}
	}
	b := sat.Backend{Name: "liar", New: func() sat.Engine { return &liar{} }}
	if _, err := backends.Count(t.Context(), b, models.Packing(3, 3, 0, 2, 3)); err == nil || !strings.Contains(err.Error(), "no cardinality constraints") {
		t.Errorf("bounds for an engine that takes none: %v", err)
	}
	if _, err := backends.Run(t.Context(), made{{0}}, m, backends.Task{List: true}); err == nil || !strings.Contains(err.Error(), "not a solution") {
		t.Errorf("a backend that yields no solution: %v", err)
	}
}

// made is a backend that yields made-up solutions.
type made []cover.Solution

func (a made) Solutions(context.Context, *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for _, s := range a {
			if !yield(s, nil) {
				return
			}
		}
	}
}
