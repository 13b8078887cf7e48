package export

import (
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
)

// writeDLX writes m in the text format of Knuth's programs: for DLX1 if all items are {1,1} or
// {0,1}, else for DLX3 and SSMCC, which support bounds. These programs refuse an upper bound of
// zero, so items {0,0} and the options with them are left out, and the option lines are the other
// options in order. Names are not shortened, since they identify options, though Knuth's own
// programs accept at most eight bytes. The error is that of w, or names an item whose name cannot
// be written.
func writeDLX(w io.Writer, m *cover.Model, _ func(o int) string) error {
	return dlx.Write(w, withoutDead(m))
}

// withoutDead returns m without the items {0,0} and the options that cover them. Unlike the
// rewrites of package cover it renumbers the others.
func withoutDead(m *cover.Model) *cover.Model {
	r := new(cover.Model)
	named := len(m.Items) - m.AddedItems
	number := make([]int, len(m.Items))
	for i, it := range m.Items {
		if it.Max == 0 {
			continue
		}
		number[i] = len(r.Items)
		r.Items = append(r.Items, it)
		if i >= named {
			r.AddedItems++
		}
	}
	for o, dead := range m.Dead() {
		if dead {
			continue
		}
		var items []int
		for _, i := range m.Options[o] {
			items = append(items, number[i])
		}
		r.Options = append(r.Options, items)
	}
	return r
}
