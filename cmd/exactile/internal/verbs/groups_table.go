package verbs

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/report"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// A groupTable holds the groups of the solutions of a puzzle.
type groupTable struct {
	Tiling *puzzle.Tiling
	// By are the pieces whose placements define a group, as indices into the pieces of the
	// puzzle; items if it has no geometry.
	By []int
	// Uses is set if a group is how often each piece is used, Cells if it is a piece and a
	// cell that the piece covers: then a solution belongs to several groups.
	Uses, Cells bool
	Rows        []groupRow
	Count       *big.Int // solutions in all

	labels map[int]map[lattice.Cell]string // by piece
}

// A groupRow is a group with its number of solutions.
type groupRow struct {
	Placements []int // options, in the order of By and then of their cells
	Use        []int // of each piece
	Piece      int
	Cell       lattice.Cell
	Count      *big.Int
}

// pieceNames are the names of the pieces, or of the items if there is no geometry.
func pieceNames(t *puzzle.Tiling) (names []string) {
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

// piecesNamed returns the items of the pieces in lists with commas. A list may also be one
// name that has a comma.
func piecesNamed(t *puzzle.Tiling, lists []string) (pieces []int, err error) {
	names := pieceNames(t)
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
			if !add(name) {
				return nil, cli.Misusef("--by: there is no piece %q%s: want one or more of %s",
					name, text.Hint(name, names), shortened(names))
			}
		}
	}
	return pieces, nil
}

// shortened lists names, at most twenty of them.
func shortened(names []string) string {
	const most = 20
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", ..."
	}
	return strings.Join(names, ", ")
}

// varyingPieces lists the pieces, or items, whose number of uses is not fixed.
func varyingPieces(t *puzzle.Tiling) (varying []int) {
	for i := range pieceNames(t) {
		if it := t.Items[i]; it.Min < it.Max {
			varying = append(varying, i)
		}
	}
	return varying
}

