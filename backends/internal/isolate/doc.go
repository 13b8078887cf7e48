// Package isolate runs SAT engines in processes of their own, so that one that
// ends its process, panics, hangs or grows without end is an error here and
// nothing more: a [Pool] starts the processes, an [Engine] is one of them seen
// from outside, and [Serve] is what they run. Package contain says how processes
// are kept in bounds.
//
// Both sides write JSON values: the client requests with clauses, and the server an
// answer to those that ask whether all clauses so far can be satisfied. The end of its
// input ends the server, also while its engine works.
//
// What it costs, in user and system time: where there is next to nothing to solve it is
// some 140 microseconds a solution (dominoes on 6x7, 31529 solutions, take gini 1.4 s in
// this process and 5.8 s apart, the medians of three on a busy machine). Where engines
// have work it is a quarter of theirs (pentominoes on 8x8 less the centre, 520 solutions:
// 13 s and 16 s). A process takes some 10 ms to start, and serves one engine after the other.
package isolate
