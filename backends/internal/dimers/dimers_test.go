package dimers_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends/internal/dimers"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// board is a random board, mostly of one of the planar lattices, some closed upon themselves, with
// holes and sometimes a cell that may stay empty, for dominoes of one to three kinds, some of which must be used a number of times.
func board(r *rand.Rand) *puzzle.Puzzle {
	l := []*lattice.Lattice{lattice.Square, lattice.Hex, lattice.Triangle}[r.IntN(3)]
	if r.IntN(8) == 0 {
		l = lattice.All()[r.IntN(len(lattice.All()))]
	}
	var holes []lattice.Cell
	columns, rows := 1+r.IntN(7), 1+r.IntN(7)
	for x := range columns {
		for y := range rows {
			if r.IntN(8) == 0 {
				holes = append(holes, lattice.Cell{x, y})
			}
		}
	}
	p := &puzzle.Puzzle{Name: "random", Lattice: l, Board: puzzle.Rect(columns, rows, holes...)}
	if r.IntN(3) == 0 {
		for k, n := range []int{columns, rows} {
			move := lattice.Cell{k * r.IntN(columns), 0}
			if move[k] = n + r.IntN(8)/7; r.IntN(3) > 0 && l.Translates(move) {
				p.Board.Wrap[k] = move
			}
		}
	}
	if r.IntN(10) == 0 && len(p.Board.Sites) > 0 {
		p.Board.Sites[r.IntN(len(p.Board.Sites))].Optional = true
	}
	for k := range 1 + r.IntN(3) {
		piece := puzzle.NewPiece(fmt.Sprint("D", k), "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})
		switch r.IntN(8) {
		case 0:
			piece = piece.Times(puzzle.Bounds{Max: r.IntN(20)})
		case 1:
			piece = piece.Times(puzzle.Exactly(len(p.Board.Sites) / 2))
		}
		p.Pieces = append(p.Pieces, piece)
	}
	return p
}

// The formula and the search agree on random boards, wherever the formula applies, which it does for
// most.
func TestRandomBoards(t *testing.T) {
	t.Parallel()
	n := 1000
	if testkit.Thorough() {
		n = 10000
	}
	applies, closed := map[string]int{}, 0
	for seed := range n {
		p := board(rand.New(rand.NewPCG(uint64(seed), 38)))
		tiling, err := p.Compile()
		if err != nil {
			continue
		}
		got, ok, err := dimers.Count(context.Background(), tiling.Model)
		if !ok {
			continue
		}
		want, wrong := native.Searcher{NoSymmetry: true}.Count(context.Background(), tiling.Model)
		if err != nil || wrong != nil || got.Cmp(want) != 0 {
			t.Fatalf("seed %d: %v, %v; native %v, %v", seed, got, err, want, wrong)
		}
		if want.Sign() > 0 {
			applies[p.Lattice.Name]++
			if p.Board.Wrap.Closes() {
				closed++
			}
		}
	}
	for _, l := range []string{"square", "hex", "triangle"} {
		if applies[l] < n/60 {
			t.Errorf("it applies to %d boards of %s with solutions, of %d in all", applies[l], l, n)
		}
	}
	if closed < n/200 {
		t.Errorf("it applies to %d closed boards with solutions, of %d boards", closed, n)
	}
}

// It does not apply to other pieces, cubes and models without positions, and it stops.
func TestWhereItDoesNotApply(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pentominoes:6x10", "soma", "dominoes:1x1", "tetrominoes:4x5"} {
		if n, ok, err := count(t, name); ok && n.Sign() > 0 || err != nil {
			t.Errorf("%s: %v, %v", name, n, err)
		}
	}
	m := &cover.Model{Items: slices.Repeat([]cover.Item{{Min: 1, Max: 1}}, 4), Options: [][]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}}}
	if n, ok, err := dimers.Count(context.Background(), m); ok || err != nil {
		t.Errorf("without positions: %v, %v", n, err)
	}
	m.Pos = []int{0, 1, 5, 6}
	if n, ok, err := dimers.Count(context.Background(), m); !ok || err != nil || n.Cmp(big.NewInt(2)) != 0 {
		t.Errorf("a square: %v, %v, %v", n, ok, err)
	}
	// All pairs of six points: they cannot be drawn.
	m = &cover.Model{}
	for i := range 6 {
		m.Items, m.Pos = append(m.Items, cover.Item{Min: 1, Max: 1}), append(m.Pos, i)
		for j := range i {
			m.Options = append(m.Options, []int{j, i})
		}
	}
	if n, ok, err := dimers.Count(context.Background(), m); ok || err != nil {
		t.Errorf("all pairs of six: %v, %v", n, err)
	}
}

// Long boards take no longer than their shorter side demands, either way, and a large box ends at
// once: its pairs cannot be drawn.
func TestLargeModels(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dominoes:2x2000", "dominoes:2000x2"} {
		n, ok, err := count(t, name)
		if err != nil || !ok || n.BitLen() != 1389 {
			t.Errorf("%s: %d bits, %v, %v", name, n.BitLen(), ok, err)
		}
	}
	box := &puzzle.Puzzle{Name: "box", Lattice: lattice.Cube, Pieces: []puzzle.Piece{puzzle.NewPiece("D", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})}}
	box.Pieces[0].Flip = false
	for z := range 20 {
		for y := range 20 {
			for x := range 20 {
				box.Board.Sites = append(box.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, y, z}}})
			}
		}
	}
	box.Board.Size = lattice.Cell{20, 20, 20}
	tiling, err := box.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if n, ok, err := dimers.Count(t.Context(), tiling.Model); ok || err != nil {
		t.Errorf("a box: %v, %v", n, err)
	}
}

func TestItStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, _, err := dimers.Count(ctx, model(t, "dominoes:20x20")); err != context.Canceled {
		t.Errorf("%v, %v", n, err)
	}
}

func model(t *testing.T, name string) *cover.Model {
	t.Helper()
	p, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := p[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model
}

func count(t *testing.T, name string) (*big.Int, bool, error) {
	return dimers.Count(t.Context(), model(t, name))
}
