package table

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// fastSearchOf returns a search of a problem that looks for enclosed cells in so many bytes, and its
// engine, in the first order of cells from the given one on that a fast board can
// have.
func fastSearchOf(t *testing.T, m *problem.Problem, order, enclosed int) (*FastSearch, *Search) {
	t.Helper()
	orders := m.Orders(m.CellItems(), true)
	for n := range orders {
		ord := &orders[(order+n)%len(orders)]
		if e := NewFast(&run.Settings{Levels: run.Levels{"enclosed": enclosed, "components": 1}, Workers: 1}, NewWindow(m, ord), ord, run.Search{Ctx: context.Background(), PauseAt: 1}); e != nil {
			return e.Searcher.(*FastSearch), e
		}
	}
	t.Fatal("no fast board")
	return nil, nil
}

// What the tables say of enclosed cells is what the definition says, placement by
// placement: at states of a walk and at random ones.
func TestTablesLeaveNoCellEnclosed(t *testing.T) {
	models := map[string]*problem.Problem{
		"one of each":  problem.Load(boards.Rectangle(5, 6, '.').Model(boards.Pentominoes[0], boards.Pentominoes[2], boards.Pentominoes[4], boards.Pentominoes[5], boards.Pentominoes[8], boards.Pentominoes[10])),
		"copies":       problem.Load(boards.Rectangle(6, 6, '.').Without(boards.Cell{2, 2}).Model(boards.Shape{Name: "P", Cells: boards.ParseShape("XX XX X."), Min: 2, Max: 4}, boards.One("I", "XXXXX"), boards.Shape{Name: "L", Cells: boards.ParseShape("XX X."), Min: 0, Max: 9})),
		"two holes":    problem.Load(boards.Rectangle(4, 8, '?').Model(boards.Shape{Name: "P", Cells: boards.ParseShape("XX XX X."), Min: 3, Max: 3}, boards.One("V", "X.. X.. XXX"), boards.One("Y", "XXXX .X.."), boards.One("W", "X.. XX. .XX"))),
		"apart":        problem.Load(boards.Rectangle(5, 5, '.').Model(boards.Shape{Name: "X.X", Cells: boards.ParseShape("X.X"), Min: 6, Max: 6}, boards.One("O", "XX XX"), boards.One("L", "XX XX XX XX X."))),
		"may be empty": problem.Load(boards.Rectangle(5, 6, '?').Model(boards.Shape{Name: "T", Cells: boards.ParseShape("XXX .X."), Min: 1, Max: 9})),
	}
	for name, p := range models {
		for bytes := range enclosedBytes + 1 {
			s, e := fastSearchOf(t, p, bytes, bytes)
			b := e.fast
			enclosedSeen := 0
			for st, avail := range randomStates(b) {
				got := s.fit(st, avail)
				want, enclosed := fitting(b, st, avail, bytes)
				if got != want {
					t.Fatalf("%s, %d bytes, order %s, cell %d, filled %b, available %b: slots %b fit, want %b", name, bytes, e.Order.Name, st.C, st.F, avail, got, want)
				}
				enclosedSeen += enclosed
			}
			if bytes > 0 && enclosedSeen == 0 && name != "may be empty" {
				t.Errorf("%s, %d bytes: no enclosed cell came up, want some", name, bytes)
			}
		}
	}
}

// randomStates yields states with the slots of what is left: any pattern of filled cells, some
// nearly full, and any counts left.
func randomStates(b *fastBoard) iter.Seq2[State, uint64] {
	return func(yield func(State, uint64) bool) {
		rnd := problem.Random(1)
		for range 300 {
			c := rnd.Below(b.N)
			if b.Open[c]&1 == 0 {
				continue
			}
			f := rnd.Next()
			f &= rnd.Next() & (1<<33 - 1) &^ 1
			if rnd.Below(2) == 0 {
				f |= rnd.Next() & (1<<33 - 1) &^ 1
			}
			avail := rnd.Next()
			avail |= rnd.Next()
			if !yield(State{C: c, F: f}, avail) {
				return
			}
		}
	}
}

