package native

import (
	"context"
	"math/big"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// queens is the model of n queens: rows and columns must be covered, diagonals may be.
func queens(n int) *cover.Model {
	m := &cover.Model{}
	for k := range 2*n + 2*(2*n-1) {
		m.Items = append(m.Items, cover.Item{Min: 1, Max: 1})
		if k >= 2*n {
			m.Items[k].Min = 0
		}
	}
	for r := range n {
		for c := range n {
			m.Options = append(m.Options, []int{r, n + c, 2*n + r + c, 4*n - 1 + r - c + n - 1})
		}
	}
	return m
}

// Workers that share a search compare it with another way to count, by the nodes of all of them.
func TestSharedSearchesAreRechecked(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{2, 4} {
		p := problem.Load(queens(12))
		last := 0.0
		s := Searcher{Workers: workers, Progress: func(done float64) { last = done }}
		c := s.chooser(p, run.Search{Ctx: context.Background(), PauseAt: 1})
		calls := []int64{}
		c.order.recheck = func(nodes int64) (next int64) {
			if c.order.Progress != nil {
				t.Error("a count beside the workers shows its progress")
			}
			if calls = append(calls, nodes); len(calls) == 1 {
				return 3 * run.RecheckNodes
			}
			c.order.counted = &outcome{count: big.NewInt(42)}
			return 0
		}
		e := links.New(p, links.Words, c.initial())
		n, _, err := c.execute(choice{search: e, shared: true}, nil)
		if err != nil || n.Cmp(big.NewInt(42)) != 0 {
			t.Errorf("%d workers: %v, %v", workers, n, err)
		}
		if last != 1 {
			t.Errorf("%d workers: the progress ends at %v", workers, last)
		}
		if len(calls) != 2 || calls[0] < run.RecheckNodes || calls[1] < 3*run.RecheckNodes {
			t.Errorf("%d workers: rechecked at %d nodes", workers, calls)
		}
	}
}
