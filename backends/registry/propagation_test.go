package registry_test

import (
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
)

// allsat guesses from clauses that every encoding has, so its guesses measure the encoding alone: where
// all that follows from the options chosen is found by units, they are as many for each.
func TestEncodingsPropagate(t *testing.T) {
	partly := []string{"mtotalizer", "kmtotalizer"} // digits of a number miss what their sum implies
	puzzles := map[string]*cover.Model{
		"any number of dominoes on 3x3":     models.Packing(3, 3, 0, 0, 4),
		"seven dominoes on 4x4":             models.Packing(4, 4, 0, 7, 7),
		"3 to 5 dominoes on 4x4":            models.Packing(4, 4, 0, 3, 5),
		"3 to 5 dominoes, all cells of 4x4": models.Packing(4, 4, 1, 3, 5),
		"dominoes on 6x6":                   models.Dominoes(6, 6),
	}
	more := map[string]bool{}
	for puzzle, m := range puzzles {
		want := run(t, "allsat/pairwise", m, backends.Task{List: true}).Stats.Decisions
		for _, name := range encode.Names() {
			r := run(t, "allsat/"+name, m, backends.Task{List: true})
			switch got := r.Stats.Decisions; {
			case !slices.Contains(partly, name) && got != want:
				t.Errorf("%s: %s takes %d guesses, want %d", puzzle, name, got.N, want.N)
			case got.N < want.N:
				t.Errorf("%s: %s takes %d guesses, less than full propagation with %d", puzzle, name, got.N, want.N)
			case got.N > want.N:
				more[name] = true
			}
		}
	}
	for _, name := range partly {
		if !more[name] {
			t.Errorf("%s propagates as well as all others here: it is no exception", name)
		}
	}
}
