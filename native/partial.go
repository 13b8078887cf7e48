package native

import (
	"github.com/exactile/exactile/native/internal/run"
)

// A Partial is a search on its way: what it has chosen so far.
type Partial struct {
	// Chosen are the options chosen, those first that were settled before the
	// search began.
	Chosen []int
	// Covered is how many of them cover each item.
	Covered []int
}

// prune returns the caller's rule for searches, nil for none.
func (s *Searcher) prune() func(*run.Partial) bool {
	if s.Prune == nil {
		return nil
	}
	return func(p *run.Partial) bool { return s.Prune((*Partial)(p)) }
}
