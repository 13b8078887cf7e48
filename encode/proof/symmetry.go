package proof

import (
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
)

// writeMotions writes a group of motions in the checker's format: for each motion a line with the
// images of the options and a line with those of the items.
func writeMotions(w io.Writer, m *cover.Model, motions [][]int) error {
	var buf []byte
	for _, g := range motions {
		items, _ := m.ItemImages(g) // a valid model has only automorphisms
		buf = appendNumbers(buf[:0], g)
		buf = appendNumbers(buf, items)
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// appendNumbers appends a line of numbers, counted from 1 in the text.
func appendNumbers(buf []byte, list []int) []byte {
	for k, n := range list {
		if k > 0 {
			buf = append(buf, ' ')
		}
		buf = strconv.AppendInt(buf, int64(n)+1, 10)
	}
	return append(buf, '\n')
}
