// Package isolate runs SAT engines in processes of their own, so that an engine
// that ends its process, panics, hangs or grows without end is an error here and
// nothing more: a [Pool] starts the processes, an [Engine] is the client of one
// of them, and [Serve] is what they run. Package contain keeps processes within
// limits.
//
// Both sides write JSON values: the client sends requests with clauses, and the server
// answers those that query whether all clauses so far can be satisfied. The server
// ends at the end of its input, also while its engine works.
//
// Its cost, in user and system time: with next to nothing to solve it is some 50
// microseconds a solution (dominoes on 6x7, 31529 solutions, take gini .7 s in this process
// and 2.2 s isolated). If engines have work it is an eighth of theirs (pentominoes on 8x8
// less the centre, 520 solutions: 1.65 s and 1.86 s).
//
// A process serves one engine after the other. As an outside solver that is run once for each
// part of a model, reads DIMACS and prints all models, the same gini took 5.1 s and 3.9 s: 287
// parts are 287 starts of this program. So engines keep a protocol of their own.
package isolate
