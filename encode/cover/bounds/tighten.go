package bounds

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// tighten returns a model with the same solutions, in which bounds that weights show to be tight
// are equal, and from which options are dropped that no solution has; m itself if the weights show
// nothing. weights has one for each class.
//
// Say every option has a weight of at least 0, as the sum over its items. Over a solution these
// weights add up to the sum over all items of weight times cover, which the bounds of the items
// limit. If the limit is 0, then each option of a solution has weight 0, each item of positive
// weight is covered as often as it may be, and each of negative weight only as often as it must be;
// if the limit is below 0, there is no solution.
//
// Source: complementary slackness of linear programs.
func tighten(m *cover.Model, c *classes, weights []int) *cover.Model {
	covered := make([]int, len(m.Items))
	var heavy []int // options of positive weight
	dead := m.Dead()
	for o := range m.Options {
		if dead[o] {
			continue
		}
		sum := 0
		for _, i := range m.Options[o] {
			covered[i]++
			sum += weights[c.items[i]]
		}
		if sum < 0 {
			return m
		} else if sum > 0 {
			heavy = append(heavy, o)
		}
	}
	limit, some := 0, len(heavy) > 0
	items := slices.Clone(m.Items)
	for i, class := range c.items {
		it := &items[i]
		most := min(it.Max, covered[i])
		switch w := weights[class]; {
		case w > 0:
			limit += w * most
			most = max(most, it.Min)
			some = some || it.Min < most
			it.Min, it.Max = most, most
		case w < 0:
			limit += w * it.Min
			some = some || it.Min < most
			it.Max = it.Min
		}
	}
	switch {
	case limit > 0, limit == 0 && !some, !slices.Contains(dead, false):
		return m
	case limit < 0: // nothing can be chosen, and that is no solution
		heavy = heavy[:0]
		for o := range m.Options {
			heavy = append(heavy, o)
		}
		items = m.Items
	}
	r := *m
	r.Items = items
	return r.Restrict(cover.Shard{Drop: heavy})
}
