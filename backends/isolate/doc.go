// Package isolate runs SAT engines in processes of their own, so that one that
// ends its process, panics, hangs or grows without end is an error here and
// nothing more: a [Pool] starts the processes, an [Engine] is one of them seen
// from outside, and [Serve] is what they run. Package contain says how processes
// are kept in bounds.
//
// What it costs, in user and system time: pentominoes on 8x8 less the centre, 520
// solutions, took gini 7.9 to 8.9 s in this process and 9.9 to 10.1 s apart,
// gophersat 10.9 to 11.6 s and 13.3 to 13.8 s. Where there is next to nothing to
// solve it is some 100 microseconds a solution. A process takes some 10 ms to
// start, and serves one engine after the other.
//
// # The protocol
//
// Both sides write lines of ASCII that end in LF. The server begins with a line
// that says what it is, its protocol and its engine:
//
//	exactile-engine 1 gini
//
// The client writes any number of these, and there is no answer to them:
//
//	n               start anew, with an engine without clauses; comes first
//	1 -2 0          a clause: its literals and a 0
//	k 2 1 3 4 0     at most 2 of these literals hold
//
// and, as often as it likes, a question to which the answer is one line:
//
//	s 0             can all of it be satisfied?
//	s 5 -6 0        can it if these literals hold, this once?
//	u 17            no, after 17 conflicts so far
//	v 17 1 3 0      yes: the variables that are true, increasing; all others are false
//	e TEXT          the engine has failed, and must be started anew
//
// Where the engine does not count its conflicts, their number is 0. The end of
// input ends the server, also while its engine works. Anything else is an error on
// either side, and the process is of no further use.
package isolate
