package native

import (
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// Item 3 is a piece that is used twice, item 5 a cell that may be covered twice: the option
// that covers just these leaves room in both, and may not be used again.
func TestAnOptionLeavesRoom(t *testing.T) {
	t.Parallel()
	m := &cover.Model{}
	for i := range 17 {
		item := cover.Item{Name: fmt.Sprint(i), Min: 1, Max: 1}
		switch i {
		case 3, 4:
			item.Min, item.Max = 2, 2
		case 5:
			item.Min, item.Max = 0, 2
		}
		m.Items = append(m.Items, item)
	}
	for option := range strings.SplitSeq(`
		0 5 6, 0 7 8, 0 10 11, 0 13 14, 0 15 16, 0 6 7, 0 9 10, 0 11 12, 0 14 15, 0 5 9,
		0 7 11, 0 10 14, 0 12 16,
		1 5 6 7 9, 1 10 11 12 14, 1 5 6 7 11, 1 10 11 12 16, 1 6 7 10 11, 1 9 10 13 14,
		1 11 12 15 16, 1 7 9 10 11, 1 12 14 15 16, 1 5 9 10 11, 1 10 14 15 16, 1 5 6 9 10,
		1 7 8 11 12, 1 10 11 14 15,
		2 6 7 11, 2 9 10 14, 2 11 12 16, 2 7 10 11, 2 10 13 14, 2 12 15 16, 2 6 7 8, 2 9 10 11,
		2 14 15 16, 2 5 9 10, 2 7 11 12, 2 10 14 15, 2 5 6 9, 2 7 8 11, 2 10 11 14, 2 5 6 7,
		2 10 11 12, 2 13 14 15,
		3 6, 3 8, 3 9, 3 11, 3 14, 3 16, 3 5, 3 7, 3 10, 3 12, 3 13, 3 15,
		4 5, 4 7, 4 10, 4 12, 4 13, 4 15, 4 6, 4 8, 4 9, 4 11, 4 14, 4 16`, ",") {
		var items []int
		for word := range strings.FieldsSeq(option) {
			var i int
			if _, err := fmt.Sscan(word, &i); err != nil {
				t.Fatal(err)
			}
			items = append(items, i)
		}
		m.Options = append(m.Options, items)
	}
	agree(t, m, Searcher{forced: "words"}, Searcher{forced: "reduced"}, Searcher{forced: "links"}, Searcher{forced: "frontier"})
}
