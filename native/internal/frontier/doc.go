// Package frontier counts the solutions of a problem that has no positions: it recovers
// an order in which few items are open at any time, and counts along it, merging equal
// states.
//
// An item is live from the first decision about an option that covers it to the last.
// A state is what the live items are covered by so far; all that is decided about is as
// it is in every state, or no longer matters. So the number of states at a place of the
// order is bounded by two to the number of live items there, its width.
//
// The counting is the one of tilings by broken profiles; that a good order of a problem
// without geometry is one of small cut width is folklore of decision diagrams.
package frontier
