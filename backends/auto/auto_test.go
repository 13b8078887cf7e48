package auto

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// A race without the search before it gives what each member gives alone: the
// whole set, one of its solutions, the count.
func TestRacesAreRight(t *testing.T) {
	p := Backend{RaceCounts: true}
	p.NoTrial, p.together = true, len(p.usualMembers())
	r := rand.New(rand.NewPCG(3, 4))
	var all []*cover.Model
	for _, row := range models.Mandatory(t) {
		all = append(all, row.Tiling.Model)
	}
	for range 40 {
		all = append(all, models.Random(r, 6, 9))
	}
	for k, m := range all {
		want, err := models.Collect(native.Plain{}.Solutions(t.Context(), m))
		if err != nil {
			t.Fatal(err)
		}
		got, err := models.Collect(p.Solutions(t.Context(), m))
		if err != nil || !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
			t.Errorf("model %d: %d solutions, %v, want %d", k, len(got), err, len(want))
		}
		n, err := p.Count(t.Context(), m)
		if err != nil || n.Int64() != int64(len(want)) {
			t.Errorf("model %d: Count = %v, %v, want %d", k, n, err, len(want))
		}
		s, ok, err := backends.First(t.Context(), p, m)
		if err != nil || ok != (len(want) > 0) || ok && !slices.ContainsFunc(want, func(w cover.Solution) bool { return slices.Equal(w, s) }) {
			t.Errorf("model %d: First = %v, %v, %v", k, s, ok, err)
		}
	}
}

// scripted is a backend with functions of a test.
type scripted struct {
	solutions func(ctx context.Context, yield func(cover.Solution, error) bool)
}

func (s scripted) Solutions(ctx context.Context, _ *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) { s.solutions(ctx, yield) }
}

// endless finds nothing until it is stopped, and then sets stopped.
func endless(stopped *atomic.Bool) backends.Backend {
	return scripted{func(ctx context.Context, yield func(cover.Solution, error) bool) {
		<-ctx.Done()
		stopped.Store(true)
		yield(nil, ctx.Err())
	}}
}

// says yields its arguments.
func says(s cover.Solution, err error) backends.Backend {
	return scripted{func(_ context.Context, yield func(cover.Solution, error) bool) { yield(s, err) }}
}

func race(members ...backends.Backend) Backend {
	p := Backend{RaceCounts: true, NoTrial: true, together: 2}
	for k, b := range members {
		p.members = append(p.members, member{
			Member: portfolio.Member{Name: string(rune('a' + k)), Backend: b},
		})
	}
	return p
}

// Whoever fails or lies is out of the race, the next one starts, and losers are
// stopped before the listing ends.
func TestOneWinnerAndManyLosers(t *testing.T) {
	m := models.Dominoes(2, 2)
	all, err := models.Collect(native.Plain{}.Solutions(t.Context(), m))
	if err != nil {
		t.Fatal(err)
	}
	right := all[0]
	broken := errors.New("broken")
	var stopped atomic.Bool
	p := race(says(nil, broken), says(cover.Solution{0}, nil), endless(&stopped), says(right, nil))
	var winner string
	races := 0
	p.Won = func(name string) { winner = name }
	p.Racing = func(members []string) { races += len(members) }
	got, err := models.Collect(p.Solutions(t.Context(), m))
	if err != nil || len(got) != 1 || !slices.Equal(got[0], right) || winner != "d" || races != 4 {
		t.Errorf("%v, %v by %q in a race of %d, want %v by d of 4", got, err, winner, races, right)
	}
	if !stopped.Load() {
		t.Error("a loser was not stopped")
	}

	// A winner that fails later is an error, not the end of the list.
	p = race(endless(&stopped), scripted{func(_ context.Context, yield func(cover.Solution, error) bool) {
		_ = yield(right, nil) && yield(nil, broken)
	}})
	n := 0
	for s, last := range p.Solutions(t.Context(), m) {
		if err = last; s != nil {
			n++
		}
	}
	if !errors.Is(err, broken) || n != 1 {
		t.Errorf("%d solutions, %v, want one and the error", n, err)
	}

	// None is left.
	p = race(says(nil, broken), says(cover.Solution{0}, nil))
	_, _, err = backends.First(t.Context(), p, m)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "b: ") {
		t.Errorf("First: %v, want what both say", err)
	}
	if _, err := p.Count(t.Context(), m); !errors.Is(err, broken) {
		t.Errorf("Count: %v, want the errors", err)
	}
}

