// Package soak_test draws random puzzles and compares everything exactile can do with a puzzle:
// each engine, encoding and switch with a simple search, that search with brute force, shards with
// the whole, counts up to symmetry with the orbits of the listed solutions, written files with what
// is read back, and a puzzle with the same puzzle turned, mirrored, moved or rewritten.
//
//	go test ./bench/soak -run TestSoak -v -timeout 0 -soak.time 1h -rapid.checks 10000
//
// Each puzzle gets a few of the checks, in turns, so that a long run makes each check on thousands
// of puzzles. A disagreement is shrunk to the smallest puzzle that still shows it and printed as a
// row for a table of tests, together with the command that repeats it. Package rapid draws the
// numbers of puzzles; its own shrinking is off, since it leaves puzzles two to five times as large
// (see puzzletest.Shrink).
//
// With -soak.large, boards have 60 to 130 cells, and every search has a budget of nodes. It must
// keep to the budget and return, and the searches that finish must agree.
package soak_test