// AddBy adds groups of placements, in the order of their cells.
func (t *groupTable) AddBy(groups []cover.Group) {
	for _, g := range groups {
		row := groupRow{Count: g.Count}
		for _, i := range t.By {
			for _, o := range slices.SortedFunc(slices.Values(g.Options), t.compare) {
				_, covers := slices.BinarySearch(t.Tiling.Options[o], i)
				if covers && !slices.Contains(row.Placements, o) {
					row.Placements = append(row.Placements, o)
				}
			}
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortStableFunc(t.Rows, func(a, b groupRow) int {
		return slices.CompareFunc(a.Placements, b.Placements, t.compare)
	})
}

// compare orders placements by their cells, and then by their items: the order does not depend
// on a seed that shuffles the options.
func (t *groupTable) compare(a, b int) int {
	if t.Tiling.Placements != nil {
		p, q := t.Tiling.Placements[a], t.Tiling.Placements[b]
		if order := slices.CompareFunc(p.Cells, q.Cells, lattice.Cell.Compare); order != 0 {
			return order
		}
	}
	return slices.Compare(t.Tiling.Options[a], t.Tiling.Options[b])
}

// AddUses adds groups by how often the varying pieces are used.
func (t *groupTable) AddUses(groups []cover.Group, varying []int) {
	for _, g := range groups {
		row := groupRow{Count: g.Count}
		for i := range pieceNames(t.Tiling) {
			row.Use = append(row.Use, t.Tiling.Items[i].Min)
		}
		for n, i := range varying {
			row.Use[i] = g.Use[n]
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortFunc(t.Rows, func(a, b groupRow) int { return slices.Compare(b.Use, a.Use) })
}

// AddCells adds the groups of each piece and cell, from the number of solutions with each
// option.
func (t *groupTable) AddCells(options []*big.Int) {
	for k := range t.Tiling.Puzzle.Pieces {
		sums := make(map[lattice.Cell]*big.Int)
		for o, pl := range t.Tiling.Placements {
			if pl.Piece == k {
				for _, c := range pl.Cells {
					if sums[c] == nil {
						sums[c] = new(big.Int)
					}
					sums[c].Add(sums[c], options[o])
				}
			}
		}
		for _, site := range t.Tiling.Puzzle.Board.Sites {
			sum := sums[site.At]
			if sum == nil {
				sum = new(big.Int)
			}
			t.Rows = append(t.Rows, groupRow{Piece: k, Cell: site.At, Count: sum})
		}
	}
}

// placement formats the cells of a placement: "[0,0] [1,0]", labels for cells that have some, or
// its items if there is no geometry.
func (t *groupTable) placement(o int) string {
	if t.Tiling.Placements == nil {
		return strings.Join(t.Tiling.ItemNames(o), " ")
	}
	var words []string
	pl := t.Tiling.Placements[o]
	labels := t.cellLabels(pl.Piece)
	for n, c := range t.Tiling.Puzzle.Coordinates(pl.Cells) {
		word := text.Visible(labels[pl.Cells[n]])
		if word == "" {
			word = bracketed(c)
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// cellLabels returns what names the cells of a piece, see [puzzle.Tiling.CellLabels].
func (t *groupTable) cellLabels(piece int) map[lattice.Cell]string {
	if t.labels == nil {
		t.labels = make(map[int]map[lattice.Cell]string)
	}
	if t.labels[piece] == nil {
		t.labels[piece] = t.Tiling.CellLabels(piece)
	}
	return t.labels[piece]
}

// bracketed formats coordinates as in JSON.
func bracketed(coordinates []int) string {
	return strings.ReplaceAll(fmt.Sprint(coordinates), " ", ",")
}

// Text writes a line for each group: its description, a tab, and its number.
func (t *groupTable) Text(w io.Writer) error {
	names := pieceNames(t.Tiling)
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

// line is the description of a group.
func (t *groupTable) line(row groupRow, names []string) string {
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
			words = append(words, text.Visible(t.placement(o)))
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

// CSV writes a header and a record for each group: a column for each piece that is grouped by, or
// for the piece and the coordinates of the cell, and the number.
func (t *groupTable) CSV(to io.Writer) error {
	names := pieceNames(t.Tiling)
	var header []string
	switch {
	case t.Cells:
		header = append(header, "piece", "x", "y")
		if len(t.coordinates(groupRow{})) > 2 {
			header = append(header, "z")
		}
	case t.Uses:
		header = append(header, names...)
	default:
		for _, i := range t.By {
			header = append(header, names[i])
		}
	}
	rows := [][]string{append(header, "count")}
	for _, row := range t.Rows {
		rows = append(rows, append(t.record(row, names), row.Count.String()))
	}
	return report.CSV(to, rows)
}

// record returns the fields of a group.
func (t *groupTable) record(row groupRow, names []string) (fields []string) {
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

func (t *groupTable) coordinates(row groupRow) []int {
	return t.Tiling.Puzzle.Coordinates([]lattice.Cell{row.Cell})[0]
}

// A groupJSON is a Row as JSON.
type groupJSON struct {
	*solution.Record
	Use   map[string]int `json:"use,omitempty"`
	Piece string         `json:"piece,omitempty"`
	Cell  []int          `json:"cell,omitempty"`
	Label string         `json:"label,omitempty"`
	Count string         `json:"count"`
}

// labelsOf returns the labels of the cells of a placement; nil if no cell of the board has one.
func (t *groupTable) labelsOf(o int) (labels []string) {
	p, some := t.Tiling.Puzzle, false
	for _, c := range t.Tiling.Placements[o].Cells {
		label := p.Label(c)
		labels, some = append(labels, label), some || label != ""
	}
	if !some {
		return nil
	}
	return labels
}

// Groups returns the groups as data for JSON: the placements of each, how often each piece
// is used, or the piece and the cell. Counts are decimal strings.
func (t *groupTable) Groups() []any {
	names := pieceNames(t.Tiling)
	groups := []any{}
	for _, row := range t.Rows {
		g := groupJSON{Count: row.Count.String()}
		switch {
		case t.Cells:
			g.Piece, g.Cell = names[row.Piece], t.coordinates(row)
			g.Label = t.Tiling.Puzzle.Label(row.Cell)
		case t.Uses:
			g.Use = make(map[string]int, len(names))
			for n, use := range row.Use {
				g.Use[names[n]] = use
			}
		default:
			r := solution.NewRecord(t.Tiling, cover.Solution(row.Placements))
			for n, o := range t.Tiling.Ordered(row.Placements) {
				if t.Tiling.Placements != nil {
					r.Placements[n].Labels = t.labelsOf(o)
				}
			}
			g.Record = &r
		}
		groups = append(groups, g)
	}
	return groups
}
