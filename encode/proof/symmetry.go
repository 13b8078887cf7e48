package proof

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
)

// writeMotions writes a group of motions in the checker's format: for each motion a line with the
// images of the options and a line with those of the items.
func writeMotions(w io.Writer, m *cover.Model, motions [][]int) error {
	covers := m.Covers()
	var buf []byte
	for k, g := range motions {
		if len(g) != len(m.Options) || !m.Automorphism(g) {
			return fmt.Errorf("proof: symmetry %d is no automorphism of the model", k)
		}
		buf = appendNumbers(buf[:0], g)
		buf = appendNumbers(buf, itemImages(m, covers, g))
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

// itemImages returns the permutation of the items that the automorphism g induces: item i goes to
// an item with equal bounds that exactly the images of i's options cover. Items with the same
// options are interchangeable.
func itemImages(m *cover.Model, covers [][]int, g []int) []int {
	at := make(map[string][]int)
	for i, options := range covers {
		k := itemKey(m.Items[i], options)
		at[k] = append(at[k], i)
	}
	images := make([]int, len(m.Items))
	var mapped []int
	for i, options := range covers {
		mapped = mapped[:0]
		for _, o := range options {
			mapped = append(mapped, g[o])
		}
		slices.Sort(mapped)
		k := itemKey(m.Items[i], mapped)
		images[i], at[k] = at[k][0], at[k][1:]
	}
	return images
}

func itemKey(it cover.Item, options []int) string {
	key := binary.AppendUvarint(nil, uint64(it.Min))
	key = binary.AppendUvarint(key, uint64(it.Max))
	for _, o := range options {
		key = binary.AppendUvarint(key, uint64(o))
	}
	return string(key)
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
