package backends

import (
	"fmt"
	"slices"
)

// A Completeness says what shows that a complete count misses no solution; that those
// listed are solutions was checked in any case. It is "" for a count that is not complete,
// or where nobody has said.
type Completeness string

const (
	// BySearch is an exhaustive search of our own.
	BySearch Completeness = "search"
	// ByEngine is the word of a SAT engine or of an outside program.
	ByEngine Completeness = "engine"
	// ByProof is a proof that was checked here: of a report that is read and says it,
	// only the word is left.
	ByProof Completeness = "proof"
)

// A CompletenessMeaning explains one Completeness.
type CompletenessMeaning struct {
	Completeness Completeness
	Text         string
}

// Completenesses lists what a Completeness can be and what it means, the weakest
// first, for texts that explain them.
func Completenesses() []CompletenessMeaning {
	return []CompletenessMeaning{
		{ByEngine, "A SAT engine, ours or an outside program, says that nothing is left, and has not proved it. Each solution " +
			"that it listed was checked; one that it kept to itself would not be noticed. A program that " +
			"only counts is believed for the whole number."},
		{BySearch, "An exhaustive search of our own has left no room for another solution. It is " +
			"tested against other searches and engines, but leaves nothing behind that others could " +
			"check."},
		{ByProof, "Wherever a SAT engine or an outside program says that nothing is left, its proof was " +
			"checked, clause by clause, by code that shares nothing with it. That the clauses say what " +
			"the puzzle says, and that the parts are all of it, rests on exactile, also where a part " +
			"stands for its images by symmetry (not with --no-symmetry); certify leaves evidence " +
			"that does not."},
	}
}

// weaker returns the weaker of two: a sum rests on all of its parts.
func (c Completeness) weaker(d Completeness) Completeness {
	strength := func(c Completeness) int {
		return slices.Index([]Completeness{ByEngine, BySearch, ByProof}, c)
	}
	switch least := min(strength(c), strength(d)); least {
	case -1:
		return ""
	case strength(c):
		return c
	}
	return d
}

// believed returns what is left of the completeness of a report that is read: a proof
// that was checked elsewhere is no more than an engine's word. What cannot be is an error.
func (c Completeness) believed(complete bool) (Completeness, error) {
	switch {
	case c == "":
	case c != BySearch && c != ByEngine && c != ByProof:
		return "", fmt.Errorf("backends: a report whose completeness is %.40q: want %q, %q or %q, or null",
			c, BySearch, ByEngine, ByProof)
	case !complete:
		return "", fmt.Errorf("backends: a report that is not complete has the completeness %q", c)
	case c == ByProof:
		return ByEngine, nil
	}
	return c, nil
}
