// Package encode turns a cover model into a formula in conjunctive normal form,
// and models of the formula back into solutions of the cover.
//
// Option o is variable o+1, so the options are a prefix of the variables and
// decoding, blocking and projection need no map. Everything above that prefix is
// auxiliary and belongs to the encoding of a bound.
//
// How the bound of an item becomes clauses is the choice of an [Encoding]. There
// is one file for each, headed by its paper, and one table of them: a new
// at-most-one encoding is a function of type [AtMost] in a file of its own and a
// line in that table. Such a function writes to any [cnf.Sink], also without a
// cover model.
//
// The package never searches.
//
// In this package m is a cover model, s a solution, f a formula, o an option, i
// an item and n the number of literals that a bound is about.
package encode
