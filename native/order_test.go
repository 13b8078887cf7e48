package native

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
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
		p := load(m)
		if p.impossible {
			continue
		}
		orders := p.orders(p.cellItems(), true)
		for n := range orders {
			e := Searcher{spacing: -1}.newTableEngine(p, &orders[n], walk{ctx: context.Background(), pauseAt: pauseEvery})
			if e == nil {
				continue
			}
			tried[orders[n].name]++
			if got := search(e, &trivialRoot[0]); got.Cmp(want) != 0 {
				t.Fatalf("%s: %v solutions, want %v: %+v", orders[n].name, got, want, m)
			}
		}
	}
	for _, name := range []string{"rows", "rows reversed", "columns", "columns reversed", "diagonals", "diagonals crossed", "border inwards"} {
		if tried[name] < models/10 {
			t.Errorf("%s: tried %d times", name, tried[name])
		}
	}
	// The order by rings goes on in a solid, and each axis may come first.
	soma := soma()
	p := load(soma)
	orders := p.orders(p.cellItems(), true)
	if len(orders) != 8 {
		t.Errorf("%d orders of the cells of a cube", len(orders))
	}
	for n := range orders {
		e := Searcher{spacing: -1}.newTableEngine(p, &orders[n], walk{ctx: context.Background(), pauseAt: pauseEvery})
		total := new(big.Int)
		for _, r := range p.roots() {
			total.Add(total, r.weighted(search(e, &r)))
		}
		if total.Int64() != 11520 {
			t.Errorf("%s: %v solutions of the Soma cube, not 11520", orders[n].name, total)
		}
	}
}