// fitting returns the slots of the placements that fit at a state, neither strand a cell nor
// leave one enclosed, and how many of the others only leave one enclosed.
func fitting(b *fastBoard, st State, avail uint64, bytes int) (slots uint64, onlyEnclosed int) {
	empty := b.Open[st.C] &^ st.F
	strict := b.holes != 0 && avail&b.holes == 0
	for n := b.from[st.C]; n < b.from[st.C+1]; n++ {
		q, slot := &b.at[n], uint64(1)<<b.slotOf[n]
		if avail&slot == 0 || q.mask&^empty != 0 {
			continue
		}
		switch hopeless, enclosed := enclosesCell(b, st.C, q, empty, strict, bytes); {
		case hopeless:
		case enclosed:
			onlyEnclosed++
		default:
			slots |= slot
		}
	}
	return slots, onlyEnclosed
}

// enclosesCell says by the definition whether a placement at c strands a cell,
// whatever its neighbours are, and whether it leaves a cell enclosed.
func enclosesCell(b *fastBoard, c int, o *placement, empty uint64, strict bool, bytes int) (dead, enclosed bool) {
	must := b.must[c]
	if strict {
		must = b.Open[c]
	}
	for left := must & empty &^ o.mask &^ 1; left != 0; left &= left - 1 {
		y := bits.TrailingZeros64(left)
		if y > b.Span && y > 8*min(bytes, (b.Span+7)/8) {
			break
		}
		within := uint64(255) << (1 + (y-1)/8*8)
		comes, fits := false, false
		for d := 1; d <= y && c+d < b.N; d++ {
			for _, r := range b.placements(c + d) {
				mask := r.mask << d
				if r.option < 0 || mask>>y&1 == 0 || mask&o.mask != 0 || b.kinds[r.kind].once&b.kinds[o.kind].once != 0 {
					continue
				}
				comes = true
				fits = fits || mask&within&^empty == 0
			}
		}
		if y <= b.Span && !comes {
			dead = true
		}
		if y <= 8*min(bytes, (b.Span+7)/8) && !fits {
			enclosed = true
		}
	}
	return dead, enclosed
}

// countBatched visits the nodes of the recursive search and finds the same solutions,
// also where the next empty cell is far away, and where a rule is asked at every cell.
func TestBatchedCountsAreThoseOfRun(t *testing.T) {
	gaps := boards.Rectangle(4, 4, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 8, Max: 8})
	for i := range gaps.Pos {
		if gaps.Pos[i] >= 0 {
			gaps.Pos[i] = gaps.Pos[i]%4 + gaps.Pos[i]/4*29
		}
	}
	for n, p := range []*problem.Problem{
		problem.Load(boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[4], boards.Pentominoes[8], boards.Pentominoes[10])),
		problem.Load(boards.Rectangle(4, 15, '.').Model(boards.Pentominoes...)),
		problem.Load(boards.Rectangle(6, 6, '.').Model(boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Min: 12, Max: 12})),
		problem.Load(boards.Rectangle(4, 4, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 3, Max: 5})),
		problem.Load(boards.Rectangle(5, 6, '?').Model(boards.Pentominoes[0], boards.Pentominoes[4], boards.Pentominoes[5], boards.One("I4", "XXXX"), boards.One("T4", "XXX .X."))),
		problem.Load(gaps),
	} {
		for order := range 2 {
			t.Run(fmt.Sprint(n, "/", order), func(t *testing.T) {
				s, e := fastSearchOf(t, p, order, n%2)
				s.Limit, s.PauseAt, s.Every = s.Window.N, run.PauseEvery, run.PauseEvery
				e.Place(&problem.TrivialRoot[0])
				st := e.Start
				avail := s.board.available(st.K)
				fit := s.fit(st, avail)
				var all int64
				for _, asked := range [][]stateTest{nil, e.tests} {
					s.setTests(asked)
					s.Nodes, s.Found = 0, 0
					s.run(st.C, st.F, fit, avail, st.K, 0)
					nodes, found := s.Nodes, s.Found
					s.Nodes, s.Found = 0, 0
					s.countBatched(frame{st.C, st.F, fit, avail, st.K})
					if s.Nodes != nodes || s.Found != found || nodes == 0 {
						t.Errorf("%d nodes and %d solutions, want %d and %d", s.Nodes, s.Found, nodes, found)
					}
					if len(asked) > 0 && nodes > all {
						t.Errorf("%d nodes, %d where nothing is asked", nodes, all)
					}
					all = nodes
				}
			})
		}
	}
}
