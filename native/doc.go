// Package native lists and counts the solutions of a cover model by search, without clauses and
// without geometry. It knows a board only by the raster positions in Model.Pos, and symmetry only
// by the permutations in Model.Sym. It imports only the standard library and package cover.
//
//   - [Searcher] lists and counts. It chooses a strategy by probing.
//   - [Plain] is one page of backtracking that can be checked by reading. Everything else in the
//     package must agree with it.
//   - [Hunter] finds one solution of a model with many, by restarts in other orders.
//   - [Beam] finds one solution of a large board with many different pieces.
//   - [Stats] describes a search, and [Meter] shows its progress.
//
// # Strategies
//
// A Searcher propagates the bounds and then goes through a table of strategies, which README.md
// shows. Models whose items have positions are scanned for the first empty cell, by tables
// (internal/table); counts can merge equal states (internal/layers). Other models, and boards that
// suit a search by the most constrained item better, go to dancing links and then to lists of words
// (internal/links); long searches of such boards first reduce the model at every node. A count of a
// model without positions merges states along a recovered order if its frontier is narrow enough
// (internal/frontier). Before a count, items that differ only in their names become copies of one
// item. internal/run has what all searches share, internal/problem the problem that they search.
//
// # Counts in parts, and sets of solutions
//
// [Partition], [Class] and [Classifier] divide a count into parts for package plan; [Advice]
// estimates what the parts cost. The merged states of a count also give the numbers of
// [Searcher.Groups] and [Searcher.Marginals], and a [Ranking] of the solutions.
//
// In this package m is a model, p a problem, o an option, i an item, s a searcher.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1. The types name
// the sources of everything else.
package native
