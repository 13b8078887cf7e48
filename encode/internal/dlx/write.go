package dlx

import (
	"bufio"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// Write writes m so that Parse returns the same items in the same order, the same options and the
// same number of added items. Pos and Sym are hints and are left out. The error is that of w, or
// names an item whose name or bounds have no text form; m must otherwise be valid.
func Write(w io.Writer, m *cover.Model) error {
	for i, it := range m.Items {
		if err := validName(it.Name); err != nil {
			return fmt.Errorf("dlx: item %d: %w", i, err)
		}
		if it.Min < 0 || it.Max < it.Min || it.Max > maxBound {
			return fmt.Errorf("dlx: item %s has bounds %d..%d", it.Name, it.Min, it.Max)
		}
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, header+"\n", len(m.Items), len(m.Options), m.AddedItems)
	if len(m.Items) > 0 {
		writeItems(b, m)
	}
	for _, items := range m.Options {
		for k, i := range items {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(m.Items[i].Name)
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

func writeItems(b *bufio.Writer, m *cover.Model) {
	secondary := firstSecondary(m)
	for i, it := range m.Items {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i == secondary {
			b.WriteString("| ")
		}
		if i < secondary && (it.Min != 1 || it.Max != 1) {
			fmt.Fprintf(b, "%d:%d|", it.Min, it.Max)
		}
		b.WriteString(it.Name)
	}
	b.WriteByte('\n')
}

// firstSecondary returns the least index from which on items are written as secondary. The text
// form puts secondary items last, so only a tail of items {0,1} can be secondary; the others {0,1}
// are written with bounds, which means the same and keeps the order of the items. Since Knuth's
// programs never choose an option without a primary item, every option must keep one. The first
// item is never secondary: the line would start with "|" and be a comment.
func firstSecondary(m *cover.Model) int {
	first := len(m.Items)
	for first > 0 && m.Items[first-1].Min == 0 && m.Items[first-1].Max == 1 {
		first--
	}
	for _, items := range m.Options {
		if len(items) > 0 {
			first = max(first, items[0]+1)
		}
	}
	return max(first, 1)
}
