package export

import (
	"bufio"
	"iter"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// A row bounds the number of chosen options: exactly bound (=), at least (>=), or at most (<=). A
// row without options can never hold.
type row struct {
	options  []int // increasing
	relation string
	bound    int
}

// rows yields the bounds of m, item by item: an equation for {n,n}, a row for each other bound that
// can bind.
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

// writeComments writes comments in a format whose comment lines begin with start.
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

// oneLine replaces characters that could end a comment line.
func oneLine(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

// writeTerms writes the numbers of options, each between the texts before and after, separated by
// between. A write error shows at the next write.
func writeTerms(b *bufio.Writer, options []int, between, before, after string) {
	var text []byte
	for k, o := range options {
		if k > 0 {
			b.WriteString(between)
		}
		text = strconv.AppendInt(append(text[:0], before...), int64(o+1), 10)
		b.Write(append(text, after...))
	}
}

// upTo returns 0, 1, ... n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for k := range all {
		all[k] = k
	}
	return all
}
