// Package verified has Recount.v, a recount that is proved in Coq: it says what the solutions of a
// model are, and proves of a program that it counts them along any order of the items.
package verified

import _ "embed" // of the text

// Recount is the text of Recount.v.
//
//go:embed Recount.v
var Recount string
