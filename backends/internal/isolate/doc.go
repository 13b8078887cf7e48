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
// Its cost, in user and system time: with next to nothing to solve it is some 140
// microseconds a solution (dominoes on 6x7, 31529 solutions, take gini 1.4 s in this
// process and 5.8 s isolated, the medians of three on a busy machine). If engines have work
// it is a quarter of theirs (pentominoes on 8x8 less the centre, 520 solutions: 13 s and 16
// s). A process takes some 10 ms to start, and serves one engine after the other.
package isolate
