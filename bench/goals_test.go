package bench

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/best"
	"github.com/exactile/exactile/bench/internal/puzzletest"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
)

// findBest finds a best solution of a puzzle, and counts the best ones and their orbits.
func findBest(t *testing.T, p *puzzle.Puzzle) (r *best.Result, count, orbits int64) {
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
		return r, 0, 0
	}
	parts, err := best.Parts(compiled, r.Value)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		m := part.Tiling.Model
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		report, err := backends.Run(ctx, auto.Backend{}, m, backends.Task{List: true})
		if err != nil {
			t.Fatal(err)
		}
		up, err := backends.CountOrbits(ctx, auto.Backend{}, m)
		if err != nil {
			t.Fatal(err)
		}
		if part.Best {
			count += report.Count.Int64()
			orbits += up.Int64()
		} else if report.Count.Sign() != 0 {
			t.Errorf("%s has %v solutions", part.Name, report.Count)
		}
	}
	return r, count, orbits
}

// A lister lists all solutions of a puzzle by trying each placement for each cell.
type lister struct {
	*puzzle.Tiling
	at    map[lattice.Cell][]int // the placements whose first cell it is
	full  map[lattice.Cell]bool
	taken cover.Solution
	found []cover.Solution
	steps int
}

func (l *lister) list(site int) bool {
	if l.steps++; l.steps > 50_000 {
		return false
	}
	sites := l.Puzzle.Board.Sites
	for site < len(sites) && l.full[sites[site].At] {
		site++
	}
	if site == len(sites) {
		if s := slices.Sorted(slices.Values(l.taken)); l.Check(s) == nil {
			l.found = append(l.found, s)
		}
		return true
	}
	for _, o := range l.at[sites[site].At] {
		cells := l.Placements[o].Cells
		if slices.ContainsFunc(cells, func(c lattice.Cell) bool { return l.full[c] }) {
			continue
		}
		for _, c := range cells {
			l.full[c] = true
		}
		l.taken = append(l.taken, o)
		more := l.list(site + 1)
		l.taken = l.taken[:len(l.taken)-1]
		for _, c := range cells {
			delete(l.full, c)
		}
		if !more {
			return false
		}
	}
	return !sites[site].Optional || l.list(site+1)
}

// TestGoals compares the best solutions of random puzzles with those among all.
func TestGoals(t *testing.T) {
	t.Parallel()
	compared := map[string]int{}
	for seed := range uint64(testkit.Times(600)) {
		r := rand.New(rand.NewPCG(seed, 57))
		p := puzzletest.Random(r.IntN)
		if r.IntN(2) == 0 { // more choice
			for k := range p.Pieces {
				p.Pieces[k].Count.Min = 0
				p.Pieces[k].Count.Max += r.IntN(2)
			}
		}
		kinds := []string{"fewest pieces", "most pieces", "fewest holes"}
		p.Goal, _ = puzzle.ParseGoal(kinds[r.IntN(3)])
		if p.Validate() != nil {
			continue // nothing to choose
		}
		compiled, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		l := &lister{Tiling: compiled, at: map[lattice.Cell][]int{}, full: map[lattice.Cell]bool{}}
		for o, pl := range compiled.Placements {
			l.at[pl.Cells[0]] = append(l.at[pl.Cells[0]], o)
		}
		if !l.list(0) {
			continue
		}
		value := func(s cover.Solution) int {
			n := 0
			if p.Goal.Of == "pieces" {
				return len(s)
			}
			covered := map[lattice.Cell]bool{}
			for _, o := range s {
				for _, c := range compiled.Placements[o].Cells {
					covered[c] = true
				}
			}
			for _, site := range p.Board.Sites {
				if !covered[site.At] {
					n++
				}
			}
			return n
		}
		wanted, want := []cover.Solution(nil), 0
		for _, s := range l.found {
			v := value(s)
			if len(wanted) == 0 || v != want && (v > want) == (p.Goal.Best == "most") {
				wanted, want = nil, v
			}
			if v == want {
				wanted = append(wanted, s)
			}
		}
		least := 0
		for _, s := range wanted {
			if s.Least(compiled.Sym) {
				least++
			}
		}
		found, n, orbits := findBest(t, p)
		if len(wanted) > 0 && found.Value != want || n != int64(len(wanted)) || orbits != int64(least) {
			t.Errorf("seed %d, %v: %d of value %d in %d orbits, want %d of %d in %d", seed, p.Goal, n,
				found.Value, orbits, len(wanted), want, least)
		}
		if len(wanted) > 1 && len(wanted) < len(l.found) {
			compared[p.Goal.String()+" "+p.Lattice.Name]++
		}
	}
	if len(compared) < 9 {
		t.Errorf("too few goals were compared: %v", compared)
	}
}

