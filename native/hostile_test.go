package native

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native/internal/boards"
)

// Models may come from anyone: positions, bounds and sizes must cost neither
// memory nor time beyond the model's own, and a context must end every search.
func TestHostileModels(t *testing.T) {
	far := boards.Rectangle(4, 4, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 8, Max: 8})
	for i, q := range far.Pos {
		if q >= 0 {
			far.Pos[i] = 1<<40 + q*1_000_003
		}
	}
	shifted := boards.Rectangle(4, 4, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 0, Max: 1 << 60})
	for i, q := range shifted.Pos {
		if q >= 0 {
			shifted.Pos[i] = 1<<50 + q
		}
	}
	long := &cover.Model{} // a row of many cells, each with one option or none
	for i := range 12000 {
		long.Items = append(long.Items, cover.Item{Name: fmt.Sprint(i), Max: 1})
		long.Pos = append(long.Pos, i)
		if i > 0 {
			long.Options = append(long.Options, []int{i - 1, i})
		}
	}
	lone := &cover.Model{Items: []cover.Item{{Name: "piece", Min: 1, Max: 1}}, Pos: []int{-1}} // one domino on it, anywhere
	same, mirror := make([]int, 11999), make([]int, 11999)
	for i := range 12000 {
		lone.Items = append(lone.Items, cover.Item{Name: fmt.Sprint(i), Max: 1})
		lone.Pos = append(lone.Pos, i)
		if i > 0 {
			lone.Options = append(lone.Options, []int{0, i, i + 1})
			same[i-1], mirror[i-1] = i-1, 11999-i
		}
	}
	lone.Sym = [][]int{same, mirror}
	many := &cover.Model{Items: []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 0, Max: 5}}}
	for range 12000 {
		many.Options = append(many.Options, []int{0, 1})
	}
	for _, tc := range []struct {
		name string
		m    *cover.Model
		want string
	}{
		{"positions far apart", far, "36"},
		{"positions far away", shifted, "36"},
		{"a long row", long, ""},
		{"a root for every cell", lone, ""},
		{"many equal options", many, "12000"},
	} {
		// What has a count to give may take its time on a busy machine; the others must stop.
		ctx, cancel := context.WithCancel(t.Context())
		if tc.want == "" {
			ctx, cancel = context.WithTimeout(ctx, 2*time.Second)
		}
		began := contain.CPU()
		n, err := Searcher{}.Count(ctx, tc.m)
		if tc.want != "" && (err != nil || n.String() != tc.want) {
			t.Errorf("%s: %v solutions (%v), want %s", tc.name, n, err, tc.want)
		}
		if used := contain.CPU() - began; used > time.Minute {
			t.Errorf("%s: ended after %v", tc.name, used)
		}
		k := 0
		for _, err := range (Searcher{}).Solutions(ctx, tc.m) {
			if k++; err != nil || k == 100 {
				break
			}
		}
		cancel()
	}
}

// A search that is told to stop stops at once, also where an item has so many
// options that to go on to the next of them, and see that all is over, takes as
// long as there are options: for all of them, minutes.
func TestStopsAmongManyOptions(t *testing.T) {
	m := &cover.Model{Items: []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}}}
	for range 1 << 17 {
		m.Options = append(m.Options, []int{0, 1})
	}
	began := contain.CPU()
	for s, err := range (Searcher{}).Solutions(t.Context(), m) {
		if err != nil || len(s) != 1 {
			t.Errorf("the first solution is %v, %v", s, err)
		}
		break
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if n, err := (Searcher{}).Count(ctx, m); err == nil && n.Int64() != 1<<17 {
		t.Errorf("it counts %v", n)
	}
	if used := contain.CPU() - began; used > time.Minute && !testing.Short() {
		t.Errorf("it took %v", used)
	}
}
