// Package sat checks proofs that a formula has no model: DRAT, FRAT and LRAT, as SAT solvers write
// them, and as certificates hold them. It imports the standard library alone and knows no puzzles,
// models or solvers. A literal is a variable from 1, or its negative.
//
// [Refutation] checks the proof of a solver. [Formula.Check] checks that of a certificate, which
// other checkers must accept, too: it refuses clauses that are only RAT.
package sat

import "errors"

// A Refusal is the reason why a text does not establish what it claims.
type Refusal struct {
	Part    string // a file: "proof.drat"; "proof" for that of a solver
	Place   string // "line 3", "step 17"
	Message string
}

func (r *Refusal) Error() string { return r.Part + ": " + r.Place + ": " + r.Message }

// ErrTooLarge reports a formula or a proof that is too large to be checked in reasonable time.
var ErrTooLarge = errors.New("larger than what is checked in reasonable time")
