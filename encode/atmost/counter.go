package atmost

import "github.com/exactile/exactile/encode/cnf"

// A counter builds statements "at least j of these literals hold" bottom up, for the bounds lo and
// hi on n literals. [Sequential] and [Totalizer] share it; they differ in the order in which they
// join literals.
//
// For a set of size literals, rest = n-size literals are outside. Three facts keep the statements
// few for small and for large sets:
//
//   - at least j for j <= lo-rest holds in any case, or lo is out of reach;
//   - at least j for j > hi never holds;
//   - at least j for lo < j <= hi-rest is of no interest: neither bound can
//     depend on it any more.
//
// What is left is two windows of at most rest statements each, the same one
// where lo == hi, and none when all n literals are together.
type counter struct {
	to        *cnf.Buffer
	n, lo, hi int
	// up: enough true literals make a statement true, as the upper bound needs. down: a true
	// statement implies enough true literals, as the lower bound needs. With both, statements are
	// determined.
	up, down bool
}

// newCounter returns the counter for the bounds. It returns nil if they need none: then it has
// already added their clauses.
func newCounter(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) *counter {
	n := len(lits)
	lo, hi = max(lo, 0), min(hi, n)
	switch {
	case lo > hi:
		to.Add()
	case lo == 0 && hi == n:
	case hi == 0:
		for _, l := range lits {
			to.Add(-l)
		}
	case lo == n:
		for _, l := range lits {
			to.Add(l)
		}
	default:
		return &counter{
			to: cnf.NewBuffer(to), n: n, lo: lo, hi: hi, up: hi < n || !freeAux,
			down: lo > 0 || !freeAux,
		}
	}
	return nil
}

// mirrored returns the literals and bounds, or the negated literals with the bounds of their
// number, whichever has the smaller bounds.
func (c *counter) mirrored(lits []cnf.Lit) (counted []cnf.Lit, lo, hi int) {
	if c.lo+c.hi <= c.n {
		return lits, c.lo, c.hi
	}
	counted = make([]cnf.Lit, c.n)
	for k, l := range lits {
		counted[k] = -l
	}
	c.up, c.down = c.down, c.up
	return counted, c.n - c.hi, c.n - c.lo
}

// constraints are the literals of "at least j of these size literals hold".
type constraints struct {
	size      int
	constant  int       // at least j always holds for j <= sure
	low, high []cnf.Lit // of j = sure+1.. and of j = highFirst..
	highFirst int
}

// leaf returns the statements about the one literal l.
func leaf(l cnf.Lit) constraints {
	return constraints{size: 1, low: []cnf.Lit{l}, highFirst: 2}
}

// constraints returns statements on size literals, as new variables.
func (c *counter) constraints(size int) constraints {
	rest := c.n - size
	sure := max(0, c.lo-rest)
	lowLast := min(size, c.lo)
	highFirst := max(lowLast, c.hi-rest) + 1
	return constraints{
		size:      size,
		constant:  sure,
		low:       c.to.NewVars(max(0, lowLast-sure)),
		high:      c.to.NewVars(max(0, min(size, c.hi)-highFirst+1)),
		highFirst: highFirst,
	}
}

// atLeast returns the literal or constant for j, which must be in a window.
func (s *constraints) atLeast(j int) cnf.Lit {
	switch {
	case j <= s.constant:
		return cnf.True
	case j <= s.constant+len(s.low):
		return s.low[j-s.constant-1]
	case j < s.highFirst+len(s.high):
		return s.high[j-s.highFirst]
	}
	return cnf.False
}

// join returns the statements about the literals of a and b together, and adds their defining
// clauses.
func (c *counter) join(a, b constraints) constraints {
	s := c.constraints(a.size + b.size)
	if s.constant > 0 {
		c.tie(cnf.True, s.constant, a, b)
	}
	for k, l := range s.low {
		c.tie(l, s.constant+1+k, a, b)
	}
	for k, l := range s.high {
		c.tie(l, s.highFirst+k, a, b)
	}
	if s.size > c.hi {
		c.tie(cnf.False, c.hi+1, a, b)
	}
	return s
}

// tie adds the clauses for l, "at least j in a and b together". Up says
//
//	at least i in a, at least j-i in b  =>  l
//
// and down is the same about what is false:
//
//	not at least i+1 in a, not at least j-i in b  =>  not l.
//
// Values that always hold in a part are skipped: smaller i would add weaker clauses.
func (c *counter) tie(l cnf.Lit, j int, a, b constraints) {
	for i := max(a.constant, j-b.size); c.up && i <= min(a.size, j-b.constant); i++ {
		c.to.AddSimplified(-a.atLeast(i), -b.atLeast(j-i), l)
	}
	for i := max(a.constant, j-1-b.size); c.down && i <= min(a.size, j-1-b.constant); i++ {
		c.to.AddSimplified(a.atLeast(i+1), b.atLeast(j-i), -l)
	}
}
