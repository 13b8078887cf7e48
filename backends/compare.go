package backends

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A Disagreement is two reports of a list, by their indices, that cannot both be
// right.
type Disagreement struct {
	A, B   int
	Reason string
}

// Disagreements compares reports of one model and returns the contradictions, in
// the order of the reports; none means that all agree. Complete reports must have
// the same count and, if both listed, the same digest. A lower bound must not be
// above the count of a complete report. Each contradiction names, as A, the first
// report of the largest group of complete reports that agree. Reports of failed
// runs (Error) and estimates (Approximate) are ignored.
func Disagreements(reports []Report) []Disagreement {
	reference := largestGroup(reports)
	if reference < 0 {
		return nil
	}
	var found []Disagreement
	for k := range reports {
		if reason := contradiction(reports[reference], reports[k]); reason != "" {
			found = append(found, Disagreement{A: reference, B: k, Reason: reason})
		}
	}
	return found
}

// largestGroup returns a complete report to compare the others with, or -1 if none
// is complete: one with the most frequent count and, if any of these have a
// digest, with the most frequent digest.
func largestGroup(reports []Report) int {
	best, most := -1, [2]int{}
	for k, a := range reports {
		if !a.Complete || a.Count == nil {
			continue
		}
		var size [2]int // of the same count, and of the same digest as well
		for _, b := range reports {
			if b.Complete && b.Count != nil && a.Count.Cmp(b.Count) == 0 {
				size[0]++
				if a.Digest != nil && b.Digest != nil && *a.Digest == *b.Digest {
					size[1]++
				}
			}
		}
		if best < 0 || slices.Compare(size[:], most[:]) > 0 {
			best, most = k, size
		}
	}
	return best
}

// contradiction returns how b contradicts the complete report a, or "".
func contradiction(a, b Report) string {
	switch {
	case b.Error != "" || b.Count == nil || b.Approximate:
		return ""
	case a.Fingerprint != "" && b.Fingerprint != "" && a.Fingerprint != b.Fingerprint:
		return fmt.Sprintf("%s and %s searched different models", a.Backend, b.Backend)
	case a.UpToSymmetry != b.UpToSymmetry:
		return fmt.Sprintf("one of %s and %s counts solutions and the other orbits",
			a.Backend, b.Backend)
	case b.Complete && a.Count.Cmp(b.Count) != 0:
		return fmt.Sprintf("%s counts %v, %s counts %v", a.Backend, a.Count, b.Backend, b.Count)
	case !b.Complete && b.Count.Cmp(a.Count) > 0:
		return fmt.Sprintf("%s counts %v, %s found at least %v",
			a.Backend, a.Count, b.Backend, b.Count)
	case b.Complete && a.Digest != nil && b.Digest != nil && *a.Digest != *b.Digest:
		return fmt.Sprintf("%s and %s count %v each, but not of the same solutions",
			a.Backend, b.Backend, a.Count)
	}
	return ""
}

// A Loss is a solution that one of two backends lists and the other does not.
type Loss struct {
	Solution cover.Solution
	// FoundByFirst is set if the first of the two lists it.
	FoundByFirst bool
}

// Difference looks for a solution of m that one of two backends lists and the
// other does not, and returns the first it meets, or nil if they list the same
// set. It keeps some twenty bytes a solution and lists each side twice at most. An
// error of either backend, a listed non-solution, or a repeated solution, ends it.
func Difference(ctx context.Context, a, b Backend, m *cover.Model) (*Loss, error) {
	both := make(map[[16]byte]bool) // of each solution of a, whether b has listed it so far
	for s, err := range Verified(m, a.Solutions(ctx, m)) {
		if err != nil {
			return nil, err
		}
		id := s.Key()
		if _, repeated := both[id]; repeated {
			return nil, errors.New("backends: the first backend lists a solution twice")
		}
		both[id] = false
	}
	missing := len(both)
	for s, err := range Verified(m, b.Solutions(ctx, m)) {
		if err != nil {
			return nil, err
		}
		id := s.Key()
		switch repeated, known := both[id]; {
		case !known:
			return &Loss{Solution: s}, nil
		case repeated:
			return nil, errors.New("backends: the second backend lists a solution twice")
		}
		both[id] = true
		missing--
	}
	if missing == 0 {
		return nil, nil
	}
	for s, err := range Verified(m, a.Solutions(ctx, m)) {
		if err != nil {
			return nil, err
		}
		if seen, known := both[s.Key()]; known && !seen {
			return &Loss{Solution: s, FoundByFirst: true}, nil
		}
	}
	return nil,
		fmt.Errorf("backends: the first backend no longer lists a solution that it listed before")
}
