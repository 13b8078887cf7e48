// Package native lists and counts the solutions of a cover model by search, without clauses and
// without geometry. It knows a board only by the raster positions in Model.Pos, and symmetry only
// by the permutations in Model.Sym. It imports only the standard library and package cover.
//
//   - [Searcher] lists and counts. It chooses a strategy by probing.
//   - [Plain] is one page of backtracking that can be checked by reading. Everything else in the
//     package must agree with it.
//   - [Hunter] finds one solution of a model with many, by restarts in other orders.
//   - [Beam] finds one solution of a large board with many different pieces. Both can take [Turns].
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

import "github.com/exactile/exactile/native/internal/run"

// A Searcher lists and counts the solutions of any model, by the strategy that
// suits the model. The zero Searcher is ready for use. A Searcher may be
// used concurrently if its hooks may.
type Searcher struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes; 0 is no limit.
	MaxNodes int64
	// Memory is about how many bytes tables of merged states may take; 0 is a quarter
	// of the machine's memory. Limits below about a megabyte are exceeded. States
	// beyond it wait in unnamed files in the folder for temporary files; a count for
	// which there is no room there ends with an error.
	Memory int64
	// NoSymmetry leaves Model.Sym unused.
	NoSymmetry bool
	// Workers is how many goroutines search; 0 and 1 are one. The results and their
	// order do not depend on it.
	Workers int
	// Progress, if not nil, gets the fraction of the search that is done now and
	// then, from 0 to 1, as far as can be estimated. Calls do not overlap.
	Progress func(done float64)
	// Meter, if not nil, shows what the search does while it runs.
	Meter *Meter
	// Prune, if not nil, is called now and then and reports whether to give up a
	// branch: it may return true only if no solution contains all the options
	// chosen so far, of which those settled before the search began are the first.
	// covered[i] is how many of them cover item i. Prune must not keep or change
	// the slices, and several workers call it concurrently. States are then not
	// merged.
	Prune func(chosen, covered []int) bool
	// CellOrder, if not nil, ranks the items that are to be scanned as cells: the
	// search always covers the first one that is still empty. Negative ranks are
	// for items that are no cells. CellOrder is ignored if an option would reach
	// more than 63 cells ahead, or such an item can be covered more than once.
	CellOrder func(item int) int
	// OptionOrder, if not nil, ranks the options: options with the same first
	// cell are tried in this order, so that the solutions that a person expects
	// first can come first.
	OptionOrder func(option int) int
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)

	// The other fields are for tests, see run.Settings.
	forced               string
	merge, shards, ahead int
	levels               run.Levels
	within               *within // nil: all solutions
}

// settings returns the settings of s as plain data.
func (s Searcher) settings() *run.Settings {
	return &run.Settings{
		MaxNodes: s.MaxNodes, Memory: s.Memory, Workers: max(1, s.Workers),
		NoSymmetry: s.NoSymmetry,
		Progress:   s.Progress, Meter: s.Meter.add(), Prune: s.Prune,
		Forced: s.forced, Merge: s.merge, Shards: s.shards, Ahead: s.ahead, Levels: s.levels,
	}
}
