package native

import (
	"context"
	"fmt"
	"math/bits"
	"testing"
)

// fastSearchOf returns a search of a problem with pockets in so many bytes, and its
// engine, in the first order of cells from the given one on that a fast board can
// have.
func fastSearchOf(t *testing.T, m *problem, order, pockets int) (*fastSearch, *tableEngine) {
	t.Helper()
	orders := m.orders(m.cellItems(), true)
	for n := range orders {
		ord := &orders[(order+n)%len(orders)]
		if e := newFastEngine(&settings{pockets: pockets, workers: 1}, newWindow(m, ord), ord, walk{ctx: context.Background(), pauseAt: 1}); e != nil {
			return e.tableSearch.(*fastSearch), e
		}
	}
	t.Fatal("no fast board")
	return nil, nil
}

// What the tables say with pockets is what the definition says, placement by
// placement: at states of a walk and at random ones.
func TestPocketsAreWhatTheySay(t *testing.T) {
	models := map[string]*problem{
		"one of each":  load(rectangle(5, 6, '.').model(pentominoes[0], pentominoes[2], pentominoes[4], pentominoes[5], pentominoes[8], pentominoes[10])),
		"copies":       load(rectangle(6, 6, '.').without(cell{2, 2}).model(shape{name: "P", cells: parseShape("XX XX X."), min: 2, max: 4}, one("I", "XXXXX"), shape{name: "L", cells: parseShape("XX X."), min: 0, max: 9})),
		"two holes":    load(rectangle(4, 8, '?').model(shape{name: "P", cells: parseShape("XX XX X."), min: 3, max: 3}, one("V", "X.. X.. XXX"), one("Y", "XXXX .X.."), one("W", "X.. XX. .XX"))),
		"apart":        load(rectangle(5, 5, '.').model(shape{name: "X.X", cells: parseShape("X.X"), min: 6, max: 6}, one("O", "XX XX"), one("L", "XX XX XX XX X."))),
		"may be empty": load(rectangle(5, 6, '?').model(shape{name: "T", cells: parseShape("XXX .X."), min: 1, max: 9})),
	}
	for name, p := range models {
		for bytes := range pocketBytes + 1 {
			s, e := fastSearchOf(t, p, bytes, bytes)
			b := e.fast
			rnd := random(1)
			pocketsSeen := 0
			for range 300 {
				c := rnd.below(b.n)
				if b.open[c]&1 == 0 {
					continue
				}
				// Any pattern of filled cells, some nearly full, and any counts left.
				f := rnd.next()
				f &= rnd.next() & (1<<33 - 1) &^ 1
				if rnd.below(2) == 0 {
					f |= rnd.next() & (1<<33 - 1) &^ 1
				}
				avail := rnd.next()
				avail |= rnd.next()
				strict := b.holes != 0 && avail&b.holes == 0
				got := s.fit(state{c: c, f: f}, avail)
				want := uint64(0)
				for n := b.from[c]; n < b.from[c+1]; n++ {
					q := &b.at[n]
					slot := uint64(1) << b.slotOf[n]
					if avail&slot == 0 || q.mask&^(b.open[c]&^f) != 0 {
						continue
					}
					hopeless, pocket := leavesPocket(b, c, q, b.open[c]&^f, strict, bytes)
					if pocket && !hopeless {
						pocketsSeen++
					}
					if !hopeless && !pocket {
						want |= slot
					}
				}
				if got != want {
					t.Fatalf("%s, %d bytes, order %s, cell %d, filled %b, strict %v: slots %b fit, want %b", name, bytes, e.order.name, c, f, strict, got, want)
				}
			}
			if bytes > 0 && pocketsSeen == 0 && name != "may be empty" {
				t.Errorf("%s, %d bytes: no pocket came up", name, bytes)
			}
		}
	}
}

// leavesPocket says by the definition whether a placement at c leaves a cell dead,
// whatever its neighbours are, and whether it leaves a pocket.
func leavesPocket(b *fastBoard, c int, o *placement, empty uint64, strict bool, bytes int) (dead, pocket bool) {
	must := b.must[c]
	if strict {
		must = b.open[c]
	}
	for left := must & empty &^ o.mask &^ 1; left != 0; left &= left - 1 {
		y := bits.TrailingZeros64(left)
		if y > b.span && y > 8*min(bytes, (b.span+7)/8) {
			break
		}
		within := uint64(255) << (1 + (y-1)/8*8)
		comes, fits := false, false
		for d := 1; d <= y && c+d < b.n; d++ {
			for _, r := range b.placements(c + d) {
				mask := r.mask << d
				if r.option < 0 || mask>>y&1 == 0 || mask&o.mask != 0 || b.kinds[r.kind].once&b.kinds[o.kind].once != 0 {
					continue
				}
				comes = true
				fits = fits || mask&within&^empty == 0
			}
		}
		if y <= b.span && !comes {
			dead = true
		}
		if y <= 8*min(bytes, (b.span+7)/8) && !fits {
			pocket = true
		}
	}
	return dead, pocket
}

// A rush visits the nodes of the recursive walk and finds the same solutions,
// also where the next empty cell is far away.
func TestRushIsRun(t *testing.T) {
	gaps := rectangle(4, 4, '.').model(shape{name: "domino", cells: parseShape("XX"), min: 8, max: 8})
	for i := range gaps.Pos {
		if gaps.Pos[i] >= 0 {
			gaps.Pos[i] = gaps.Pos[i]%4 + gaps.Pos[i]/4*29
		}
	}
	for n, p := range []*problem{
		load(rectangle(5, 5, '.').model(pentominoes[1], pentominoes[2], pentominoes[4], pentominoes[8], pentominoes[10])),
		load(rectangle(4, 15, '.').model(pentominoes...)),
		load(rectangle(6, 6, '.').model(shape{name: "L3", cells: parseShape("XX X."), min: 12, max: 12})),
		load(rectangle(4, 4, '?').model(shape{name: "domino", cells: parseShape("XX"), min: 3, max: 5})),
		load(rectangle(5, 6, '?').model(pentominoes[0], pentominoes[4], pentominoes[5], one("I", "XXXX"), one("T", "XXX .X."))),
		load(gaps),
	} {
		for order := range 2 {
			t.Run(fmt.Sprint(n, "/", order), func(t *testing.T) {
				s, e := fastSearchOf(t, p, order, n%2)
				s.limit, s.pauseAt, s.every = s.w.n, pauseEvery, pauseEvery
				e.place(&trivialRoot[0])
				st := e.start
				avail := s.board.available(st.k)
				fit := s.fit(st, avail)
				s.run(st.c, st.f, fit, avail, st.k)
				nodes, found := s.nodes, s.found
				s.nodes, s.found = 0, 0
				s.rush(frame{st.c, st.f, fit, avail, st.k})
				if s.nodes != nodes || s.found != found || nodes == 0 {
					t.Errorf("%d nodes and %d solutions, want %d and %d", s.nodes, s.found, nodes, found)
				}
			})
		}
	}
}
