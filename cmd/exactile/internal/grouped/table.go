// Package grouped prints the numbers of solutions by groups: as lines, CSV, JSON and pictures.
// It counts nothing.
package grouped

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/spelling"
)

// A Table holds the groups of the solutions of a puzzle.
type Table struct {
	Tiling *puzzle.Tiling
	// By are the pieces whose placements define a group, as indices into the pieces of the
	// puzzle; items if it has no geometry.
	By []int
	// Uses is set if a group is how often each piece is used, Cells if it is a piece and a
	// cell that the piece covers: then a solution belongs to several groups.
	Uses, Cells bool
	Rows        []Row
	Count       *big.Int // solutions in all
}

// A Row is a group with its number of solutions.
type Row struct {
	Placements []int // options, in the order of By and then of their cells
	Use        []int // of each piece
	Piece      int
	Cell       lattice.Cell
	Count      *big.Int
}

// Names are the names of the pieces, or of the items if there is no geometry.
func Names(t *puzzle.Tiling) (names []string) {
	if t.Puzzle.Cover != nil {
		for _, it := range t.Items[:len(t.Items)-t.Added] {
			names = append(names, it.Name)
		}
		return names
	}
	for _, p := range t.Puzzle.Pieces {
		names = append(names, p.Name)
	}
	return names
}

// Named returns the items of the pieces in lists with commas. A list may also be one
// name that has a comma.
func Named(t *puzzle.Tiling, lists []string) (pieces []int, err error) {
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
			if !add(name) {
				return nil, usage.Errorf("--by: there is no piece %q%s: want some of %s",
					name, spelling.Hint(name, names), shortened(names))
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

// Varying lists the pieces, or items, whose number of uses is not fixed.
func Varying(t *puzzle.Tiling) (varying []int) {
	for i := range Names(t) {
		if it := t.Items[i]; it.Min < it.Max {
			varying = append(varying, i)
		}
	}
	return varying
}

// AddBy adds groups of placements, in the order of their cells.
func (t *Table) AddBy(groups []cover.Group) {
	for _, g := range groups {
		row := Row{Count: g.Count}
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
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		return slices.CompareFunc(a.Placements, b.Placements, t.compare)
	})
}

// compare orders placements by their cells, and then by their items: the order does not depend
// on a seed that shuffles the options.
func (t *Table) compare(a, b int) int {
	if t.Tiling.Placements != nil {
		p, q := t.Tiling.Placements[a], t.Tiling.Placements[b]
		if order := slices.CompareFunc(p.Cells, q.Cells, lattice.Cell.Compare); order != 0 {
			return order
		}
	}
	return slices.Compare(t.Tiling.Options[a], t.Tiling.Options[b])
}

// AddUses adds groups by how often the varying pieces are used.
func (t *Table) AddUses(groups []cover.Group, varying []int) {
	for _, g := range groups {
		row := Row{Count: g.Count}
		for i := range Names(t.Tiling) {
			row.Use = append(row.Use, t.Tiling.Items[i].Min)
		}
		for n, i := range varying {
			row.Use[i] = g.Use[n]
		}
		t.Rows = append(t.Rows, row)
	}
	slices.SortFunc(t.Rows, func(a, b Row) int { return slices.Compare(b.Use, a.Use) })
}

// AddCells adds the groups of each piece and cell, from the number of solutions with each
// option.
func (t *Table) AddCells(options []*big.Int) {
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
			t.Rows = append(t.Rows, Row{Piece: k, Cell: site.At, Count: sum})
		}
	}
}

// placement formats the cells of a placement: "[0,0] [1,0]", or its items if there is no
// geometry.
func (t *Table) placement(o int) string {
	if t.Tiling.Placements == nil {
		return strings.Join(t.Tiling.ItemNames(o), " ")
	}
	var words []string
	for _, c := range t.Tiling.Puzzle.Coordinates(t.Tiling.Placements[o].Cells) {
		words = append(words, bracketed(c))
	}
	return strings.Join(words, " ")
}

// bracketed formats coordinates as in JSON.
func bracketed(coordinates []int) string {
	return strings.ReplaceAll(fmt.Sprint(coordinates), " ", ",")
}
