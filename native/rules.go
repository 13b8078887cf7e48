package native

// A Partial is a search on its way: what it has chosen so far.
type Partial struct {
	// Chosen are the options chosen, those first that were settled before the
	// search began.
	Chosen []int
	// Covered is how many of them cover each item.
	Covered []int
}

// rules are the caller's own, as Searcher describes them.
type rules struct {
	prune   func(*Partial) bool
	partial Partial // scratch
}

// again returns the rules for another walk.
func (r *rules) again() rules { return rules{prune: r.prune} }

// cut asks the caller whether the options chosen on top of the settled ones
// can be given up.
func (s *walk) cut(p *problem, chosen []int32) bool {
	part := &s.rules.partial
	if part.Covered == nil {
		part.Covered = make([]int, len(p.m.Items))
	}
	for _, o := range part.Chosen {
		for _, i := range p.m.Options[o] {
			part.Covered[i] = 0
		}
	}
	part.Chosen = append(part.Chosen[:0], p.taken...)
	if s.rootOption >= 0 {
		part.Chosen = append(part.Chosen, int(s.rootOption))
	}
	for _, o := range chosen {
		part.Chosen = append(part.Chosen, int(o))
	}
	for _, o := range part.Chosen {
		for _, i := range p.m.Options[o] {
			part.Covered[i]++
		}
	}
	return s.rules.prune(part)
}
