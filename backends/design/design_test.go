package design

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// subsets returns every set of hints that leaves one solution alone and of which none can be
// spared, by trying them all: by its text, how many hints it has.
func subsets(m *cover.Model, all []cover.Solution) map[string]int {
	leaves := func(hints []int) (n int) {
		for _, s := range all {
			if !slices.ContainsFunc(hints, func(o int) bool { return !slices.Contains(s, o) }) {
				n++
			}
		}
		return n
	}
	found := make(map[string]int)
	for subset := range 1 << len(m.Options) {
		var hints []int
		for o := range m.Options {
			if subset>>o&1 == 1 {
				hints = append(hints, o)
			}
		}
		if leaves(hints) != 1 {
			continue
		}
		spare := false
		for k := range hints {
			spare = spare || leaves(slices.Delete(slices.Clone(hints), k, k+1)) == 1
		}
		if !spare {
			found[fmt.Sprint(hints)] = len(hints)
		}
	}
	return found
}

// collect returns all designs.
func collect(t *testing.T, m *cover.Model, o Options) (all []Design, about Report) {
	t.Helper()
	for d, err := range All(t.Context(), native.Searcher{}, m, o, &about) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all, about
}

// TestDesigns compares the designs of random models with those found by trying all sets of
// options: all of them if the solutions are listed, the fewest first, and those of the
// drawn solutions if not.
func TestDesigns(t *testing.T) {
	t.Parallel()
	many, contained, alone := 0, 0, 0
	boards := []*cover.Model{
		models.Packing(3, 3, 0, 4, 4), models.Packing(3, 3, 0, 3, 4), models.Dominoes(2, 4),
		models.Packing(3, 3, 0, 2, 3), models.Dominoes(3, 3), models.Packing(2, 4, 0, 3, 3), models.Packing(3, 3, 0, 3, 3),
	}
	for seed := range uint64(testkit.Times(60)) {
		m := models.Random(rand.New(rand.NewPCG(seed, 1)), 4+int(seed%4), 10)
		if int(seed) < len(boards) {
			m = boards[seed]
			m.Sym = nil
		}
		solutions := models.BruteForce(m)
		want := subsets(m, solutions)
		got, about := collect(t, m, Options{Hints: 10, Seed: seed})
		fewest := make(map[string]int)
		for _, d := range got {
			key := fmt.Sprint(d.Solution)
			if _, has := fewest[key]; !has {
				fewest[key] = len(d.Hints)
			}
			if size, ok := want[fmt.Sprint(d.Hints)]; !ok || size != len(d.Hints) {
				t.Errorf("%d: %v is no design", seed, d.Hints)
			}
			if d.Fewest != fewest[key] || m.Check(d.Solution) != nil {
				t.Errorf("%d: %+v, of a solution that takes %d", seed, d, fewest[key])
			}
		}
		bySize := func(a, b Design) int { return len(a.Hints) - len(b.Hints) }
		if len(got) != len(want) || !slices.IsSortedFunc(got, bySize) {
			t.Errorf("%d: %d designs, want %d", seed, len(got), len(want))
		}
		if !about.Listed || about.Spent || about.Solutions != len(solutions) || about.AtLeast != 0 {
			t.Errorf("%d: %+v of %d solutions", seed, about, len(solutions))
		}
		if len(got) == 0 && about.Contained != len(solutions) {
			t.Errorf("%d: %d of %d solutions are a part of others", seed, about.Contained, len(solutions))
		}
		checkDrawn(t, m, seed, len(solutions), fewest, want)
		many += len(got)
		contained += about.Contained
		if len(solutions) == 1 {
			alone++
		}
	}
	if many < 250 || contained < 30 || alone < 2 {
		t.Errorf("%d designs, %d solutions that are a part of others, %d alone: too few to show much", many, contained, alone)
	}
}

