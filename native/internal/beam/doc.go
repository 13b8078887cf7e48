// Package beam looks for one solution of a large packing: it scans the cells, keeps the
// most promising partial solutions of each size, and learns from each pass which pieces
// had better be used early. It does not list, and says that there is no solution only
// where it has dropped nothing.
//
// A partial solution, a state, has every cell before some cell decided: covered, or left
// empty where it may be. The first undecided cell is covered in every way there is, so
// that states of one set of decided cells and one use of the pieces are the same state.
// States wait in the level of as many decided cells, and of each level a few survive,
// the beam: those with the highest score, which is the prices of the pieces that they
// have used less what their border costs.
//
// What a piece, a neighbour and a border are is told from items, options and positions
// alone. All arithmetic is in whole numbers: the same seed finds the same solution on
// every machine.
//
// In this package b is the board of a search, o one of its options, c a cell by its
// place in the scan, k a counter and l a level.
package beam
