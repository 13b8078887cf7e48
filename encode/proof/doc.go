// Package proof writes certificates: evidence that a cover model has exactly the listed solutions,
// which a sceptic can check without trusting this package. The comment of package check, the
// checker, describes what a certificate proves, by which rules, and what its files hold. The two
// share no code but cover's and dlx's: a mistake here makes a certificate that is refused, never
// one that proves a false claim.
//
// # For those who would rather trust a SAT checker
//
// With [SAT] the folder also has the formula (puzzle.cnf), the formula with one blocking clause for
// each solution (blocked.cnf), and a proof that the latter is unsatisfiable, for programs that are
// independent of this module. The first can add the hints that the second checks:
//
//	drat-trim blocked.cnf proof.drat -L hints
//	lrat-check blocked.cnf hints
//
// blocked.cnf can be made from the other files: add the clauses to puzzle.cnf and their number to
// its header. The clause of a line of solutions.txt has its numbers negated and, unless every
// option covers an item {n,n}, also the numbers of all other options that cover no item {0,0}. The
// proof does not show that the lines are solutions, but that is easy to see. That the formula
// matches the model rests on package encode, whose encodings are tested against brute force.
//
// # Memory
//
// Writing holds 64 MiB of solutions and sorts the rest in temporary files in the folder; with
// several workers it also holds a few finished subtrees for each worker.
//
// In this package m is a model, s a solution, o an option and i an item; a motion
// g maps option o to g[o].
package proof
