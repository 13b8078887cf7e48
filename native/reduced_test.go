package native

import (
	"context"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A long search in space is reduced, and finds in a part of the nodes what words find: all
// the way down, and as far as that is worth it.
func TestSolidsAreReduced(t *testing.T) {
	t.Parallel()
	wk := run.Search{Ctx: context.Background(), PauseAt: 1}
	long := problem.Load(boards.Box(5, 4, 3, '.').Model(boards.Pentominoes...))
	c := newChooser(wk.Ctx, Searcher{}.settings(), long, long.Roots(), false)
	if w := c.next(); w.search.Stats(0, w.search.Base()).Engine != "reduced" {
		t.Errorf("engine %+v", w.search.Stats(0, w.search.Base()))
	}
	if testing.Short() {
		return
	}
	p := problem.Load(boards.Box(10, 3, 2, '.').Model(boards.Pentominoes...))
	count := func(way links.Kind, roots []problem.Root, visit func([]int32) bool) (total, nodes int64) {
		e := links.New(p, way, wk)
		e.Visit = visit
		for n := range roots {
			total += roots[n].Weighted(run.SearchBelow(e, &roots[n])).Int64()
		}
		return total, e.Nodes
	}
	const want = 96 // 12 up to symmetry
	words, most := count(links.Words, p.Roots(), nil)
	if n, _ := count(links.Words, p.EvenRoots(), nil); n != words {
		t.Errorf("%d solutions below even roots, %d below others", n, words)
	}
	for _, way := range []links.Kind{links.Reduced, links.Thorough} {
		for _, visit := range []func([]int32) bool{nil, func([]int32) bool { return true }} {
			if n, nodes := count(way, p.Roots(), visit); n != words || n != want || nodes > most/2 {
				t.Errorf("way %d: %d solutions in %d nodes, words %d in %d, want %d", way, n, nodes, words, most, want)
			}
		}
	}
}
