package problem

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
)

// relaxBounds drops bounds that cannot bind because of the room there is. Without them more states
// are equal, and fewer items need a counter.
func relaxBounds(m *cover.Model, p *cover.Residual) {
	thick := func(b cover.Bound) bool { return b.Hi > 1 && b.Binds() }
	if p.Impossible || !slices.ContainsFunc(p.Items, thick) {
		return
	}
	live := &cover.Model{
		Items: make([]cover.Item, len(p.Items)), Options: make([][]int, len(p.Live)),
	}
	for i, b := range p.Items {
		live.Items[i] = cover.Item{Min: int(b.Lo), Max: int(b.Hi)}
	}
	for n, o := range p.Live {
		live.Options[n] = m.Options[o]
	}
	possible := bounds.Of(live).Implied(func(item int, upper bool, _ func() []int64) {
		if b := &p.Items[item]; upper {
			b.Hi = b.N
		} else {
			b.Lo = 0
		}
	})
	p.Impossible = !possible
}
