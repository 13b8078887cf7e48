package grouped

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/solution"
	"github.com/exactile/exactile/internal/visible"
)

// Text writes a line for each group: its description, a tab, and its number.
func (t *Table) Text(w io.Writer) error {
	names := Names(t.Tiling)
	for n := range names {
		names[n] = visible.Text(names[n])
	}
	for _, row := range t.Rows {
		if _, err := fmt.Fprintf(w, "%s\t%v\n", t.line(row, names), row.Count); err != nil {
			return err
		}
	}
	return nil
}

// line is the description of a group.
func (t *Table) line(row Row, names []string) string {
	var words []string
	switch {
	case t.Cells:
		return names[row.Piece] + "\t" + bracketed(t.coordinates(row))
	case t.Uses:
		for n, use := range row.Use {
			words = append(words, fmt.Sprintf("%s=%d", names[n], use))
		}
		return strings.Join(words, " ")
	case t.Tiling.Placements == nil:
		for _, o := range row.Placements {
			words = append(words, visible.Text(t.placement(o)))
		}
	default:
		for _, o := range row.Placements {
			words = append(words, names[t.Tiling.Placements[o].Piece]+" "+t.placement(o))
		}
	}
	if words == nil {
		return "-" // none of the pieces is used
	}
	return strings.Join(words, "; ")
}

// CSV writes a header and a record for each group, in RFC 4180: a column for each piece that
// is grouped by, or for the piece and the coordinates of the cell, and the number.
func (t *Table) CSV(to io.Writer) error {
	w := csv.NewWriter(to)
	names := Names(t.Tiling)
	var header []string
	switch {
	case t.Cells:
		header = append(header, "piece", "x", "y")
		if len(t.coordinates(Row{})) > 2 {
			header = append(header, "z")
		}
	case t.Uses:
		header = append(header, names...)
	default:
		for _, i := range t.By {
			header = append(header, names[i])
		}
	}
	write := func(fields []string) error {
		for k, field := range fields {
			fields[k] = visible.Cell(field)
		}
		return w.Write(fields)
	}
	if err := write(append(header, "count")); err != nil {
		return err
	}
	for _, row := range t.Rows {
		record := t.record(row, names)
		if err := write(append(record, row.Count.String())); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// record returns the fields of a group.
func (t *Table) record(row Row, names []string) (fields []string) {
	switch {
	case t.Cells:
		fields = append(fields, names[row.Piece])
		for _, x := range t.coordinates(row) {
			fields = append(fields, strconv.Itoa(x))
		}
	case t.Uses:
		for _, use := range row.Use {
			fields = append(fields, strconv.Itoa(use))
		}
	default:
		for _, i := range t.By {
			var lie []string
			for _, o := range row.Placements {
				if _, covers := slices.BinarySearch(t.Tiling.Options[o], i); covers {
					lie = append(lie, t.placement(o))
				}
			}
			fields = append(fields, strings.Join(lie, "; "))
		}
	}
	return fields
}

func (t *Table) coordinates(row Row) []int {
	return t.Tiling.Puzzle.Coordinates([]lattice.Cell{row.Cell})[0]
}

// A groupJSON is a Row as JSON.
type groupJSON struct {
	*solution.Record
	Use   map[string]int `json:"use,omitempty"`
	Piece string         `json:"piece,omitempty"`
	Cell  []int          `json:"cell,omitempty"`
	Count string         `json:"count"`
}

// Groups returns the groups as data for JSON: the placements of each, how often each piece
// is used, or the piece and the cell. Counts are decimal strings.
func (t *Table) Groups() []any {
	names := Names(t.Tiling)
	groups := []any{}
	for _, row := range t.Rows {
		g := groupJSON{Count: row.Count.String()}
		switch {
		case t.Cells:
			g.Piece, g.Cell = names[row.Piece], t.coordinates(row)
		case t.Uses:
			g.Use = make(map[string]int, len(names))
			for n, use := range row.Use {
				g.Use[names[n]] = use
			}
		default:
			r := solution.NewRecord(t.Tiling, cover.Solution(row.Placements))
			g.Record = &r
		}
		groups = append(groups, g)
	}
	return groups
}
