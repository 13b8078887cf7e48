package cover

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fingerprint returns "sha256:" and 64 hexadecimal digits that name m: models
// with the same items (names and bounds) and the same options, as sets of item
// names, have the same one, however either is numbered. Added items are items
// like any other here: a restricted model is another model. Positions and
// symmetries, which change no solution, do not matter.
func (m *Model) Fingerprint() string {
	// The lines lie end to end: models are large, and a string each would take more
	// than all else.
	text := make([]byte, 0, m.textSize())
	lines := make([]int, 0, len(m.Items)+len(m.Options)) // where each starts
	for _, it := range m.Items {
		lines = append(lines, len(text))
		text = fmt.Appendf(text, "item %q %d %d\n", it.Name, it.Min, it.Max)
	}
	// Options are spelt by the ranks of their names, which do not depend on the
	// numbering and are short.
	byName := make([]int, len(m.Items))
	for i := range byName {
		byName[i] = i
	}
	slices.SortFunc(byName, func(a, b int) int { return strings.Compare(m.Items[a].Name, m.Items[b].Name) })
	rank := make([]int, len(m.Items))
	for r, i := range byName {
		rank[i] = r
	}
	var ranks []int
	for _, items := range m.Options {
		ranks = ranks[:0]
		for _, i := range items {
			ranks = append(ranks, rank[i])
		}
		slices.Sort(ranks)
		lines = append(lines, len(text))
		text = append(text, "option"...)
		for _, r := range ranks {
			text = strconv.AppendInt(append(text, ' '), int64(r), 10)
		}
		text = append(text, '\n')
	}
	line := func(start int) []byte { return text[start : start+1+bytes.IndexByte(text[start:], '\n')] }
	slices.SortFunc(lines, func(a, b int) int { return bytes.Compare(line(a), line(b)) })
	h := sha256.New()
	for _, start := range lines {
		h.Write(line(start))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// textSize is about how long the text of the fingerprint is, and most often no less.
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