// A context that ends ends the race, whatever the members do.
func TestRaceEndsWithItsContext(t *testing.T) {
	var stopped atomic.Bool
	ctx, cancel := context.WithCancel(t.Context())
	p := race(endless(new(atomic.Bool)), endless(&stopped))
	p.Racing = func([]string) { cancel() }
	if _, _, err := backends.First(ctx, p, models.Dominoes(2, 2)); !errors.Is(err, context.Canceled) || !stopped.Load() {
		t.Errorf("First: %v, stopped: %t", err, stopped.Load())
	}
	p.NoTrial = false
	p.Won = func(name string) { t.Errorf("%s has won", name) }
	if _, err := p.Count(ctx, models.Dominoes(2, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("Count: %v", err)
	}
}

// What native settles within its nodes is never a race, so that it is the same
// every time: a board with solutions, and one whose parity only a count sees.
func TestTrial(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *cover.Model
		want int64
	}{{"solutions", models.Dominoes(6, 4), 281}, {"parity", mutilated(), 0}} {
		t.Run(c.name, func(t *testing.T) {
			p := Backend{RaceCounts: true}
			p.Racing = func([]string) { t.Error("a race") }
			var winner string
			p.Won = func(name string) { winner = name }
			reports := 0
			var st backends.Stats
			observed := backends.Observed(p, func(s backends.Stats) { st = s; reports++ })
			got, err := models.Collect(observed.Solutions(t.Context(), c.m))
			if err != nil || int64(len(got)) != c.want || winner != "native" {
				t.Errorf("%d solutions, %v by %q, want %d by native", len(got), err, winner, c.want)
			}
			if reports != 1 || st.Nodes == 0 || !strings.HasPrefix(st.Engine, "native, ") {
				t.Errorf("%d reports, the last %+v", reports, st)
			}
			n, err := backends.Count(t.Context(), observed, c.m)
			if err != nil || n.Cmp(big.NewInt(c.want)) != 0 {
				t.Errorf("Count = %v, %v, want %d", n, err, c.want)
			}
			first, ok, err := backends.First(t.Context(), p, c.m)
			if err != nil || ok != (c.want > 0) {
				t.Errorf("First = %v, %v, %v", first, ok, err)
			}
			if !ok {
				return // native alone would search for ages
			}
			if alone, _, err := backends.First(t.Context(), p.Native, c.m); err != nil || !slices.Equal(first, alone) {
				t.Errorf("First = %v, native alone %v, %v", first, alone, err)
			}
		})
	}
}

// No scan fills this board within the nodes of the trial: the hunter does, the
// same way every time, and lists further solutions.
func TestTrialHunts(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	set, err := catalogue.Set("pentominoes")
	if err != nil {
		t.Fatal(err)
	}
	ten := &puzzle.Puzzle{Board: puzzle.Rect(30, 20)}
	for _, piece := range set.Pieces {
		ten.Pieces = append(ten.Pieces, piece.Times(puzzle.Exactly(10)))
	}
	tiling, err := ten.Compile()
	if err != nil {
		t.Fatal(err)
	}
	m := tiling.Model
	p := Backend{RaceCounts: true}
	p.Racing = func([]string) { t.Error("a race") }
	winner := ""
	p.Won = func(name string) { winner = name }
	s, ok, err := backends.First(t.Context(), p, m)
	if err != nil || !ok || len(s) != 120 || winner != "native/hunter" {
		t.Fatalf("First = %d pieces, %v, %v by %q", len(s), ok, err, winner)
	}
	alone, _, err := backends.First(t.Context(), native.Hunter{}, m)
	if err != nil || !slices.Equal(s, alone) {
		t.Errorf("the hunter alone finds another solution, %v", err)
	}
	var three []cover.Solution
	for s, err := range backends.Verified(m, backends.AtMostN(t.Context(), p, m, 3)) {
		if err != nil {
			t.Fatal(err)
		}
		if three = append(three, s); len(three) == 3 {
			break
		}
	}
	if !slices.Equal(three[0], s) || slices.Equal(three[1], s) || slices.Equal(three[2], s) || slices.Equal(three[1], three[2]) {
		t.Error("three solutions are not the first and two others")
	}
}

