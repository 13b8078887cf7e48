// Package merge counts by layers of states. States with the same first empty cell, the
// same cells filled beyond it and the same pieces left have the same completions, so one
// stands for all that come to it, with the number of ways to get there. Every layer is
// complete before it is expanded, and comes in partitions by the hash of its states, in
// memory or on disk: what is to be known of a layer, such as some of its states by their
// hash, is asked of its partitions one by one.
//
// Where many states have the same cells filled they are kept as bundles, which are
// expanded at once; states by themselves are for what remains.
package merge
