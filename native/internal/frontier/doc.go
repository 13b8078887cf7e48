// Package frontier recovers an order of the items of a problem that has no positions, in which
// few items are live at any time, and compiles it to a system whose states are counted by layers.
//
// An item is live from the first decision about an option that covers it to the last.
// A state is how often each live item has been covered so far; all other items are the same
// in every state, or no longer matter. So the number of states at a place of the order is
// bounded by two to the number of live items there, its width.
//
// The method is the broken-profile counting of tilings. That a good order of a problem
// without geometry has a small cut width is folklore of decision diagrams.
package frontier
