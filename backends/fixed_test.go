package backends

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// brute lists all solutions by trying every set of options.
func brute(m *cover.Model) (all []cover.Solution) {
	for set := range uint64(1) << len(m.Options) {
		s := cover.Solution{}
		for o := range m.Options {
			if set>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			all = append(all, s)
		}
	}
	return all
}

// symmetric returns a random model together with an automorphism of it.
func symmetric(r *rand.Rand) (*cover.Model, []int) {
	m := &cover.Model{}
	bounds := [][2]int{{1, 1}, {1, 1}, {1, 1}, {0, 1}, {0, 1}, {2, 2}, {0, 2}, {1, 3}, {0, 9}}
	n := 1 + r.IntN(7)
	move := r.Perm(n)
	for i := range n {
		b := bounds[r.IntN(len(bounds))]
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("i%d", i), Min: b[0], Max: b[1]})
	}
	for i := range m.Items { // bounds are constant along the cycles of the items
		for j := move[i]; j != i; j = move[j] {
			m.Items[j].Min, m.Items[j].Max = m.Items[i].Min, m.Items[i].Max
		}
	}
	image := func(option []int) (moved []int) {
		for _, i := range option {
			moved = append(moved, move[i])
		}
		slices.Sort(moved)
		return moved
	}
	index := func(option []int) int {
		return slices.IndexFunc(m.Options, func(o []int) bool { return slices.Equal(o, option) })
	}
	for range r.IntN(5) { // close the options under the motion, each set of items once
		o := r.Perm(n)[:1+r.IntN(min(n, 4))]
		for slices.Sort(o); index(o) < 0 && len(m.Options) < 14; o = image(o) {
			m.Options = append(m.Options, o)
		}
	}
	g := make([]int, len(m.Options))
	for o := range g {
		if g[o] = index(image(m.Options[o])); g[o] < 0 {
			return symmetric(r) // cut short by the size: try again
		}
	}
	return m, g
}

func TestFixedModelsCountTheFixedSolutions(t *testing.T) {
	t.Parallel()
	several := 0
	rounds := testkit.Times(600)
	for seed := range uint64(rounds) {
		m, g := symmetric(rand.New(rand.NewPCG(seed, 2)))
		if !m.Automorphism(g) {
			t.Fatalf("seed %d: %v is no automorphism of %+v", seed, g, m)
		}
		want := 0
		for _, s := range brute(m) {
			image := make(cover.Solution, len(s))
			for k, o := range s {
				image[k] = g[o]
			}
			slices.Sort(image)
			if m.Check(image) != nil {
				t.Fatalf("seed %d: the automorphism moved solution %v out", seed, s)
			}
			if slices.Equal(s, image) {
				want++
			}
		}
		fixed := newFixed(m, g)
		if err := fixed.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, exact, used := 0, 0, cover.Grouping{Use: fixed.used()}
		for _, s := range brute(fixed.Model) {
			if fixed.holds(used.Of(fixed.Model, s).Use) {
				got++
			}
		}
		for one := range fixed.exact() {
			if err := one.Validate(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			exact += len(brute(one))
		}
		if got != want || exact != want {
			t.Fatalf("seed %d: %d fixed solutions, and %d by exact models, want %d: %v of %+v",
				seed, got, exact, want, g, m)
		}
		if len(fixed.sums) > 0 && want > 0 {
			several++
		}
	}
	if several < rounds/80 {
		t.Errorf("only %d models have sums", several)
	}
}

// Bounds as large as an int is are bounds like any other.
func TestFixedModelWithLargeBounds(t *testing.T) {
	t.Parallel()
	m := &cover.Model{Items: []cover.Item{{Name: "a", Min: math.MaxInt, Max: math.MaxInt}}, Options: [][]int{{0}, {0}}}
	fixed := newFixed(m, []int{1, 0})
	if err := fixed.Validate(); err != nil || len(brute(fixed.Model)) > 0 {
		t.Errorf("%v: %+v has solutions, and %+v has none", err, fixed, m)
	}
}
