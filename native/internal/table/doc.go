// Package table searches by the first empty cell: it scans the cells of a model in some
// order, in a window of 64 cells. The bytes of the window index tables of the placements
// that fit. Pruning rules become part of these tables or are tested at some cells on the
// way. The package is for models whose items have positions.
package table
