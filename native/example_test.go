package native_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// strip is the model of a row of cells to be filled with bars of the given
// lengths, any number of each.
func strip(cells int, lengths ...int) *cover.Model {
	m := &cover.Model{}
	for c := range cells {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("cell%d", c), Min: 1, Max: 1})
		m.Pos = append(m.Pos, c)
	}
	for _, n := range lengths {
		for c := range cells - n + 1 {
			var items []int
			for k := range n {
				items = append(items, c+k)
			}
			m.Options = append(m.Options, items)
		}
	}
	return m
}

func ExampleSearcher_Count() {
	n, err := native.Searcher{}.Count(context.Background(), strip(500, 1, 2))
	fmt.Println(n, err)
	// Output: 225591516161936330872512695036072072046011324913758190588638866418474627738686883405015987052796968498626 <nil>
}

func ExampleSearcher_Solutions() {
	for s, err := range (native.Searcher{}).Solutions(context.Background(), strip(4, 2, 3)) {
		fmt.Println(s, err)
	}
	// Output: [0 2] <nil>
}

// Where only bars of three and five cells lie, no gap may be 1, 2, 4 or 7 long. A
// rule of one's own can say so before the search finds out.
func ExampleSearcher_prune() {
	m := strip(7, 3, 5)
	wrong := func(gap int) bool { return gap == 1 || gap == 2 || gap == 4 || gap == 7 }
	stuck := func(p *native.Partial) bool {
		gap := 0
		for _, n := range p.Covered {
			if n == 0 {
				gap++
			} else if wrong(gap) {
				return true
			} else {
				gap = 0
			}
		}
		return wrong(gap)
	}
	s := native.Searcher{Prune: stuck, Stats: func(st native.Stats) { fmt.Println(st.Nodes, "node") }}
	n, err := s.Count(context.Background(), m)
	fmt.Println(n, err)
	// Output:
	// 1 node
	// 0 <nil>
}

// The cells can be scanned in any order, here from the far end.
func ExampleSearcher_cellOrder() {
	m := strip(5, 1, 2)
	s := native.Searcher{CellOrder: func(item int) int { return len(m.Items) - item }}
	n, err := s.Count(context.Background(), m)
	fmt.Println(n, err)
	// Output: 8 <nil>
}

// Long bars come after short ones in the model; to have solutions with long
// bars listed first, rank them first.
func ExampleSearcher_optionOrder() {
	m := strip(4, 1, 2)
	s := native.Searcher{OptionOrder: func(option int) int { return -len(m.Options[option]) }}
	for solution, err := range s.Solutions(context.Background(), m) {
		fmt.Println(solution, err)
		break
	}
	// Output: [4 6] <nil>
}
