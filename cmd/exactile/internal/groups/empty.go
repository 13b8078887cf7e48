package groups

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// maxGroups bounds the groups of --all-groups.
const maxGroups = 1 << 20

// WithEmpty adds the groups without a solution, in order.
func WithEmpty(
	ctx context.Context, m *cover.Model, g cover.Grouping, groups []cover.Group,
) ([]cover.Group, error) {
	seen := make(map[string]bool)
	for _, one := range groups {
		seen[fmt.Sprint(one.Options, one.Use)] = true
	}
	ways := useCombinations(m, g.Use)
	if len(g.By) > 0 {
		ways = placements(ctx, m, g)
	}
	for one, err := range ways {
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprint(one.Options, one.Use); !seen[key] {
			seen[key] = true
			if groups = append(groups, one); len(groups) > maxGroups {
				return nil, fmt.Errorf("--all-groups: there are more than %d groups", maxGroups)
			}
		}
	}
	cover.SortGroups(groups)
	return groups, nil
}

// useCombinations yields every combination of how often the items may be covered, as empty groups.
func useCombinations(m *cover.Model, items []int) iter.Seq2[cover.Group, error] {
	covers := m.Covers()
	return func(yield func(cover.Group, error) bool) {
		use := make([]int, len(items))
		for n, i := range items {
			use[n] = m.Items[i].Min
		}
		for {
			one := cover.Group{
				Options: cover.Solution{}, Use: slices.Clone(use), Count: new(big.Int),
			}
			if !yield(one, nil) {
				return
			}
			n := len(items) - 1
			for n >= 0 && use[n] >= min(m.Items[items[n]].Max, len(covers[items[n]])) {
				use[n] = m.Items[items[n]].Min
				n--
			}
			if n < 0 {
				return
			}
			use[n]++
		}
	}
}

// placements yields all ways to place the grouped pieces as often as the puzzle asks, even if
// the other cells cannot be covered, as empty groups.
func placements(
	ctx context.Context, m *cover.Model, g cover.Grouping,
) iter.Seq2[cover.Group, error] {
	loose := &cover.Model{Items: slices.Clone(m.Items), Pos: m.Pos}
	for i := range loose.Items {
		if !slices.Contains(g.By, i) {
			loose.Items[i].Min = 0
		}
	}
	var options []int
	for o, items := range m.Options {
		if slices.ContainsFunc(items, func(i int) bool { return slices.Contains(g.By, i) }) {
			options = append(options, o)
			loose.Options = append(loose.Options, items)
		}
	}
	return func(yield func(cover.Group, error) bool) {
		for s, err := range (native.Searcher{}).Solutions(ctx, loose) {
			for n := range s {
				s[n] = options[s[n]]
			}
			one := cover.Group{}
			if err == nil {
				one = g.Of(m, s)
				one.Count.SetInt64(0)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}
