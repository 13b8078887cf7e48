// Package table searches by the first empty cell: it scans the cells of a model in some
// order, in a window of 64 cells whose bytes look up the placements that fit. Rules that
// prune become part of those tables, or are asked at a few cells on the way. It serves
// models whose items have positions.
package table
