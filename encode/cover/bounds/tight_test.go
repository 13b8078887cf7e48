package bounds

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// TestTightKeepsSolutions compares the solutions of small models and of what Tight makes of them. Half
// of the models are boxes filled with two dimensional bricks and few cells to spare.
func TestTightKeepsSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 38))
	bounds, dropped, refuted := 0, 0, 0
	for n := range 3000 {
		m := randomRanges(r)
		if n%2 == 0 {
			m = bricks(2+r.IntN(3), 2+r.IntN(3), 1+r.IntN(2), 2+r.IntN(2), r.IntN(3))
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		tight := Tight(m)
		if err := tight.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, g := range tight.Sym {
			if !tight.Automorphism(g) {
				t.Fatalf("%v: %v is no symmetry", tight, g)
			}
		}
		want, got := solutions(m), solutions(tight)
		if !slices.Equal(want, got) {
			t.Fatalf("%+v: %d solutions, %d of %+v", m, len(want), len(got), tight)
		}
		for i, it := range m.Items {
			if tight.Items[i] != it {
				bounds++
			}
		}
		for o, dead := range tight.Dead() {
			if dead && !m.Dead()[o] {
				dropped++
			}
		}
		if len(want) == 0 && !slices.Contains(tight.Dead(), false) {
			refuted++
		}
	}
	if bounds < 1000 || dropped < 1000 || refuted < 100 {
		t.Errorf("only %d bounds tightened, %d options dropped, %d models refuted", bounds, dropped, refuted)
	}
}

// TestTightRefusesWrongWeights gives weights at random: most show nothing.
func TestTightRefusesWrongWeights(t *testing.T) {
	m := bricks(5, 4, 2, 3, 2)
	c := classesOf(m)
	n := 1 + slices.Max(c.items)
	want := solutions(m)
	r := rand.New(rand.NewPCG(3, 38))
	for range 20000 {
		weights := make([]int, n)
		for k := range weights {
			weights[k] = r.IntN(7) - 3
		}
		if tight := tighten(m, c, weights); tight != m && !slices.Equal(solutions(tight), want) {
			t.Fatalf("weights %v: other solutions", weights)
		}
	}
}

// randomRanges is a random model with items of all kinds of bounds.
func randomRanges(r *rand.Rand) *cover.Model {
	m := new(cover.Model)
	for i := range 2 + r.IntN(6) {
		low := r.IntN(3)
		m.Items = append(m.Items, cover.Item{Name: string(rune('a' + i)), Min: low, Max: low + r.IntN(3)})
	}
	for range 1 + r.IntN(10) {
		var items []int
		for i := range m.Items {
			if r.IntN(3) == 0 {
				items = append(items, i)
			}
		}
		if items != nil {
			m.Options = append(m.Options, items)
		}
	}
	return m
}

// bricks is a board of cells that may stay empty with as many bricks, which may turn, as leave at
// least spare cells.
func bricks(width, height, a, b, spare int) *cover.Model {
	m := new(cover.Model)
	for y := range height {
		for x := range width {
			m.Items = append(m.Items, cover.Item{Name: string(rune('a'+x)) + string(rune('a'+y)), Max: 1})
		}
	}
	n := max(1, (width*height-spare)/(a*b))
	m.Items = append(m.Items, cover.Item{Name: "brick", Min: n, Max: n})
	sizes := [][2]int{{a, b}}
	if a != b {
		sizes = append(sizes, [2]int{b, a})
	}
	for _, size := range sizes {
		for y := range height - size[1] + 1 {
			for x := range width - size[0] + 1 {
				var items []int
				for dy := range size[1] {
					for dx := range size[0] {
						items = append(items, (y+dy)*width+x+dx)
					}
				}
				m.Options = append(m.Options, append(items, width*height))
			}
		}
	}
	return m
}

// solutions lists the solutions by trying all sets of options that overfill no item. Bricks have up to
// thirty options, too many for brute.
func solutions(m *cover.Model) (all []string) {
	covered := make([]int, len(m.Items))
	chosen := make([]byte, len(m.Options))
	var try func(o int)
	try = func(o int) {
		if o == len(m.Options) {
			for i, it := range m.Items {
				if covered[i] < it.Min {
					return
				}
			}
			all = append(all, string(chosen))
			return
		}
		chosen[o] = '0'
		try(o + 1)
		for n, i := range m.Options[o] {
			if covered[i] == m.Items[i].Max {
				for _, i := range m.Options[o][:n] {
					covered[i]--
				}
				return
			}
			covered[i]++
		}
		chosen[o] = '1'
		try(o + 1)
		for _, i := range m.Options[o] {
			covered[i]--
		}
	}
	try(0)
	return all
}
