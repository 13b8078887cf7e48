// Package groups is counts of solutions by groups: a table for each kind of group, written as text,
// CSV, JSON, a picture or a page.
//
//	table.go      what all kinds share
//	by.go         groups by the placements of pieces
//	uses.go       groups by how often each piece is used
//	cells.go      groups by pieces and the cells that they cover
//	empty.go      groups without a solution
//	picture.go    tables as pictures
package groups
