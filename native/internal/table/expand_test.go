package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// TestNear walks at random, and has the children of every state made in both ways.
func TestNear(t *testing.T) {
	tetrominoes := []boards.Shape{
		{Name: "I", Cells: boards.ParseShape("XXXX"), Max: 99},
		{Name: "S", Cells: boards.ParseShape(".XX XX."), Max: 99},
		{Name: "T", Cells: boards.ParseShape("XXX .X."), Max: 99},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{4, 7, 10, 11, 16} {
		p := problem.Load(boards.Rectangle(width, 8, '.').Model(tetrominoes...))
		for _, ord := range p.Orders(p.CellItems(), true) {
			x := NewExpander(&run.Settings{}, p, &ord, problem.TrivialRoot)
			if x == nil {
				continue
			}
			if !x.near {
				t.Fatal("something is counted")
			}
			for round := range 300 {
				x.LooksAhead = round%2 == 0
				far := x.Clone(run.Search{})
				far.near = false
				near := x.Clone(run.Search{})
				kids, others := make([]Child, x.MostChildren()), make([]Child, x.MostChildren())
				st := x.start
				st.K = r.Uint64() // the caller's own
				for st.C < x.Window.N {
					n, m := near.Expand(st, kids), far.Expand(st, others)
					if !slices.Equal(kids[:n], others[:m]) || near.Nodes != far.Nodes || near.Alive != far.Alive || near.Tested != far.Tested {
						t.Fatalf("width %d, %s, %+v: %v and %v", width, ord.Name, st, kids[:n], others[:m])
					}
					if n == 0 {
						break
					}
					st = kids[r.IntN(n)].State
				}
			}
		}
	}
}