// checkDrawn checks the designs of drawn solutions; fewest has all designs.
func checkDrawn(t *testing.T, m *cover.Model, seed uint64, solutions int, fewest, want map[string]int) {
	t.Helper()
	if solutions < 2 {
		return
	}
	got, about := collect(t, m, Options{Hints: 10, Seed: seed, MostListed: 1, Draws: 12})
	if about.Listed || about.Solutions != 12 || len(got) == 0 && about.Contained == 0 {
		t.Errorf("%d: drawn, %+v", seed, about)
	}
	for _, d := range got {
		_, ok := want[fmt.Sprint(d.Hints)]
		if !ok || d.Fewest != len(d.Hints) || len(d.Hints) != fewest[fmt.Sprint(d.Solution)] {
			t.Errorf("%d: drawn, %+v is no smallest design: %d", seed, d, fewest[fmt.Sprint(d.Solution)])
		}
	}
	d := designer{Options: Options{Hints: 10}, ctx: t.Context(), backend: native.Searcher{}, model: m, about: &about, source: rand.NewPCG(seed, 0)}
	for n := range got {
		s := got[n].Solution
		loose, err := d.tight(s, s)
		if _, ok := want[fmt.Sprint(loose.Hints)]; err != nil || !ok {
			t.Errorf("%d: %+v can spare a hint: %v", seed, loose, err)
		}
	}
}

// TestDesignsSymmetric checks the designs of a symmetric board: no two are the same up to
// its motions, and their images are all designs that there are without symmetry.
func TestDesignsSymmetric(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{2, 3}, {4, 3}, {4, 4}} {
		m := models.Dominoes(size[0], size[1])
		up, _ := collect(t, m, Options{Hints: 4})
		plain := *m
		plain.Sym = nil
		all, _ := collect(t, &plain, Options{Hints: 4})
		images := make(map[string]bool)
		for _, d := range up {
			for _, g := range m.Sym {
				var image []int
				for _, o := range d.Hints {
					image = append(image, g[o])
				}
				slices.Sort(image)
				images[fmt.Sprint(image)] = true
			}
		}
		for _, d := range all {
			if !images[fmt.Sprint(d.Hints)] {
				t.Errorf("%v: nothing takes %v to a design up to symmetry", size, d.Hints)
			}
		}
		if len(images) != len(all) || len(up) >= len(all) || len(up) == 0 {
			t.Errorf("%v: %d designs, %d with their images, %d without symmetry", size, len(up), len(images), len(all))
		}
	}
}

// A report names what there was too little of.
func TestDesignReport(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	none, about := collect(t, m, Options{})
	if len(none) != 0 || about.AtLeast != 2 || about.Solutions != 36 {
		t.Errorf("no hints on 4x4: %d designs, %+v", len(none), about)
	}
	none, about = collect(t, m, Options{MostListed: 3, Draws: 5, Hints: 1})
	if len(none) != 0 || about.AtLeast != 2 || about.Solutions != 5 || about.Listed {
		t.Errorf("one hint, drawn: %d designs, %+v", len(none), about)
	}
	one, about := collect(t, models.Dominoes(1, 6), Options{})
	if len(one) != 1 || len(one[0].Hints) != 0 || one[0].Fewest != 0 || about.Solutions != 1 {
		t.Errorf("a single solution: %+v, %+v", one, about)
	}
	none, about = collect(t, models.Dominoes(3, 3), Options{Hints: 9})
	if len(none) != 0 || about.Solutions != 0 || !about.Listed {
		t.Errorf("no solution: %+v, %+v", none, about)
	}
	again, _ := collect(t, m, Options{Hints: 2, Seed: 5})
	same, _ := collect(t, m, Options{Hints: 2, Seed: 5})
	other, _ := collect(t, m, Options{Hints: 2, Seed: 6})
	text := func(d []Design) string { return fmt.Sprint(d) }
	if text(again) != text(same) || text(again) == text(other) || len(again) != len(other) {
		t.Errorf("%d designs, %d with the same seed, %d with another", len(again), len(same), len(other))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []Options{{Hints: 3}, {Hints: 3, MostListed: 1}} {
		var last error
		for _, err := range All(ended, native.Searcher{}, m, o, nil) {
			last = err
		}
		if last == nil {
			t.Error("designs after their end")
		}
	}
}
