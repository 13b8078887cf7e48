package links

// A recall decides whether a search in words has a memo. Where states are met again and
// again that saves most of the tree; where they are not, a look takes as long as a node. So
// a small memo is tried once a search is long, becomes a large one if it saves nodes, and
// is given up otherwise, until the search is many times as long.
type recall struct {
	memo  *memo // for the search that goes on; nil: it remembers nothing
	kept  *memo // what was remembered so far, for other parts of the search
	whole bool  // the search that goes on is one that may remember
	begin int64 // nodes from which on a memo is tried, -1: never
	judge int64 // looks after which it is judged
	heads int
	named [MaxPairItems]uint16 // the number of each item of a pair
	open  pair                 // the items of a pair that the words stand for
}

const (
	memoFrom  = 1 << 14 // nodes
	memoTrial = 1 << 12 // looks
	// memoAgain is how many times as long a search must be for a memo to be tried again.
	memoAgain = 16
)

// newRecall returns what decides for a web of so many heads by a rule: 1 is to remember from
// the start, -1 never to.
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

// start begins a part of the search, for which the items of pairs were named anew. It may
// remember only if it is whole: solutions are counted, of all options.
func (r *recall) start(whole bool) {
	r.whole, r.memo = whole, nil
}

// rename says that words stand for the items open of pairs.
func (r *recall) rename(open pair) {
	r.open = open
	if r.whole && r.kept != nil {
		r.memo = r.kept
		r.memo.rename(open, &r.named)
	}
}

// consider decides anew, after so many nodes of the search.
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