// A drawn is a piece as the test of boards draws it: its cells in each of its orientations.
type drawn [][][2]int

// orientations returns the distinct ways to lay cells, all turned and perhaps flipped.
func orientations(cells [][2]int, rotate, flip bool) (all drawn) {
	for turn := range 8 {
		if turn%4 > 0 && !rotate || turn >= 4 && !flip {
			continue
		}
		var moved [][2]int
		least := [2]int{99, 99}
		for _, c := range cells {
			if turn >= 4 {
				c[0] = -c[0]
			}
			for range turn % 4 {
				c = [2]int{-c[1], c[0]}
			}
			moved = append(moved, c)
			least[0], least[1] = min(least[0], c[0]), min(least[1], c[1])
		}
		for k := range moved {
			moved[k][0] -= least[0]
			moved[k][1] -= least[1]
		}
		slices.SortFunc(moved, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		same := func(other [][2]int) bool { return slices.Equal(other, moved) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, moved)
		}
	}
	return all
}

// packings counts the ways to lay the pieces, each as often as times says, on a board.
func packings(pieces []drawn, times []int, columns, rows, from int, full map[[2]int]bool) (n int) {
	if len(pieces) == 0 {
		return 1
	}
	if times[0] == 0 {
		return packings(pieces[1:], times[1:], columns, rows, 0, full)
	}
	left := slices.Clone(times)
	left[0]--
	place := 0
	for _, cells := range pieces[0] {
		for at := range columns * rows {
			if place++; place <= from { // copies are laid in the order of their places
				continue
			}
			free := true
			for _, c := range cells {
				x, y := c[0]+at%columns, c[1]+at/columns
				free = free && x < columns && y < rows && !full[[2]int{x, y}]
			}
			if !free {
				continue
			}
			for _, set := range []bool{true, false} {
				for _, c := range cells {
					full[[2]int{c[0] + at%columns, c[1] + at/columns}] = set
				}
				if set {
					n += packings(pieces, left, columns, rows, place, full)
				}
			}
		}
	}
	return n
}

// TestSmallestBoards compares the smallest squares and boxes for random pieces with those that a
// search of every board finds.
func TestSmallestBoards(t *testing.T) {
	t.Parallel()
	several := 0
	for seed := range uint64(testkit.Times(150)) {
		r := rand.New(rand.NewPCG(seed, 58))
		p := &puzzle.Puzzle{Name: "pieces"}
		var pieces []drawn
		var times []int
		area := 0
		for k := range 1 + r.IntN(3) {
			cells := [][2]int{{}}
			for range r.IntN(3) {
				c := cells[r.IntN(len(cells))]
				c[r.IntN(2)]++
				if !slices.Contains(cells, c) {
					cells = append(cells, c)
				}
			}
			piece := puzzle.Piece{
				Name: string(rune('A' + k)), Count: puzzle.Exactly(1 + r.IntN(2)),
				Rotate: r.IntN(2) == 0, Flip: r.IntN(2) == 0,
			}
			for _, c := range cells {
				piece.Cells = append(piece.Cells, puzzle.Cell{At: lattice.Cell{c[0], c[1]}})
			}
			p.Pieces = append(p.Pieces, piece)
			pieces = append(pieces, orientations(cells, piece.Rotate, piece.Flip))
			times = append(times, piece.Count.Min)
			area += len(cells) * piece.Count.Min
		}
		isBox := r.IntN(2) == 0
		p.Goal, _ = puzzle.ParseGoal("smallest square")
		if isBox {
			p.Goal, _ = puzzle.ParseGoal("smallest box")
		}
		value, want, side := 0, 0, 0
		for want == 0 {
			value++
			side = value
			for columns := 1; columns <= value; columns++ {
				size := [2]int{value, value}
				if isBox {
					size = [2]int{columns, value / columns}
				}
				if isBox && value%columns > 0 || !isBox && columns > 1 || size[0]*size[1] < area {
					continue
				}
				n := packings(pieces, times, size[0], size[1], 0, map[[2]int]bool{})
				if want += n; n > 0 {
					side = min(side, max(size[0], size[1]))
				}
			}
		}
		found, n, _ := findBest(t, p)
		if found.Value != value || n != int64(want) {
			t.Errorf("seed %d, %v: %d of %d, want %d of %d", seed, p.Goal, n, found.Value, want, value)
		}
		if size := found.Tiling.Puzzle.Board.Size; max(size[0], size[1]) != side {
			t.Errorf("seed %d, %v: shown is %v, want the longer side %d", seed, p.Goal, size, side)
		}
		if want > 1 {
			several++
		}
	}
	if several < 20 {
		t.Errorf("only %d puzzles have several best solutions", several)
	}
}
