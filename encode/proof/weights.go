package proof

import (
	"slices"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
)

// This file finds weight vectors. A certificate is sound even if this code is wrong: the checker
// verifies every vector, and a missing vector only makes the tree larger.

// weightVectors returns the vectors with which the search and the checker refute states by their
// second rule; none if the first rule refutes as much.
func weightVectors(root *search) [][]int64 {
	var vectors [][]int64
	for _, v := range areaVectors(root) {
		if bindsEarly(root, v) {
			vectors = append(vectors, v)
		}
	}
	return vectors
}

// areaVectors returns the two vectors that compare areas: the least area of the remaining pieces
// with the cells they could cover, and their greatest area with the cells still to be covered. The
// vectors matter for packings with few cells to spare: they show one hole too many at once, and not
// only when the last piece has no room.
func areaVectors(root *search) [][]int64 {
	a := areasOf(root.m)
	lower := a.weights(func(i int) int { return a.least[i] }, -1)
	upper := a.weights(func(i int) int { return -a.most[i] }, 1)
	slackCells, slackPieces := false, false
	for i, it := range root.m.Items {
		slackPieces = slackPieces || a.piece[i] && it.Min < it.Max
		slackCells = slackCells || a.cell[i] && it.Min < it.Max
	}
	// If all cells are {n,n}, a lack of area shows as soon as a cell is out of options, and the
	// same holds for pieces; but at the root the vectors are tried.
	var vectors [][]int64
	if slackCells || root.balance(lower) > 0 {
		vectors = append(vectors, lower)
	}
	if !a.alone && (slackPieces || root.balance(upper) > 0) {
		vectors = append(vectors, upper)
	}
	return vectors
}

// areas are the areas of the pieces of a model. A piece is an item of a set of which no option covers
// two, and a cell is any other item that an option with a piece covers.
type areas struct {
	piece, cell []bool
	least, most []int // cells of the options of a piece
	alone       bool  // an option without a piece covers a cell: there is no upper bound
}

func areasOf(m *cover.Model) *areas {
	a := &areas{
		piece: argument.Pieces(m, maxPieceWork), cell: make([]bool, len(m.Items)),
		least: slices.Repeat([]int{len(m.Items)}, len(m.Items)), most: make([]int, len(m.Items)),
	}
	pieceOf := func(items []int) int {
		k := slices.IndexFunc(items, func(i int) bool { return a.piece[i] })
		if k < 0 {
			return -1
		}
		return items[k]
	}
	for _, items := range m.Options {
		if p := pieceOf(items); p >= 0 {
			n := len(items) - 1
			a.least[p], a.most[p] = min(a.least[p], n), max(a.most[p], n)
			for _, i := range items {
				a.cell[i] = a.cell[i] || i != p
			}
		}
	}
	for _, items := range m.Options {
		a.alone = a.alone || pieceOf(items) < 0 && slices.ContainsFunc(items, func(i int) bool {
			return a.cell[i]
		})
	}
	return a
}

// weights returns a weight for each item: those of pieces by a function, and that of cells.
func (a *areas) weights(ofPiece func(i int) int, ofCell int64) []int64 {
	weights := make([]int64, len(a.piece))
	for i := range weights {
		switch {
		case a.piece[i]:
			weights[i] = int64(ofPiece(i))
		case a.cell[i]:
			weights[i] = ofCell
		}
	}
	return weights
}

// bindsEarly reports whether the vector's slack at the root is small compared with the area, so
// that the vector is likely to refute states high in the tree. Each vector costs time in every
// state.
func bindsEarly(root *search, vector []int64) bool {
	var needed int64
	for i, w := range vector {
		if w > 0 {
			needed += w * int64(root.m.Items[i].Min)
		}
	}
	return needed > 0 && -root.balance(vector) <= needed/3
}

// maxPieceWork bounds the options looked at in the search for pieces.
const maxPieceWork = 1 << 26