// Members for some solutions are left out if all are asked for.
func TestSomeMembersOnly(t *testing.T) {
	m := models.Dominoes(2, 2)
	all, err := models.Collect(native.Plain{}.Solutions(t.Context(), m))
	if err != nil {
		t.Fatal(err)
	}
	p := race(says(all[0], nil), native.Plain{})
	p.members[0].findsOnly = true
	if got, err := models.Collect(p.Solutions(t.Context(), m)); err != nil || !slices.EqualFunc(got, all, slices.Equal[cover.Solution]) {
		t.Errorf("Solutions: %d of %d, %v", len(got), len(all), err)
	}
	if n, err := p.Count(t.Context(), m); err != nil || n.Int64() != int64(len(all)) {
		t.Errorf("Count = %v, %v, want %d", n, err, len(all))
	}
	members := 0
	p.Racing = func(racing []string) { members = len(racing) }
	if _, ok, err := backends.First(t.Context(), p, m); err != nil || !ok || members != 2 {
		t.Errorf("First: %t, %v, in a race of %d, want 2", ok, err, members)
	}
}

// crosses returns the packing of n X pentominoes in 16x16.
func crosses(t *testing.T, n int) *cover.Model {
	return models.Load(t, "\nboard: |"+strings.Repeat("\n  "+strings.Repeat("?", 16), 16)+
		"\npieces: [{name: X, shape: [.X., XXX, .X.], count: "+strconv.Itoa(n)+"}]\n").Model
}

// mutilated returns the board of 40x8 without two opposite corners, for dominoes. One cell may
// stay empty, or an argument would settle it, and a linear program would be too large.
func mutilated() *cover.Model {
	m := models.Packing(40, 8, 1, 0, 159)
	m.Items[1], m.Items[320] = cover.Item{Name: "a1"}, cover.Item{Name: "m12"}
	m.Items[2].Min = 0
	m.Sym = nil
	return m
}

// Where an argument shows that there is no solution, neither the trial nor a race begins.
func TestArgument(t *testing.T) {
	corners := puzzle.Rect(10, 10, lattice.Cell{}, lattice.Cell{9, 9}) // few enough for no formula
	tiling, err := (&puzzle.Puzzle{
		Board: corners, Pieces: []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})},
	}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	p := Backend{RaceCounts: true}
	p.Native.MaxNodes, p.members = 1, []member{}
	for _, list := range []bool{false, true} {
		r, err := backends.Run(t.Context(), p, tiling.Model, backends.Task{List: list})
		if err != nil || !r.Complete || r.Count.Sign() != 0 || r.Completeness != backends.ByArgument ||
			!strings.HasPrefix(r.Argument, "with numbers on 98 cells every placement adds up to 0, and the board to ") || r.Stats.Engine != "argument" {
			t.Errorf("list %v: %+v, %v", list, r, err)
		}
	}
}

// The completeness of a race's answer is that of the winner's.
func TestCompletenessOfARace(t *testing.T) {
	packing := models.Packing(3, 3, 0, 0, 4)
	for _, racer := range (Backend{}).usualMembers() {
		m, want := packing, backends.BySearch
		switch {
		case racer.Name == "gini":
			want = backends.ByEngine
		case racer.Name == "gophersat":
			want = backends.ByProof
		}
		if racer.tables || racer.findsOnly { // only where there is nothing to find
			m, racer.findsOnly = models.Dominoes(3, 3), false
		}
		b := Backend{NoTrial: true, RaceCounts: true, members: []member{racer}}
		r, err := backends.Run(t.Context(), b, m, backends.Task{List: true})
		if err != nil || r.Completeness != want {
			t.Errorf("a race of %s alone: completeness %q (%v), want %q",
				racer.Name, r.Completeness, err, want)
		}
	}
}
