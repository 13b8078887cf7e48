package cover

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
)

// Fingerprint returns "sha256:" and 64 hexadecimal digits that identify m: models with the same
// items (names and bounds) and the same options, as sets of item names, have the same fingerprint,
// whatever their numbering. Added items count like any other item: a restricted model is another
// model. Positions and symmetries do not count, since they change no solution.
func (m *Model) Fingerprint() string {
	// The lines are kept end to end: models are large, and a string for each line would take more
	// memory than all else.
	text := make([]byte, 0, m.textSize())
	type line struct {
		key        uint64 // the line's place in the order, as far as 64 bits tell; 0: an item
		start, end int
	}
	lines := make([]line, 0, len(m.Items)+len(m.Options))
	endLine := func(key uint64) {
		start := 0
		if len(lines) > 0 {
			start = lines[len(lines)-1].end
		}
		lines = append(lines, line{key, start, len(text)})
	}
	for _, it := range m.Items {
		text = fmt.Appendf(text, "item %q %d %d\n", it.Name, it.Min, it.Max)
		endLine(0)
	}
	// Options are spelt by the ranks of their items' names, which are short and do not depend on
	// the numbering.
	_, rank := m.byName(len(m.Items))
	numbers := make([]string, len(m.Items))
	for r := range numbers {
		numbers[r] = " " + strconv.Itoa(r)
	}
	// Lines of options are in the order of their numbers, and numbers in that of their texts,
	// since what ends a number comes before all digits. So comparing keys of the first numbers
	// decides nearly always, and a comparison of lines takes much longer.
	_, digit := ranked(numbers)
	width := bits.Len(uint(len(numbers)))
	var ranks []int
	for _, items := range m.Options {
		ranks = ranks[:0]
		for _, i := range items {
			ranks = append(ranks, rank[i])
		}
		slices.Sort(ranks)
		text = append(text, "option"...)
		key, room := uint64(0), 64
		for _, r := range ranks {
			text = append(text, numbers[r]...)
			if room -= width; room >= 0 {
				key |= uint64(digit[r]+1) << room
			}
		}
		text = append(text, '\n')
		endLine(key)
	}
	slices.SortFunc(lines, func(a, b line) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(text[a.start:a.end], text[b.start:b.end])
	})
	h := sha256.New()
	for _, l := range lines {
		h.Write(text[l.start:l.end])
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// textSize estimates the length of the text of the fingerprint, mostly from above.
func (m *Model) textSize() int {
	digits := len(strconv.Itoa(len(m.Items)))
	size := 0
	for _, it := range m.Items {
		size += len(it.Name) + len("item \"\" 1 1\n")
	}
	for _, items := range m.Options {
		size += len("option\n") + len(items)*(1+digits)
	}
	return size
}
