package bounds

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// TestSumsKeepTheSolutions asks all sums of small models whose solutions are known. A model that
// does not add up has none, a bound that is implied may go, and weights show what they should.
func TestSumsKeepTheSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	refuted, crowded, uppers, lowers, determined := 0, 0, 0, 0, 0
	for n := range 6000 {
		m := packing(r)
		if n%3 == 0 {
			m = randomRanges(r)
		}
		want := solutions(m)
		if !Of(m).AddUp() {
			if refuted++; len(want) > 0 {
				t.Fatalf("%+v does not add up, and has the solutions %q", m, want)
			}
		}
		free := &cover.Model{Items: slices.Clone(m.Items), Options: m.Options}
		possible := Of(m).Implied(func(item int, upper bool, weights func() []int64) {
			show(t, m, item, upper, weights())
			if it := &free.Items[item]; upper {
				uppers++
				it.Max = len(m.Options)
			} else {
				lowers++
				it.Min = 0
			}
		})
		if !possible {
			if crowded++; len(want) > 0 {
				t.Fatalf("%+v has no room, and the solutions %q", m, want)
			}
		} else if got := solutions(free); !slices.Equal(got, want) {
			t.Fatalf("%+v: %q without implied bounds, %q with them", m, got, want)
		}
		free.Items = slices.Clone(m.Items)
		for i, implied := range Of(m).Determined() {
			if implied {
				determined++
				free.Items[i] = cover.Item{Name: m.Items[i].Name, Max: len(m.Options)}
			}
		}
		if got := solutions(free); !slices.Equal(got, want) {
			t.Fatalf("%+v: %q without determined bounds, %q with them", m, got, want)
		}
	}
	for what, n := range map[string]int{"refuted": refuted, "without room": crowded, "upper": uppers, "lower": lowers, "determined": determined} {
		if n < 50 {
			t.Errorf("%s: only %d", what, n)
		}
	}
}

// show repeats the test of a certificate's line: no option weighs more than 0, and with the
// opposite of the bound the items do.
func show(t *testing.T, m *cover.Model, item int, upper bool, weights []int64) {
	t.Helper()
	options := make([]int, len(m.Items))
	for _, items := range m.Options {
		sum := int64(0)
		for _, i := range items {
			sum += weights[i]
			options[i]++
		}
		if sum > 0 {
			t.Fatalf("%+v: an option weighs %d by %v", m, sum, weights)
		}
	}
	sum := int64(0)
	for i, it := range m.Items {
		switch {
		case i == item && upper:
			it.Min, it.Max = it.Max+1, options[i]
		case i == item:
			it.Min, it.Max = 0, it.Min-1
		}
		if weights[i] > 0 {
			sum += weights[i] * int64(min(it.Min, options[i]+1))
		} else {
			sum += weights[i] * int64(min(it.Max, options[i]))
		}
	}
	if sum <= 0 {
		t.Fatalf("%+v: the opposite of a bound of item %d weighs %d by %v", m, item, sum, weights)
	}
}

// packing returns cells, most of which must be covered once, and up to three pieces, most of them
// of one size each, some used several times.
func packing(r *rand.Rand) *cover.Model {
	m := new(cover.Model)
	cells := 2 + r.IntN(5)
	for c := range cells {
		it := cover.Item{Name: fmt.Sprint("c", c), Min: 1, Max: 1}
		if r.IntN(12) == 0 {
			it.Min = 0
		}
		m.Items = append(m.Items, it)
	}
	for p := range 1 + r.IntN(3) {
		least := r.IntN(3)
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("p", p), Min: least, Max: least + r.IntN(3)*r.IntN(2)})
		size := 1 + r.IntN(3)
		for range 1 + r.IntN(5) {
			n := size
			if r.IntN(12) == 0 {
				n++
			}
			option := r.Perm(cells)[:min(n, cells)]
			option = append(option, cells+p)
			if r.IntN(15) == 0 && p > 0 {
				option = append(option, cells+p-1)
			}
			slices.Sort(option)
			m.Options = append(m.Options, option)
		}
	}
	return m
}

// row is a row of n cells, and pieces of these sizes that are each used so often.
func row(n, least, most int, sizes ...int) *cover.Model {
	m := &cover.Model{}
	for k := range sizes {
		m.Items = append(m.Items, cover.Item{Name: string(rune('A' + k)), Min: least, Max: most})
		m.Pos = append(m.Pos, -1)
	}
	for c := range n {
		m.Items = append(m.Items, cover.Item{Name: string(rune('a' + c)), Min: 1, Max: 1})
		m.Pos = append(m.Pos, c)
	}
	for k, size := range sizes {
		for c := range n - size + 1 {
			option := []int{k}
			for d := range size {
				option = append(option, len(sizes)+c+d)
			}
			m.Options = append(m.Options, option)
		}
	}
	return m
}

func TestAddUp(t *testing.T) {
	optional := row(7, 0, 9, 2)
	optional.Items[4].Min = 0
	mixed := row(7, 0, 9, 2, 4)
	mixed.Items[1].Min, mixed.Items[1].Max = 1, 1
	for _, c := range []struct {
		name string
		m    *cover.Model
		want bool
	}{
		{"nothing", &cover.Model{}, true},
		{"dominoes, an even row", row(8, 0, 9, 2), true},
		{"dominoes, an odd row", row(7, 0, 9, 2), false},
		{"three dominoes, an odd row", row(7, 3, 3, 2), false},
		{"twos and fours, an odd row", row(7, 0, 9, 2, 4), false},
		{"twos and threes, an odd row", row(7, 0, 9, 2, 3), true},
		{"one four and any twos, an odd row", mixed, false},
		{"a cell that may stay empty", optional, true},
		{"an item without options", &cover.Model{Items: []cover.Item{{Name: "a", Max: 2}, {Name: "b", Min: 1, Max: 1}}}, false},
		{"an option that is barred", &cover.Model{
			Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}, {Name: "c", Min: 1, Max: 1}, {Name: "x"}},
			Options: [][]int{{0, 1}, {1, 2}, {2, 3}},
		}, false},
	} {
		if got := Of(c.m).AddUp(); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
