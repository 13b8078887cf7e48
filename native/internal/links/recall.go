package links

// A recall decides whether a search in words has a memo. If states recur, a memo saves most
// of the tree; otherwise a look-up takes as long as a node. So a small memo is tried once a
// search is long. It becomes a large one if it saves nodes. If not, it is given up until the
// search is many times as long.
type recall struct {
	memo *memo // of the current part of the search; nil: none
	kept *memo // the memo so far, for other parts of the search
	// whole is set if the current part of the search may use a memo: it counts the solutions,
	// and no option was dropped.
	whole bool
	begin int64 // nodes after which a memo is tried, -1: never
	judge int64 // look-ups after which the memo is judged
	heads int
	named [MaxPairItems]uint16 // the number of each item of a pair
	open  pair                 // the items of a pair that the words stand for
}

const (
	memoFrom  = 1 << 14 // nodes
	memoTrial = 1 << 12 // look-ups
	// memoAgain is the factor by which a search must grow before a memo is tried again.
	memoAgain = 16
)

// newRecall returns a recall for a web with heads heads. rule is 1 to use a memo from the
// start, -1 to use none, and 0 to decide on the way.
func newRecall(rule, heads int) *recall {
	r := &recall{begin: memoFrom, heads: heads, judge: memoTrial}
	switch {
	case rule < 0 || heads > 64*maxKey:
		r.begin = -1
	case rule > 0:
		r.begin, r.judge = -1, 1<<62
		r.kept = newMemo(heads, smallMemo)
	}
	return r
}

// rename sets the items of pairs that the bits of words stand for.
func (r *recall) rename(open pair) {
	r.open = open
	if r.whole && r.kept != nil {
		r.memo = r.kept
		r.memo.rename(open, &r.named)
	}
}

// consider decides again whether to use a memo, after the given nodes of the search.
func (r *recall) consider(nodes int64) {
	switch {
	case r.kept == nil && r.whole && r.begin >= 0 && nodes >= r.begin:
		r.kept, r.judge = newMemo(r.heads, smallMemo), memoTrial
		r.rename(r.open)
	case r.kept == nil || r.kept.looks < r.judge:
	case r.kept.pays():
		if r.judge == memoTrial {
			r.kept.resize(largeMemo)
		}
		r.judge = 4 * r.kept.looks
	default:
		r.kept, r.memo = nil, nil
		r.begin = memoAgain * nodes
	}
}
