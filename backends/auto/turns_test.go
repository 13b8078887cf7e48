package auto

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// fiveEach is a board that takes the hunter and the beam thousands of nodes.
func fiveEach(t *testing.T) *cover.Model {
	t.Helper()
	p := &puzzle.Puzzle{Board: puzzle.Rect(20, 15)}
	for _, rows := range [][]string{
		{"XX.", ".XX", ".X."}, {"XXXXX"}, {"XXXX", "X..."}, {"XX..", ".XXX"}, {"XXX", "XX."}, {"XXX", ".X.", ".X."},
		{"X.X", "XXX"}, {"X..", "X..", "XXX"}, {"X..", "XX.", ".XX"}, {".X.", "XXX", ".X."}, {"XXXX", ".X.."}, {"XX.", ".X.", ".XX"},
	} {
		piece := puzzle.NewPiece(string(rune('A'+len(p.Pieces))), rows...)
		piece.Count = puzzle.Exactly(5)
		p.Pieces = append(p.Pieces, piece)
	}
	m, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return m.Model
}

// Two searches that have turns of some nodes find what each finds alone, with as many nodes.
func TestTurns(t *testing.T) {
	m := fiveEach(t)
	var st native.Stats
	note := func(s native.Stats) { st = s }
	var want [2]cover.Solution
	var nodes [2]int64
	for k, b := range []backends.Backend{native.Hunter{Stats: note}, native.Beam{Stats: note}} {
		s, _, err := backends.First(t.Context(), b, m)
		if err != nil {
			t.Fatal(err)
		}
		want[k], nodes[k] = s, st.Nodes
	}
	try := (Backend{}).session(m, one)
	try.weigh()
	during, end := context.WithCancel(t.Context())
	defer end()
	searches := []*turnTaker{try.hunts(during), try.beams(during)}
	for turns, left := 0, len(searches); left > 0; turns++ {
		for k, s := range searches {
			if s == nil {
				continue
			}
			r, err := try.turn(s, nodes[k]/5)
			switch {
			case errors.Is(err, native.ErrBudget):
			case err != nil || !slices.Equal(r.solution, want[k]) || try.cost.Nodes != nodes[k]:
				t.Errorf("%s: %v, %v with %d nodes, want %v with %d", r.name, r.solution, err, try.cost.Nodes, want[k], nodes[k])
				fallthrough
			default:
				if turns < 1 {
					t.Errorf("%s ended in its first turn", r.name)
				}
				if again, err := try.turn(s, 1); err != nil || !slices.Equal(again.solution, r.solution) {
					t.Errorf("%s: a turn after the end gives %v, %v", r.name, again.solution, err)
				}
				searches[k] = nil
				left--
			}
		}
		if turns > 1000 {
			t.Fatal("the searches do not end")
		}
	}
}

// A search ends with its context before its first turn, between turns and in a turn.
func TestTurnsEnd(t *testing.T) {
	m := fiveEach(t)
	for _, turns := range []int{0, 1, 3} {
		during, end := context.WithCancel(t.Context())
		try := (Backend{}).session(m, one)
		try.weigh()
		s := try.hunts(during)
		for range turns {
			if _, err := try.turn(s, 10); !errors.Is(err, native.ErrBudget) {
				t.Fatalf("a turn of 10 nodes: %v", err)
			}
		}
		end()
		s.wait()
		if _, err := try.turn(s, 10); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d turns and the end: %v", turns, err)
		}
	}
}
