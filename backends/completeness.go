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
	// ByEngine is the unchecked answer of a SAT engine or of an outside program.
	ByEngine Completeness = "engine"
	// ByFormula is the value of a closed formula, without a search.
	ByFormula Completeness = "formula"
	// ByProof is a proof that was checked here. In a report that is read, only the
	// claim of a proof is left.
	ByProof Completeness = "proof"
	// ByArgument is a reason, found without a search, why there is no solution. In a
	// report that is read, only the claim of one is left.
	ByArgument Completeness = "argument"
)

// weaker returns the weaker of two: a sum is as weak as its weakest part.
func (c Completeness) weaker(d Completeness) Completeness {
	strengths := []Completeness{"", ByEngine, BySearch, ByFormula, ByProof, ByArgument}
	return strengths[max(0, min(slices.Index(strengths, c), slices.Index(strengths, d)))]
}

// asRead returns the completeness of a report that is read: a formula, a proof or
// an argument of another process is only an engine's word. Impossible values are an error.
func (c Completeness) asRead(complete bool) (Completeness, error) {
	switch {
	case c == "":
	case c != BySearch && c != ByEngine && c != ByFormula && c != ByProof && c != ByArgument:
		return "",
			fmt.Errorf("backends: a report whose completeness is %.40q: want %q, %q, %q, %q or "+
				"%q, or null",
				c, BySearch, ByEngine, ByFormula, ByProof, ByArgument)
	case !complete:
		return "", fmt.Errorf("backends: a report that is not complete has the completeness %q", c)
	case c == ByFormula, c == ByProof, c == ByArgument:
		return ByEngine, nil
	}
	return c, nil
}
