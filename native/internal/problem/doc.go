// Package problem owns a cover model as searches take it: settled as far as its bounds
// settle it, with the orders in which its cells can be scanned, and with what symmetry
// says of its first choice. It does not search.
//
// In the packages below native, m is a model, p a problem, o an option, i an item, s a
// search, c a cell by its position, f the filled cells of a window and k the packed
// counts left.
package problem
