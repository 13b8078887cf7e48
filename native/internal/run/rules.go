package run

import "github.com/exactile/exactile/native/internal/problem"

// A Partial is a partial assignment: the Partial of package native, which explains it.
type Partial struct{ Chosen, Covered []int }

// Rules are the caller's own, as Searcher describes them.
type Rules struct {
	Prune func(*Partial) bool
	// Memo is whether the search by the most constrained item remembers states: 1 from the
	// start, -1 never, and 0 if it pays.
	Memo    int
	partial Partial // scratch
}

// Again returns the rules for another search.
func (r *Rules) Again() Rules { return Rules{Prune: r.Prune, Memo: r.Memo} }

// cut is [Search.Cut] for a root that has this option.
func (r *Rules) cut(p *problem.Problem, root int32, chosen []int32) bool {
	part := &r.partial
	if part.Covered == nil {
		part.Covered = make([]int, len(p.Model.Items))
	}
	for _, o := range part.Chosen {
		for _, i := range p.Model.Options[o] {
			part.Covered[i] = 0
		}
	}
	part.Chosen = append(part.Chosen[:0], p.Taken...)
	if root >= 0 {
		part.Chosen = append(part.Chosen, int(root))
	}
	for _, o := range chosen {
		part.Chosen = append(part.Chosen, int(o))
	}
	for _, o := range part.Chosen {
		for _, i := range p.Model.Options[o] {
			part.Covered[i]++
		}
	}
	return r.Prune(part)
}
