// Package beam looks for one solution of a large packing: it scans the cells, keeps the
// most promising partial solutions of each size, and learns from each pass which pieces
// should be used early. It does not list, and reports that there is no solution
// only if it has dropped nothing.
//
// A partial solution, a state, decides every cell before some cell: covered, or left
// empty where that is allowed. The first undecided cell is covered in every possible
// way, so that partial solutions with the same decided cells and the same use of pieces
// are the same state. A level holds the states with the same number of decided cells; a
// few of each level survive, the beam: those with the highest score, the prices of their
// used pieces less the cost of their border.
//
// Pieces, neighbours and borders are recognized from items, options and positions
// alone. All arithmetic is in whole numbers: the same seed finds the same solution on
// every machine.
//
// In this package b is the board of a search, o one of its options, c a cell by its
// place in the scan, k a counter and l a level.
package beam
