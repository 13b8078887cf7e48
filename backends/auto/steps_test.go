package auto

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// answeredBy runs a task, and returns the number of the step that has the answer, -1 for a race.
func answeredBy(t *testing.T, b Backend, m *cover.Model, task backends.Task) (int, backends.Report) {
	t.Helper()
	usual := steps
	defer func() { steps = usual }()
	at := -1
	steps = nil
	for k, s := range usual {
		try := s.try
		s.try = func(ctx context.Context, of *session, limit budget) (answer, error) {
			a, err := try(ctx, of, limit)
			if err == nil {
				at = k
			}
			return a, err
		}
		steps = append(steps, s)
	}
	r, err := backends.Run(t.Context(), b, m, task)
	if err != nil {
		t.Error(err)
	}
	return at, r
}

// puzzleOf returns a puzzle of a file of testdata, compiled, and the number of solutions of its first
// claim, if that is of such.
func puzzleOf(t *testing.T, number int, path ...string) (*cover.Model, string) {
	t.Helper()
	p := models.File(t, path...)[number]
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model, fmt.Sprint(p.Claims[0].Count)
}

// hard returns the model of a puzzle of testdata/hard.
func hard(t *testing.T, name string) *cover.Model {
	m, _ := puzzleOf(t, 0, "hard", name+".yaml")
	return m
}

// Each step has an answer that no step before it has, and says what it rests on.
func TestEachStep(t *testing.T) {
	if testing.Short() {
		t.Skip("some steps come after seconds")
	}
	corners, err := (&puzzle.Puzzle{
		Board:  puzzle.Rect(8, 8, lattice.Cell{}, lattice.Cell{7, 7}),
		Pieces: []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})},
	}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	few, claimed := puzzleOf(t, 3, "small", "polyominoes", "dominoes.yaml")
	many, known := puzzleOf(t, 0, "large", "polyominoes", "dominoes.yaml")
	first, three := backends.Task{Limit: 1}, backends.Task{Limit: 3}
	answered := make([]bool, len(steps))
	for _, c := range []struct {
		step    int
		backend Backend
		model   *cover.Model
		task    backends.Task
		count   string
	}{
		{0, Backend{Colourings: corners.Colourings()}, corners.Model, backends.Task{}, "0"},
		{0, Backend{Colourings: corners.Colourings()}, corners.Model, backends.Task{List: true}, "0"},
		{1, Backend{}, many, backends.Task{}, known},
		{2, Backend{}, few, backends.Task{}, claimed},
		{2, Backend{Alone: true}, few, backends.Task{List: true}, claimed},
		{2, Backend{Alone: true}, few, three, "3"},
		{3, Backend{}, hard(t, "pieces/hexominoes-15x15"), first, "1"},
		{4, Backend{}, hard(t, "easy/y-10x10"), first, "1"},
		{5, Backend{}, hard(t, "parity/mutilated-10x10"), first, "0"},
		{6, Backend{}, hard(t, "counting/squares-9x9"), first, "0"},
		{7, Backend{}, hard(t, "dense/pentominoes-15x12-three"), first, "1"},
		{8, Backend{}, oddTees(t), first, "0"},
		{9, Backend{}, hard(t, "dense/pentominoes-15x12-three"), three, "3"},
		{10, Backend{}, hard(t, "copies/y-15x15"), first, "1"},
		{11, Backend{}, hard(t, "copies/y-15x15"), three, "3"},
		{12, Backend{}, hard(t, "slack/blocks-15x15x15"), first, "1"},
		{13, Backend{}, hard(t, "copies/trominoes-27x27"), three, "3"},
		{14, Backend{RaceCounts: true}, few, backends.Task{}, claimed},
		{15, Backend{}, mutilated(), first, "0"},
		{16, Backend{}, crosses(t, 40), first, "1"},
		{-1, Backend{NoTrial: true}, few, backends.Task{List: true}, claimed},
	} {
		b := c.backend
		if c.step >= 0 {
			b.members = race(endless(new(atomic.Bool))).members // which no step waits for
		}
		at, r := answeredBy(t, b, c.model, c.task)
		if at != c.step || r.Count.String() != c.count {
			t.Errorf("step %d: %v solutions by step %d, want %s", c.step, r.Count, at, c.count)
			continue
		}
		if at >= 0 {
			answered[at] = true
			if want := steps[at].evidence; r.Complete && r.Completeness != want {
				t.Errorf("step %d: its completeness is %q, want %q", at, r.Completeness, want)
			}
		}
	}
	for k, yes := range answered {
		if !yes {
			t.Errorf("no case for step %d", k)
		}
	}
}

// An argument ends a search that sees no end.
func TestArgumentBesideASearch(t *testing.T) {
	m := oddTees(t)
	for _, task := range []backends.Task{{}, {List: true}, {Limit: 1}, {UpToSymmetry: true}} {
		at, r := answeredBy(t, Backend{Alone: true}, m, task)
		if at != 2 || r.Count.Sign() != 0 || r.Completeness != backends.ByArgument || r.Argument == "" ||
			r.Stats.Engine != argumentName {
			t.Errorf("%+v: by step %d: %+v", task, at, r)
		}
	}
}

// oddTees is a board for an odd number of pieces, each of which covers three cells of one colour.
func oddTees(t *testing.T) *cover.Model {
	return models.Load(t, "\nboard: |"+strings.Repeat("\n  "+strings.Repeat(".", 30), 30)+
		"\npieces: [{name: T, shape: [XXX, .X.], count: 225}]\n").Model
}
