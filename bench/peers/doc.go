// Command peers times exactile beside other programs that answer the same
// question, and says which of them are right.
//
//	go run ./bench/peers [-rounds N] [-repeat N] [-only REGEXP]
//		[-exactile PROGRAM] [-o FOLDER] FILE
//
// The file names puzzles and programs, each with a template of its command line
// (see peers.yaml). Whole processes are timed by the processor time that they and
// their children spent in user mode, as the operating system accounts for it, one
// program after the other in every round, A B A B, so that what disturbs the
// machine disturbs all of them alike. Very short runs are repeated within a round
// and averaged.
//
// No time is shown for a wrong answer: each run of each program has its count, or
// its solution, compared with what exactile says of the puzzle, and a program that
// is wrong, fails or is too slow once is shown as that and not run again. Programs
// that are not installed are named as skipped.
//
// What comes out is FOLDER/peers.md, a table for each kind of question, and
// FOLDER/peers.svg, a chart. The exit status is 0, 1 for bad input, 2 for wrong
// usage, and 3 where an answer was wrong.
package main
