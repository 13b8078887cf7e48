package native

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// rankers number solutions: as is likely to be the fastest, in a diagram, and in a list.
func rankers() []Searcher {
	return []Searcher{{}, {forced: layered}, {forced: layered, levels: map[string]int{"stranded": -1}}, {merge: -1}, {forced: layered, Memory: 2000}, {forced: layered, Memory: 20000}}
}

func mustRank(t *testing.T, s Searcher, m *cover.Model) *Ranking {
	t.Helper()
	r, err := s.Rank(t.Context(), m)
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	return r
}

// TestRankingsAgree goes through all solutions of random boards and models by their numbers:
// every way to number them gives the same ones in the same order, none twice, each with its
// number; and for each option as many as a listing does.
func TestRankingsAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 2))
	drawn, runs := 0, testkit.Times(60)
	for n := range runs {
		m := randomModel(r)
		if n%3 > 0 {
			if m = randomBoard(r); mustCount(t, Searcher{}, m).Cmp(big.NewInt(1000)) > 0 {
				continue
			}
		}
		drawn += rankingsOf(t, m)
	}
	if drawn < runs/2 {
		t.Errorf("%d diagrams were drawn for %d models, want %d or more", drawn, runs, runs/2)
	}
}

// rankingsOf numbers the solutions of a model in every way that has the memory for it, compares
// what comes of it, and returns how many ways were diagrams.
func rankingsOf(t *testing.T, m *cover.Model) (diagrams int) {
	t.Helper()
	all := list(t, Plain{}, m)
	var first []cover.Solution
	for _, s := range rankers() {
		var st Stats
		s.Stats = func(did Stats) { st = did }
		ranking, err := s.Rank(t.Context(), m)
		if s.Memory > 0 && err == ErrMemory {
			continue
		}
		if err != nil {
			t.Fatalf("%v: %+v: %v", s, m, err)
		}
		if st.Engine == "diagram" {
			diagrams++
		}
		got, err := ranked(ranking, all)
		if err == nil {
			err = sameMarginals(s, m)
		}
		if err != nil {
			t.Fatalf("%v: %+v: %v", s, m, err)
		}
		if first == nil {
			first = got
		}
		if !slices.EqualFunc(got, first, slices.Equal) {
			t.Fatalf("%v: %+v: another order than the first ranking has:\n got %v\nwant %v", s, m, got, first)
		}
	}
	return diagrams
}

// ranked returns the solutions of a ranking by their numbers, and an error unless they are the
// wanted ones, which are sorted.
func ranked(ranking *Ranking, want []cover.Solution) ([]cover.Solution, error) {
	if ranking.Count().Cmp(big.NewInt(int64(len(want)))) != 0 {
		return nil, fmt.Errorf("%v solutions, want %d", ranking.Count(), len(want))
	}
	var got []cover.Solution
	for k := range want {
		s, err := ranking.At(big.NewInt(int64(k)))
		if err != nil {
			return nil, err
		}
		if index, err := ranking.Index(s); err != nil || index.Int64() != int64(k) {
			return nil, fmt.Errorf("solution %d, %v, has the number %v, %v", k, s, index, err)
		}
		got = append(got, s)
	}
	if s, err := ranking.At(ranking.Count()); err == nil {
		return nil, fmt.Errorf("there is a solution after the last, %v", s)
	}
	sorted := slices.SortedFunc(slices.Values(got), func(a, b cover.Solution) int { return slices.Compare(a, b) })
	if !slices.EqualFunc(sorted, want, slices.Equal) {
		return nil, fmt.Errorf("other solutions than a listing has:\n got %v\nwant %v", sorted, want)
	}
	return got, nil
}

// sameMarginals returns an error unless s finds each option in as many solutions as Plain lists.
func sameMarginals(s Searcher, m *cover.Model) error {
	want, total, err := cover.Marginals(m, Plain{}.Solutions(context.Background(), m))
	if err != nil {
		return err
	}
	got, n, err := s.Marginals(context.Background(), m)
	if err != nil || n.Cmp(total) != 0 || !sameNumbers(got, want) {
		return fmt.Errorf("marginals %v of %v, %v; want %v of %v", got, n, err, want, total)
	}
	return nil
}

