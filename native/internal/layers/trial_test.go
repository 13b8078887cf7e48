package layers

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// TestTrialGoesOn counts random models at once, and in goes of a few nodes each: the
// number is the same, and a forecast is never less than what there was already.
func TestTrialGoesOn(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 6))
	goes := 0
	for range 200 {
		m := &cover.Model{}
		for range 6 + r.IntN(8) {
			lo := r.IntN(2)
			m.Items = append(m.Items, cover.Item{Min: lo, Max: max(1, lo+r.IntN(3)-1)})
		}
		for range 4 * len(m.Items) {
			o := r.Perm(len(m.Items))[:1+r.IntN(3)]
			slices.Sort(o)
			m.Options = append(m.Options, o)
		}
		p := problem.Load(m)
		if p.Impossible {
			continue
		}
		o := frontier.Recover(p, math.Inf(1), 0, math.MaxInt32)
		if o == nil {
			continue
		}
		program := frontier.Compile(p, o)
		whole := NewTrial(t.Context(), program, 1<<20)
		want := whole.Run(0, nil)
		c := NewTrial(t.Context(), program, 1<<20)
		for {
			n := c.Run(c.Nodes+1+int64(r.IntN(40)), nil)
			if n != nil {
				if n.Cmp(want) != 0 || c.Err != nil {
					t.Fatalf("%v in goes, %v at once, %v: %+v", n, want, c.Err, m)
				}
				break
			}
			if !errors.Is(c.Err, run.ErrBudget) || c.Forecast() < float64(c.Nodes) {
				t.Fatalf("%v, a forecast of %v after %d nodes", c.Err, c.Forecast(), c.Nodes)
			}
			goes++
		}
	}
	if goes < 500 {
		t.Errorf("only %d goes did not come to the end", goes)
	}
}
