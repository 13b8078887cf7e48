package groups

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// Varying lists the pieces, or items, whose number of uses is not fixed.
func Varying(t *puzzle.Tiling) (varying []int) {
	for i := range Names(t) {
		if it := t.Items[i]; it.Min < it.Max {
			varying = append(varying, i)
		}
	}
	return varying
}

// Uses returns the table of groups by how often the pieces are used whose number of uses varies:
// some or all of [Varying]. The others of these are in no column, and pieces that are used a fixed
// number of times are.
func Uses(t *puzzle.Tiling, varying []int, groups []cover.Group) *Table {
	var shown []int
	var names []string
	for i, name := range Names(t) {
		if slices.Contains(varying, i) || t.Items[i].Min == t.Items[i].Max {
			shown, names = append(shown, i), append(names, name)
		}
	}
	table := &Table{Tiling: t, kind: kind{
		Columns: names,
		fields: func(row Row) (fields []string) {
			for _, use := range row.Use {
				fields = append(fields, strconv.Itoa(use))
			}
			return fields
		},
		line: func(row Row, pieces []string) string {
			var words []string
			for n, use := range row.Use {
				words = append(words, fmt.Sprintf("%s=%d", pieces[shown[n]], use))
			}
			return strings.Join(words, " ")
		},
		object: func(row Row) object {
			use := make(map[string]int, len(row.Use))
			for n, name := range names {
				use[name] = row.Use[n]
			}
			return object{Use: use}
		},
	}}
	table.add(groups, func(g cover.Group) (row Row) {
		for _, i := range shown {
			use := t.Items[i].Min
			if n := slices.Index(varying, i); n >= 0 {
				use = g.Use[n]
			}
			row.Use = append(row.Use, use)
		}
		return row
	})
	slices.SortFunc(table.Rows, func(a, b Row) int { return slices.Compare(b.Use, a.Use) })
	return table
}
