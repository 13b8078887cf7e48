package proof

import (
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover/bounds"
)

// This file chooses weight vectors. A certificate is sound even if this code is wrong: the checker
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
func areaVectors(root *search) (vectors [][]int64) {
	pieces := argument.Pieces(root.m, maxPieceWork)
	least, most := bounds.Of(root.m).Areas(pieces)
	slackCells, slackPieces := false, false
	for i, it := range root.m.Items {
		slackPieces = slackPieces || pieces[i] && it.Min < it.Max
		slackCells = slackCells || least[i] < 0 && it.Min < it.Max
	}
	// If all cells are {n,n}, a lack of area shows as soon as a cell is out of options, and the
	// same holds for pieces; but at the root the vectors are tried.
	if slackCells || root.balance(least) > 0 {
		vectors = append(vectors, least)
	}
	if most != nil && (slackPieces || root.balance(most) > 0) {
		vectors = append(vectors, most)
	}
	return vectors
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
