package layers

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// counted counts a model along its first order, or along another one.
func counted(ctx context.Context, m *cover.Model, s *run.Settings, order int) (*big.Int, run.Stats, error) {
	p := problem.Load(m)
	roots := problem.TrivialRoot
	if !s.NoSymmetry {
		roots = p.Roots()
	}
	s.Workers = max(1, s.Workers)
	return Count(ctx, s, table.NewExpander(s, p, &p.Orders(p.CellItems(), true)[order], roots), &Account{})
}

// TestStatesWaitOnDisk counts what outgrows the memory that it may take, in one
// partition and in many, with one worker and with more. No file is left.
func TestStatesWaitOnDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	want, _, err := counted(t.Context(), boards.Dominoes(14, 14), &run.Settings{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		for _, shards := range []int{0, 16} {
			n, st, err := counted(t.Context(), boards.Dominoes(14, 14), &run.Settings{Memory: 1 << 16, Workers: workers, Shards: shards}, 0)
			if err != nil || n.Cmp(want) != 0 || st.Away == 0 {
				t.Errorf("%d workers, %d shards: %v, %v, %d bytes on disk; want %v", workers, shards, n, err, st.Away, want)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A disk that does not take the states that wait is an error, and no number.
func TestDiskFails(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	for _, workers := range []int{1, 3} {
		_, _, err := counted(t.Context(), boards.Dominoes(14, 14), &run.Settings{Memory: 1 << 16, Workers: workers}, 0)
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

// TestWays counts boards in which symmetry halves the states, in which it makes roots, and
// in which cells stay empty, along every order and with both left out.
func TestWays(t *testing.T) {
	var tetrominoes []boards.Shape
	for _, r := range []string{"XXXX", "XXX X..", "XX XX", ".XX XX.", "XXX .X."} {
		tetrominoes = append(tetrominoes, boards.Shape{Name: r, Cells: boards.ParseShape(r), Max: 16})
	}
	domino := boards.ParseShape("XX")
	for name, m := range map[string]*cover.Model{
		"any tetrominoes 6x6":    boards.Rectangle(6, 6, '.').Model(tetrominoes...),
		"pentominoes 3x20":       boards.Rectangle(3, 20, '.').Model(boards.Pentominoes...),
		"dominoes packed in 3x3": boards.Rectangle(3, 3, '?').Model(boards.Shape{Name: "domino", Cells: domino, Max: 4}),
		"4 dominoes in 3x3":      boards.Rectangle(3, 3, '?').Model(boards.Shape{Name: "domino", Cells: domino, Min: 4, Max: 4}),
		"one of three in 4x4":    boards.Rectangle(4, 4, '?').Model(boards.Pentominoes[2:5]...),
	} {
		want, _, err := counted(t.Context(), m, &run.Settings{NoSymmetry: true, Levels: run.Levels{"stranded": -1}}, 0)
		if err != nil || want.Sign() == 0 {
			t.Fatal(want, err)
		}
		p := problem.Load(m)
		orders := p.Orders(p.CellItems(), true)
		for order := range orders {
			if orders[order].Mean > 1.5*orders[0].Mean {
				break // a frontier as wide as this has states without end
			}
			for _, s := range []run.Settings{{}, {NoSymmetry: true}, {Levels: run.Levels{"stranded": -1}}, {Shards: 4, Workers: 2}, {Memory: 1}} {
				n, _, err := counted(t.Context(), m, &s, order)
				if err != nil || n.Cmp(want) != 0 {
					t.Errorf("%s, order %d, %+v: %v, %v, want %v", name, order, s, n, err, want)
				}
			}
		}
	}
}

// A symmetry that has boundaries halves the states, and so does nearly half of the work.
func TestMirrorHalvesStates(t *testing.T) {
	m := boards.Dominoes(12, 12)
	n, with, err := counted(t.Context(), m, &run.Settings{}, 0)
	without, alone, err2 := counted(t.Context(), m, &run.Settings{NoSymmetry: true}, 0)
	if err != nil || err2 != nil || n.Cmp(without) != 0 {
		t.Fatalf("%v and %v solutions, %v, %v", n, without, err, err2)
	}
	if with.Nodes > alone.Nodes*3/5 {
		t.Errorf("%d nodes with the mirror, %d without", with.Nodes, alone.Nodes)
	}
}

// TestCountTable adds random states in both widths of a state, with numbers that grow, and
// compares with big integers.
func TestCountTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 40 {
		words := 1 + round%2
		ta := countTable{layout: layout{words: words}}
		ta.reset(r.IntN(100), 1+r.IntN(2))
		want := map[[2]uint64]*big.Int{}
		for range 300 {
			width := 1 + r.IntN(1+round/8)
			var states []uint64
			for range r.IntN(50) {
				var q [2]uint64
				for j := range words {
					q[j] = r.Uint64N(60)
				}
				states = append(states, q[:words]...)
				number := make([]uint64, width)
				for j := range number {
					// All ones are the likeliest to carry.
					if number[j] = r.Uint64() | 1; r.IntN(2) == 0 {
						number[j] = 1<<64 - 1
					}
				}
				states = append(states, number...)
				if want[q] == nil {
					want[q] = new(big.Int)
				}
				want[q].Add(want[q], run.Big(number))
			}
			ta.addAll(states, width)
		}
		found := 0
		stride := words + ta.width
		for cells := ta.rows; len(cells) > 0; cells = cells[stride:] {
			if isZero(cells[words:stride]) {
				continue
			}
			var q [2]uint64
			copy(q[:], cells[:words])
			if got := run.Big(cells[words:stride]); want[q] == nil || got.Cmp(want[q]) != 0 {
				t.Fatalf("round %d: state %v has %v, want %v", round, q, got, want[q])
			}
			found++
		}
		if found != len(want) || ta.n != found {
			t.Fatalf("round %d: %d states, counted as %d, want %d", round, found, ta.n, len(want))
		}
	}
}
