// Package merge counts solutions by layers of states. States with the same first empty cell,
// the same cells filled beyond it and the same pieces left have the same completions, so one
// state with a number of ways stands for all of them. Every layer is complete before it is
// expanded. A layer is partitioned by the hash of its states, in memory or on disk, and its
// partitions are processed one by one.
//
// Where many states have the same cells filled they are kept as bundles, and a bundle is
// expanded at once. Otherwise states are kept separately.
package merge
