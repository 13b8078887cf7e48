// Package merge counts by layers of states: what a search by tables arrives at is kept
// at every few cells, each state once, with the number of ways to get there.
package merge
