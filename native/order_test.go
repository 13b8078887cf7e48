package native

import (
	"context"
	"math/big"
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
	for range models {
		m := randomBoard(r)
		want := mustCount(t, Searcher{}, m)
		if want.BitLen() > 20 {
			continue
		}
		p := problem.Load(m)
		if p.Impossible {
			continue
		}
		orders := p.Orders(p.CellItems(), true)
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
	for _, name := range []string{"rows", "rows reversed", "columns", "columns reversed", "diagonals", "diagonals crossed", "border inwards"} {
		if tried[name] < models/10 {
			t.Errorf("%s: tried %d times", name, tried[name])
		}
	}
	// The order by rings goes on in a solid, and each axis may come first.
	soma := boards.Soma()
	p := problem.Load(soma)
	orders := p.Orders(p.CellItems(), true)
	if len(orders) != 8 {
		t.Errorf("%d orders of the cells of a cube", len(orders))
	}
	for n := range orders {
		e := Searcher{merge: -1}.newTables(p, &orders[n], run.Search{Ctx: context.Background(), PauseAt: run.PauseEvery})
		total := new(big.Int)
		for _, r := range p.Roots() {
			total.Add(total, r.Weighted(run.SearchBelow(e, &r)))
		}
		if total.Int64() != 11520 {
			t.Errorf("%s: %v solutions of the Soma cube, not 11520", orders[n].Name, total)
		}
	}
}
