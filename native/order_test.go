package native

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Every order of the cells that may be sampled finds every solution.
func TestOrdersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	models := 300
	if testing.Short() {
		models = 60
	}
	tried := map[string]int{}
	for k := range models {
		m := randomBoard(r)
		if k == 0 { // in a solid the order by rings goes on, and each axis may come first
			m = boards.Box(4, 3, 2, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 12})
		}
		want := mustCount(t, Searcher{}, m)
		if want.BitLen() > 20 {
			continue
		}
		p := problem.Load(m)
		if p.Impossible {
			continue
		}
		orders := p.Orders(p.CellItems(), true)
		if k == 0 && len(orders) != 7 {
			t.Errorf("%d orders of the cells of a solid", len(orders))
		}
		for n := range orders {
			e := Searcher{merge: -1}.newTables(p, &orders[n], run.Search{Ctx: context.Background(), PauseAt: run.PauseEvery})
			if e == nil {
				continue
			}
			tried[orders[n].Name]++
			if got := run.SearchBelow(e, &problem.TrivialRoot[0]); got.Cmp(want) != 0 {
				t.Fatalf("%s: %v solutions, want %v: %+v", orders[n].Name, got, want, m)
			}
		}
	}
	for _, name := range []string{"rows", "rows reversed", "columns", "columns reversed", "diagonals", "diagonals crossed"} {
		if tried[name] < models/10 {
			t.Errorf("%s: tried %d times", name, tried[name])
		}
	}
}
