// Package classes divides the solutions of a problem into classes by the states that they
// pass, which are the same in every search, whatever it prunes and merges.
//
// The state of a solution at a cell of an order is given by its options whose lowest cell
// is before that cell: the cells that they fill from there on, and how often they cover the
// counted items. So a solution has one state at each cell, which can be computed from it
// without a search, and solutions fall into n classes by the hash of that state modulo n.
//
// In this package c is a cell by its position in the order.
package classes
