// Package encode turns a cover model into a formula in conjunctive normal form, and models of the
// formula back into solutions of the cover model.
//
// Option o is variable o+1. So the options are a prefix of the variables, and decoding, blocking
// and projection need no map. All higher variables are auxiliary: they belong to encodings of
// bounds.
//
// An [Encoding] decides how the bounds of an item become clauses. Package atmost has a file for
// each, which names its paper, and encoding.go one table of all. A new at-most-one encoding is a
// function of type [atmost.AtMost] in a file of its own and a line in that table.
//
// The package never searches.
//
// In this package m is a cover model, s a solution, f a formula, o an option, i an item and n the
// number of literals of a bound.
package encode
