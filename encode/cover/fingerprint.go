package cover

import (
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
	lines := make([]string, 0, len(m.Items)+len(m.Options))
	for _, it := range m.Items {
		lines = append(lines, fmt.Sprintf("item %q %d %d\n", it.Name, it.Min, it.Max))
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
	var line []byte
	for _, items := range m.Options {
		ranks = ranks[:0]
		for _, i := range items {
			ranks = append(ranks, rank[i])
		}
		slices.Sort(ranks)
		line = append(line[:0], "option"...)
		for _, r := range ranks {
			line = strconv.AppendInt(append(line, ' '), int64(r), 10)
		}
		lines = append(lines, string(append(line, '\n')))
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
