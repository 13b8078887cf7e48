// Package classes tells the solutions of a problem apart by the states that they pass on the
// way, in a manner that every search can keep to, whatever it prunes and merges.
//
// The state of a solution at a cell of an order is what its options whose lowest cell is
// before that cell have filled from there on, and how often they have covered the items
// that are counted. So a solution has one state at each cell, which can be read off it
// without a search, and solutions fall into n classes by the hash of that state modulo n.
//
// In this package c is a cell by its position in the order.
package classes
