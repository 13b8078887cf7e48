package groups

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/text"
)

// A Table holds the groups of the solutions of a puzzle.
type Table struct {
	kind
	Tiling *puzzle.Tiling
	Rows   []Row
	Count  *big.Int // solutions in all
}

// A Row is a group with its number of solutions. Each kind of table has its own fields.
type Row struct {
	Placements []int // options, in the order of the pieces and then of their cells
	Use        []int // of each piece
	Piece      int
	Cell       lattice.Cell
	Count      *big.Int
}

// A kind is what the groups of a table are.
type kind struct {
	Columns []string // the names of the fields
	fields  func(Row) []string
	// line is the description of a group, with these names of the pieces.
	line   func(row Row, names []string) string
	object func(Row) object // without its count
	by     string           // what the title of a picture names
	panels func() []render.Panel
}

// An object is a group as JSON.
type object struct {
	*solution.Record
	Use   map[string]int `json:"use,omitempty"`
	Piece string         `json:"piece,omitempty"`
	Cell  []int          `json:"cell,omitempty"`
	Label string         `json:"label,omitempty"`
	Count string         `json:"count"`
}

// Names are the names of the pieces, or of the items if there is no geometry.
func Names(t *puzzle.Tiling) (names []string) {
	if t.Puzzle.Cover != nil {
		for _, it := range t.Items[:len(t.Items)-t.AddedItems] {
			names = append(names, it.Name)
		}
		return names
	}
	for _, p := range t.Puzzle.Pieces {
		names = append(names, p.Name)
	}
	return names
}

// Pieces returns the items of the pieces in lists with commas, as --by takes them. A list may also
// be one name that has a comma.
func Pieces(t *puzzle.Tiling, lists []string) (pieces []int, err error) {
	const mostListed = 20
	names := Names(t)
	add := func(name string) bool {
		n := slices.Index(names, name)
		if n >= 0 && !slices.Contains(pieces, n) {
			pieces = append(pieces, n)
		}
		return n >= 0
	}
	for _, list := range lists {
		if add(list) {
			continue
		}
		for name := range strings.SplitSeq(list, ",") {
			if add(name) {
				continue
			}
			known := names[:min(len(names), mostListed)]
			if len(names) > mostListed {
				known = append(slices.Clone(known), "...")
			}
			return nil, cli.Misusef("--by: there is no piece %q%s: want one or more of %s",
				name, text.Hint(name, names), strings.Join(known, ", "))
		}
	}
	return pieces, nil
}

// add adds the groups, as rows, and their sum.
func (t *Table) add(groups []cover.Group, row func(cover.Group) Row) {
	t.Count = new(big.Int)
	for _, g := range groups {
		one := row(g)
		one.Count = g.Count
		t.Rows = append(t.Rows, one)
		t.Count.Add(t.Count, g.Count)
	}
}

// Text writes a line for each group: its description, a tab, and its number.
func (t *Table) Text(w io.Writer) error {
	names := Names(t.Tiling)
	for n := range names {
		names[n] = text.Visible(names[n])
	}
	for _, row := range t.Rows {
		if _, err := fmt.Fprintf(w, "%s\t%v\n", t.line(row, names), row.Count); err != nil {
			return err
		}
	}
	return nil
}

// CSV writes a header and a record for each group: its fields and its number.
func (t *Table) CSV(w io.Writer) error {
	rows := [][]string{append(slices.Clone(t.Columns), "count")}
	for _, row := range t.Rows {
		rows = append(rows, append(t.fields(row), row.Count.String()))
	}
	return report.CSV(w, rows)
}

// Groups returns the groups as data for JSON. Counts are decimal strings.
func (t *Table) Groups() []any {
	groups := []any{}
	for _, row := range t.Rows {
		g := t.object(row)
		g.Count = row.Count.String()
		groups = append(groups, g)
	}
	return groups
}
