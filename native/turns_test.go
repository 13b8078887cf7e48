package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// fiveEach is a board that takes the hunter and the beam thousands of nodes.
func fiveEach() *cover.Model {
	shapes := slices.Clone(boards.Pentominoes)
	for k := range shapes {
		shapes[k].Min, shapes[k].Max = 5, 5
	}
	return boards.Rectangle(20, 15, '.').Model(shapes...)
}

// Two searches that have turns of some nodes find what each finds alone, with as many nodes.
func TestTurns(t *testing.T) {
	m := fiveEach()
	var want, did [2]Stats
	searches := []resumable{
		Hunter{Stats: func(st Stats) { did[0] = st }}, Beam{Stats: func(st Stats) { did[1] = st }},
	}
	var solutions [2]cover.Solution
	var turns [2]func(int64) (cover.Solution, error)
	for k, s := range searches {
		for found, err := range s.pausing(t.Context(), m, nil) {
			if err != nil {
				t.Fatal(err)
			}
			solutions[k] = found
			break
		}
		turn, stop := Turns(t.Context(), s, m)
		defer stop()
		turns[k] = turn
	}
	want, did = did, [2]Stats{}
	for n, left := 0, 2; left > 0; n++ {
		for k, turn := range turns {
			if did[k].Nodes > 0 {
				continue
			}
			s, err := turn(want[k].Nodes / 5)
			switch {
			case errors.Is(err, ErrBudget):
				if n > 10 || did[k].Nodes > 0 {
					t.Fatalf("search %d goes on after %d turns and %+v", k, n, did[k])
				}
				continue
			case err != nil || !slices.Equal(s, solutions[k]) || did[k] != want[k]:
				t.Errorf("search %d: %v, %v after %+v, want %v after %+v", k, s, err, did[k], solutions[k], want[k])
			case n < 2:
				t.Errorf("search %d ended in turn %d", k, n)
			}
			left--
			if again, err := turn(1); err != nil || !slices.Equal(again, s) {
				t.Errorf("search %d: a turn after the end gives %v, %v", k, again, err)
			}
		}
	}
}

// A search whose turns find that there is no solution says so, and keeps to that.
func TestTurnsWithoutSolution(t *testing.T) {
	m := boards.Rectangle(3, 3, '.').Model(boards.One("I", "XX"))
	for _, s := range []resumable{Hunter{}, Beam{}} {
		turn, stop := Turns(t.Context(), s, m)
		defer stop()
		for range 2 {
			if found, err := turn(1 << 20); found != nil || err != nil {
				t.Errorf("%T: %v, %v", s, found, err)
			}
		}
	}
}

// A search ends when it is stopped or its context ends: before its first turn, and between turns.
// It is then no search that found nothing.
func TestTurnsEnd(t *testing.T) {
	m := fiveEach()
	for _, byStop := range []bool{false, true} {
		for _, turns := range []int{0, 1, 3} {
			told := 0
			note := func(Stats) { told++ }
			for _, s := range []resumable{Hunter{Stats: note}, Beam{Stats: note}} {
				ctx, cancel := context.WithCancel(t.Context())
				told = 0
				turn, stop := Turns(ctx, s, m)
				for range turns {
					if _, err := turn(10); !errors.Is(err, ErrBudget) {
						t.Fatalf("%T: a turn of 10 nodes: %v", s, err)
					}
				}
				if byStop {
					stop()
					if told != min(turns, 1) {
						t.Errorf("%T: stopped after %d turns, its cost was told %d times", s, turns, told)
					}
				} else {
					cancel()
					if found, err := turn(10); found != nil || !errors.Is(err, context.Canceled) {
						t.Errorf("%T: after %d turns and the end: %v, %v", s, turns, found, err)
					}
				}
				stop()
				if found, err := turn(10); found != nil || err == nil {
					t.Errorf("%T: a turn after %d turns and the end: %v, %v", s, turns, found, err)
				}
				cancel()
			}
		}
	}
}
