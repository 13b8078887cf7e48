// Package problem holds a cover model in the form that searches use: settled as far as
// its bounds settle it, with the orders in which its cells can be scanned, and with
// the roots that symmetry leaves for the first choice. It does not search.
//
// In the packages below native, m is a model, p a problem, o an option, i an item, s a
// search, c a cell by its position, f the filled cells of a window and k the packed
// counts left.
package problem
