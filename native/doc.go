// Package native lists and counts the solutions of a cover model by search,
// without clauses and without geometry: it knows a board only by the raster
// positions in Model.Pos, and symmetry only by the permutations in Model.Sym.
// It imports only the standard library and package cover.
//
// Plain is the oracle: one page of most-constrained-item backtracking that can
// be checked by reading. Everything else in the package must agree with it.
//
// Searcher is the fast one. It settles what the bounds settle at once, and then chooses an
// engine. Models whose items have positions are scanned for the first empty cell, by
// tables (internal/table); counts can merge equal states on the way (internal/layers). All
// other models, and boards better searched by the most constrained item, go to dancing
// links, pairs of words and words (internal/links); long searches of such boards first
// reduce the model at every node. A count of a model without positions goes along a recovered order if its frontier
// is narrow enough (internal/frontier), by layers, too. The layers of a merged count answer
// more than the number of solutions: see Groups, Marginals and Rank. Only this package
// chooses, by probing. What all engines share is in internal/run, the problem that they search
// in internal/problem.
//
// Hunter looks for one solution of a model that has many and is too large to be
// searched through in any one order; Beam (internal/beam) for one of a large board
// and many different pieces.
//
// In this package m is a model, p a problem, o an option, i an item, s a searcher.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1. The types name the sources of everything else.
package native
