// Package native lists and counts the solutions of a cover model by search,
// without clauses and without geometry: all it knows of a board are the raster
// positions in Model.Pos, and all it knows of symmetry are the permutations in
// Model.Sym. It imports nothing but the standard library and package cover.
//
// Plain is the oracle: one page of most-constrained-item backtracking, to be
// checked by reading. Everything else in the package must agree with it.
//
// Searcher is the fast one. It settles what the bounds settle at once, and then has
// engines to choose from. Models whose items have positions are scanned for the first
// empty cell, by tables (internal/table); counts can merge equal states on the way
// (internal/merge). Everything else, and boards that are better searched by the most
// constrained item, go to dancing links, pairs of words and words (internal/links); long
// searches of such boards are reduced at every node first, and those that come to the same
// states again and again remember them. A count of a model without
// positions goes along an order that is recovered where that is narrow enough
// (internal/frontier). The layers of a merged count answer more than how many solutions
// there are: see Groups, Marginals and Rank (internal/merge for groups, internal/diagram
// for the rest). The choice is made here, by probing, and nowhere
// else; what all engines share stands in internal/run, what they search in
// internal/problem.
//
// Hunter is for one solution of a model that has many and is too large to be gone
// through in any one order; Beam (internal/beam) for one of a large board and many
// different pieces.
//
// In this package m is a model, p a problem, o an option, i an item, s a searcher.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1. The types name the sources of what is not there.
package native
