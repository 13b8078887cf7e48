package export

import (
	"bufio"
	"iter"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// A row says how many of some options are chosen: exactly bound (=), at least that many (>=),
// or at most (<=). No options are chosen of none, so that such a row can never hold.
type row struct {
	options  []int // increasing
	relation string
	bound    int
}

// rows yields what m says, item by item: an equation for {n,n}, a row for each other bound
// that can bind.
func rows(m *cover.Model) iter.Seq[row] {
	return func(yield func(row) bool) {
		for i, options := range m.Covers() {
			low, high, n := m.Items[i].Min, m.Items[i].Max, len(options)
			switch {
			case n == 0 && low == 0:
			case low == high:
				if !yield(row{options, "=", low}) {
					return
				}
			default:
				if low > 0 && !yield(row{options, ">=", low}) {
					return
				}
				if high < n && !yield(row{options, "<=", high}) {
					return
				}
			}
		}
	}
}

// writeComments writes the comments of a format whose comment lines start in that way.
func writeComments(b *bufio.Writer, start string, comments iter.Seq[string]) error {
	for text := range comments {
		b.WriteString(start)
		b.WriteString(strings.Map(oneLine, text))
		if err := b.WriteByte('\n'); err != nil {
			return err
		}
	}
	return nil
}

// oneLine replaces what could end a comment line.
func oneLine(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}