func sameNumbers(a, b []*big.Int) bool {
	return slices.EqualFunc(a, b, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
}

// TestRandomSolutionsAreUniform draws from a set that a diagram keeps and from one that a
// list does: the same seed gives the same solutions, and the numbers are as likely as one
// another, by chi-square, whose mean is the number of solutions less one.
func TestRandomSolutionsAreUniform(t *testing.T) {
	t.Parallel()
	m := boards.Dominoes(4, 4) // 36 tilings
	for _, seed := range []uint64{1, 2, 3} {
		var before []cover.Solution
		for _, s := range rankers()[:4] {
			ranking := mustRank(t, s, m)
			counts := make([]float64, ranking.Count().Int64())
			var drawn []cover.Solution
			const draws = 1800
			for sol := range randomly(t, ranking, seed) {
				k, err := ranking.Index(sol)
				if err != nil {
					t.Fatal(err)
				}
				counts[k.Int64()]++
				if drawn = append(drawn, sol); len(drawn) == draws {
					break
				}
			}
			chi := 0.0
			for _, n := range counts {
				chi += (n - draws/36) * (n - draws/36) / (draws / 36)
			}
			if len(counts) != 36 || chi < 15 || chi > 70 { // one in several thousand is outside
				t.Errorf("%v, seed %d: chi-square %v over %d solutions", s, seed, chi, len(counts))
			}
			if before != nil && !slices.EqualFunc(before, drawn, slices.Equal) {
				t.Errorf("%v draws others with seed %d", s, seed)
			}
			before = drawn
		}
	}
}

// TestRandomTilingsHaveTheMarginals draws domino tilings of 8x8, and compares how often each
// domino comes with how many of all tilings have it.
func TestRandomTilingsHaveTheMarginals(t *testing.T) {
	t.Parallel()
	m := boards.Dominoes(8, 8)
	options, total, err := Searcher{}.Marginals(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	seen, draws := make([]float64, len(options)), testkit.Times(1000)
	n := 0
	for s := range randomly(t, mustRank(t, Searcher{}, m), 11) {
		for _, o := range s {
			seen[o]++
		}
		if n++; n == draws {
			break
		}
	}
	for o, with := range options {
		p := float64(with.Int64()) / float64(total.Int64())
		deviation := math.Sqrt(float64(draws) * p * (1 - p))
		if off := math.Abs(seen[o]-float64(draws)*p) / deviation; off > 5 {
			t.Errorf("domino %d comes %v times in %d, which is %.1f deviations off", o, seen[o], draws, off)
		}
	}
}

// TestTooLittleMemory: where neither a diagram nor a list has room, and there are far too many
// solutions to list, there is an error.
func TestTooLittleMemory(t *testing.T) {
	t.Parallel()
	m := boards.Dominoes(12, 12)
	s := Searcher{Memory: 1 << 12}
	if _, err := s.Rank(t.Context(), m); !errors.Is(err, ErrMemory) {
		t.Errorf("Rank: %v", err)
	}
	if _, _, err := s.Marginals(t.Context(), m); !errors.Is(err, ErrMemory) {
		t.Errorf("Marginals: %v", err)
	}
	// Thirteen layers of a few thousand states each are in memory together.
	if _, err := (Searcher{Memory: 600_000}).Rank(t.Context(), boards.Dominoes(14, 14)); !errors.Is(err, ErrMemory) {
		t.Errorf("Rank of 14x14: %v", err)
	}
}

// randomly yields solutions that a ranking draws.
func randomly(t *testing.T, r *Ranking, seed uint64) iter.Seq[cover.Solution] {
	return func(yield func(cover.Solution) bool) {
		for s, err := range r.Random(seed) {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// Where memory has no room for a diagram its layers wait on disk, and it answers the same.
func TestDiagramOnDisk(t *testing.T) {
	t.Parallel()
	tetrominoes := boards.Rectangle(6, 16, '.').Model(
		boards.Shape{Name: "L", Cells: boards.ParseShape("XXX X.."), Max: 24}, boards.Shape{Name: "T", Cells: boards.ParseShape("XXX .X."), Max: 24})
	for name, m := range map[string]*cover.Model{
		"dominoes 8x12":        boards.Dominoes(8, 12),
		"dominoes 8x8, packed": boards.Rectangle(8, 8, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 32}),
		"tetrominoes 6x16":     tetrominoes,
	} {
		t.Run(name, func(t *testing.T) {
			inMemory := mustRank(t, Searcher{forced: layered}, m)
			want, total, err := Searcher{forced: layered}.Marginals(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			onDisk, tooSmall := 0, 0
			for memory := int64(1 << 9); memory < 1<<23; memory *= 2 {
				var st Stats
				s := Searcher{forced: layered, Memory: memory, Stats: func(did Stats) { st = did }}
				r, err := s.Rank(t.Context(), m)
				switch {
				case errors.Is(err, ErrMemory):
					tooSmall++
				case err != nil:
					t.Fatalf("in %d bytes: %v", memory, err)
				case st.Engine == "diagram" && r.Count().Cmp(total) != 0:
					t.Fatalf("in %d bytes: %v solutions, want %v", memory, r.Count(), total)
				case st.Away > 0:
					onDisk++
					sameDraws(t, r, inMemory, uint64(memory))
					got, _, err := s.Marginals(t.Context(), m)
					if !errors.Is(err, ErrMemory) && (err != nil || !sameNumbers(got, want)) {
						t.Errorf("in %d bytes: marginals %v, %v; want %v", memory, got, err, want)
					}
				}
			}
			if onDisk < 2 || tooSmall == 0 {
				t.Errorf("%d diagrams on disk, want two and more; %d with no room, want some", onDisk, tooSmall)
			}
		})
	}
}

// sameDraws draws from one ranking until chance says enough, and finds each solution in both
// under one number.
func sameDraws(t *testing.T, r, drawn *Ranking, seed uint64) {
	t.Helper()
	for s := range randomly(t, drawn, seed) {
		k, err := r.Index(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, ranking := range []*Ranking{r, drawn} {
			if same, err := ranking.At(k); err != nil || !slices.Equal(same, s) {
				t.Fatalf("seed %d: solution %v is %v, %v; want %v", seed, k, same, err, s)
			}
		}
		if rand.IntN(10) == 0 {
			return
		}
	}
}

// TestNoRankingWithAnError has rankings cut short by their budget: there is an error or a
// ranking, never both.
func TestNoRankingWithAnError(t *testing.T) {
	t.Parallel()
	m := boards.Dominoes(6, 6)
	for _, s := range rankers() {
		s.MaxNodes = 10
		if r, err := s.Rank(t.Context(), m); (err == nil) == (r == nil) {
			t.Errorf("%v: a ranking that its budget may end is %v, %v", s, r, err)
		}
	}
}
