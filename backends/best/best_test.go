package best_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// find finds a best solution of a puzzle, and the number of the best ones.
func find(t *testing.T, p *puzzle.Puzzle) (r *best.Result, n int64) {
	t.Helper()
	compiled, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	r, err = best.Find(ctx, compiled, func(of *puzzle.Tiling, _ func(string)) backends.Backend {
		return auto.Backend{Colourings: of.Colourings(), Alone: true}
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Tiling == nil {
		return r, 0
	}
	parts, err := best.Parts(compiled, r.Value)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		count, err := backends.Count(ctx, auto.Backend{}, part.Tiling.Model)
		if err != nil {
			t.Fatal(err)
		}
		if part.Best {
			n += count.Int64()
		} else if count.Sign() != 0 {
			t.Errorf("%s: %v solutions of %s", p.Name, count, part.Name)
		}
	}
	return r, n
}

// squares is the puzzle to cut a board into smaller squares.
func squares(n int) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Name: fmt.Sprint("squares ", n)}
	p.Goal, _ = puzzle.ParseGoal("fewest pieces")
	rows := strings.Repeat(strings.Repeat(".", n)+"\n", n)
	p.Board, _ = puzzle.ParseBoard(rows)
	for side := 1; side < max(n, 2); side++ {
		shape := make([]string, side)
		for y := range shape {
			shape[y] = strings.Repeat("X", side)
		}
		p.Pieces = append(p.Pieces, puzzle.NewPiece(fmt.Sprint("S", side), shape...).
			Times(puzzle.Bounds{Max: puzzle.Unbounded}))
	}
	return p
}

// TestQueens: the queens that dominate a chessboard are a cover whose options are counted. Source
// of the numbers of queens: OEIS A075458; of the sets: A002563.
func TestQueens(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		n, queens int
		sets      int64
	}{{5, 3, 186}, {6, 3, 4}, {7, 4, 86}, {8, 5, 4860}} {
		if row.n == 8 && testing.Short() {
			continue
		}
		m := &cover.Model{}
		for i := range row.n * row.n {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Min: 1, Max: row.n * row.n})
			var attacked []int
			x, y := i%row.n, i/row.n
			for j := range row.n * row.n {
				if u, v := j%row.n, j/row.n; u == x || v == y || u-x == v-y || u-x == y-v {
					attacked = append(attacked, j)
				}
			}
			m.Options = append(m.Options, attacked)
		}
		p := &puzzle.Puzzle{Name: fmt.Sprint("queens ", row.n), Cover: m}
		p.Goal, _ = puzzle.ParseGoal("fewest pieces")
		if r, n := find(t, p); r.Value != row.queens || n != row.sets {
			t.Errorf("%s: %d sets of %d, want %d of %d", p.Name, n, r.Value, row.sets, row.queens)
		}
	}
}

// TestSquares: the fewest squares into which a square is cut, OEIS A018835, whose first cuts are of
// a board in one piece.
func TestSquares(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{3: 6, 4: 4, 5: 8, 6: 4, 7: 9, 8: 4, 9: 6, 10: 4} {
		if r, _ := find(t, squares(n)); r.Value != want {
			t.Errorf("%d: %v, want %d squares", n, r, want)
		}
	}
}
