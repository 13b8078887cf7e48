package backends

import (
	"fmt"
	"slices"
)

// A Completeness is the evidence that a complete count misses no solution; listed
// solutions are always checked. It is "" for a count that is not complete, or if the
// evidence is not known.
type Completeness string

const (
	// BySearch is an exhaustive search of our own.
	BySearch Completeness = "search"
	// ByEngine is the word of a SAT engine or of an outside program.
	ByEngine Completeness = "engine"
	// ByProof is a proof that was checked here. In a report that is read, only the
	// claim of a proof is left.
	ByProof Completeness = "proof"
)

// A CompletenessMeaning explains one Completeness.
type CompletenessMeaning struct {
	Completeness Completeness
	Text         string
}

// Completenesses lists the kinds of Completeness and their meanings, the weakest
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

// weaker returns the weaker of two: a sum is as weak as its weakest part.
func (c Completeness) weaker(d Completeness) Completeness {
	strengths := []Completeness{"", ByEngine, BySearch, ByProof}
	return strengths[max(0, min(slices.Index(strengths, c), slices.Index(strengths, d)))]
}

// believed returns the completeness of a report that is read: a proof checked elsewhere is
// only an engine's word. Impossible values are an error.
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
