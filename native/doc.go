// Package native lists and counts the solutions of a cover model by search,
// without clauses and without geometry: all it knows of a board are the raster
// positions in Model.Pos, and all it knows of symmetry are the permutations in
// Model.Sym. It imports nothing but the standard library and package cover.
//
// Plain is the oracle: one page of most-constrained-item backtracking, to be
// checked by reading. Everything else in the package must agree with it.
//
// Searcher is the fast one. It settles what the bounds settle at once (problem),
// and then has three engines. Models whose items have positions are scanned for
// the first empty cell, in a window of 64 cells whose bytes look up the placements
// that fit (window, tally, chunk; fastBoard up to 64 kinds of placement, wideBoard
// beyond). One after which nothing can cover some cell counts as one that does not
// fit (dead, pocketer). Counts expand several states at a time (rush), can merge
// equal ones on the way (layer), or give up those with an island that no pieces fill
// (islands); lists remember how boards end (endings). Everything else, and boards
// that are better searched by the most constrained item, go to dancing links with
// bounds (web), and as items get fewer to lists of pairs of words (pairSearch) and of
// single words (wordSearch). What would need the tables of a wideBoard is first tried
// by sets (setSearch), which take no time to set up. Symmetries are used at the root
// only (root), the choice is made by probing (choose), and long searches are shared by
// tasks that workers claim in a fixed order (tasks).
//
// Hunter is for one solution of a model that has many and is too large to be gone
// through in any one order.
//
// In this package m is a model, o an option, i an item, s a search, c a cell by
// its position, f the filled cells of a window and k the packed counts left.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1. The types name the sources of what is not there.
package native
